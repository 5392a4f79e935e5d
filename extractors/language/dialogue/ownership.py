"""What is whose: "mine is from 1982" after "thinking about a vespa", "anyone want a tent?", "I sold it"."""

import re
from collections.abc import Iterator

from chronomem.extractors.language.clauses.phrases import TIME_NOUNS
from chronomem.extractors.language.clauses.references import FIRST_PERSON, SECOND_PERSON
from chronomem.extractors.language.dialogue.conversation import ParsedTurn, TurnInContext
from chronomem.extractors.language.dialogue.fragments import Shared
from chronomem.extractors.language.lexicon import ANIMALS, HAD, KEPT_ANIMALS, MAKES, RELATION_OF_NOUN
from chronomem.extractors.language.parsing.syntax import SyntaxTree
from chronomem.extractors.language.readable.dictionary import is_english
from chronomem.graph_schema.facts.sentences import with_article

_OFFERED = re.compile(
    r"\b(?:any(?:one|body)|who) (?:want|need|fancy|interested in|looking for|in the market for)s? "
    r"(?P<what>(?:a|an|my|our) [^,.!?;:]+)(?=\?)",
    re.IGNORECASE,
)
_TURNS_BACK = 2
_GETTING_AND_LOSING = {
    "sell", "buy", "win", "lose", "crash", "return", "rent", "adopt", "finish", "quit", "break", "donate", "inherit",
    "pass", "fail", "join", "leave", "cancel", "miss",
}  # fmt: skip
"""Verbs that begin or end something with their object."""
_DEFINITE = {"the", "your", "my", "our", "that", "a", "an"}
_PETS = {noun for noun, relation in RELATION_OF_NOUN.items() if relation == "has_pet"}
_OWN = {"mine": "my", "ours": "our"}
_HAVING = {"have", "get", "own"}
_ALSO = {"too", "also", "as", "now", "and", "but", "myself"}
_FURTHER = {"new", "another", "second", "different", "bigger", "smaller", "used", "cheaper", "better"}
_FINITE = ("VBZ", "VBP")


def offered(now: ParsedTurn) -> Iterator[Shared]:
    """Yield what somebody owns who asks who wants it: "anyone want a road bike?"."""
    for found in _OFFERED.finditer(now.tree.text):
        words = found["what"].lower().split()
        if words[-1] in HAD or not MAKES.isdisjoint(words):
            yield f"I own {found['what']}", found.span()


def own_ones(conversation: TurnInContext) -> Iterator[Shared]:
    """Yield what a turn says of "mine" or "ours", with the noun that another's turn has named: "my vespa is old"."""
    tree = conversation.now.tree
    at = next((i for i in range(len(tree.lower)) if tree.lower[i] in _OWN and _stands_alone(tree, i)), None)
    others = [said for said in conversation.before[-_TURNS_BACK:] if said.speaker != conversation.now.speaker]
    if at is None or not others or (noun := _named_last(others[-1], tree, at)) is None:
        return
    first, last = next(sentence for sentence in tree.sentences if sentence[0] <= at < sentence[1])
    start, end = tree.starts[first], tree.end(last - 1)
    before, after = tree.text[start : tree.starts[at]], tree.text[tree.end(at) : end]
    yield f"{before}{_OWN[tree.lower[at]]} {noun}{after}".strip(), (start, end)
    head = tree.heads[at]
    if (noun not in RELATION_OF_NOUN or noun in _PETS) and (kind := _kind_told(tree, at)) is not None:
        yield f"I {'have' if noun in ANIMALS else 'own'} {tree.text[tree.starts[kind] : end]}", (start, end)
        return
    now = tree.tags[head] in _FINITE or any(tree.tags[i] in _FINITE for i in tree.having(head, "cop", "aux"))
    if now and noun not in RELATION_OF_NOUN:
        yield f"I {'have' if noun in KEPT_ANIMALS else 'own'} {with_article(noun)}", (start, end)


def _kind_told(tree: SyntaxTree, own: int) -> int | None:
    """Return where the thing begins that "mine" is said to be: "mine is a Bernina", "mine's a fat pony"."""
    head = tree.heads[own]
    article = next((i for i in tree.having(head, "det") if tree.lower[i] in ("a", "an", "the")), None)
    if article is None or tree.full_deps[own] != "nsubj" or tree.child(head, "cop") is None:
        return None
    kept = tree.lemmas[head] in HAD | ANIMALS or tree.lower[head] in MAKES or tree.words[head].istitle()
    return article if kept else None


def further_ones(conversation: TurnInContext) -> Iterator[Shared]:
    """Yield what a turn says of "a new one", with its noun: "my laptop died, so I bought a new one"."""
    tree = conversation.now.tree
    at = next((i for i in range(len(tree.lower)) if tree.lower[i] == "one" and _is_further(tree, i)), None)
    subject = None if at is None else tree.child(tree.heads[at], "nsubj")
    if at is None or subject is None or tree.lower[subject] not in FIRST_PERSON or subject > at:
        return
    named = _named_after(tree, at)
    earlier = [tree, *(said.tree for said in reversed(conversation.before[-_TURNS_BACK:]))]
    nouns = (_thing_before(each, at if each is tree else len(each.lower)) for each in earlier)
    noun = named or next((found for found in nouns if found is not None), None)
    if noun is not None:
        start = tree.starts[tree.extent(subject)[0]]
        yield f"{tree.text[start : tree.starts[at]]}{noun}", (start, tree.end(at))


def likewise_had(conversation: TurnInContext) -> Iterator[Shared]:
    """Yield what somebody else has who "has one too", with its noun: "we have a snake" "my uncle has one too"."""
    tree = conversation.now.tree
    at = next((i for i in range(len(tree.lower)) if tree.lower[i] == "one" and _is_had(tree, i)), None)
    subject = None if at is None else tree.child(tree.heads[at], "nsubj")
    if at is None or subject is None or subject > at or tree.lower[subject] in SECOND_PERSON:
        return
    earlier = (said.tree for said in reversed(conversation.before[-_TURNS_BACK:]))
    things = (_something_before(each, at if each is tree else len(each.lower)) for each in (tree, *earlier))
    thing = next((found for found in things if found is not None), None)
    if thing is not None:
        start = tree.starts[tree.extent(subject)[0]]
        yield f"{tree.text[start : tree.starts[at]]}{thing}", (start, tree.end(at))


def _is_had(tree: SyntaxTree, token: int) -> bool:
    """Whether "one" alone is what somebody has: "has one too", but not "has one more" or "has one?"."""
    verb, after = tree.heads[token], tree.lower[token + 1 : token + 2]
    had = tree.full_deps[token] == "obj" and tree.lemmas[verb] in _HAVING and tree.tags[verb] != "VB"
    alone = not tree.children[token] and (not after or after[0] in _ALSO or not after[0][0].isalnum())
    return had and alone and not tree.negated(verb) and not tree.is_asked(token)


def _something_before(tree: SyntaxTree, end: int) -> str | None:
    """Return the last "a" or "an" thing before a token that is the object of a verb, with its adjectives."""
    for i in range(end - 1, -1, -1):
        article = next((j for j in tree.having(i, "det") if tree.lower[j] in ("a", "an")), None)
        if article is not None and tree.full_deps[i] == "obj" and tree.lemmas[i] not in TIME_NOUNS:
            return tree.text[tree.starts[article] : tree.end(i)]
    return None


def spoken_of(conversation: TurnInContext) -> Iterator[Shared]:
    """Yield what a turn tells of "it", with its noun: "still have the Golf?" "I sold it" is "I sold the Golf"."""
    tree = conversation.now.tree
    for at in range(len(tree.lower)):
        verb = tree.heads[at]
        if tree.lower[at] != "it" or tree.full_deps[at] != "obj" or tree.lemmas[verb] not in _GETTING_AND_LOSING:
            continue
        subject = tree.child(verb, "nsubj")
        thing = _asked_about(conversation.before[-1].tree) if conversation.before else None
        if subject is None or subject > at or thing is None or tree.is_asked(at):
            continue
        if any(tree.tags[i].startswith("N") and i != subject for i in range(at)):
            continue  # "our city held a parade. I missed it"
        start, last = tree.starts[tree.extent(subject)[0]], max(at, tree.extent(verb)[1] - 1)
        yield (
            f"{tree.text[start : tree.starts[at]]}the {thing}{tree.text[tree.end(at) : tree.end(last)]}",
            (
                start,
                tree.end(last),
            ),
        )


def _asked_about(tree: SyntaxTree) -> str | None:
    """Return the only thing with an article or a possessive in a turn: "chess tournament" of "did you win the …?"."""
    fixed = [i for i in range(len(tree.lower)) if tree.tags[i].startswith("N") and _is_definite(tree, i)]
    if len(fixed) != 1:
        return None
    first = min([i for i in tree.having(fixed[0], "compound", "amod") if i < fixed[0]], default=fixed[0])
    return tree.text[tree.starts[first] : tree.end(fixed[0])]


def _is_definite(tree: SyntaxTree, token: int) -> bool:
    """Whether a noun with an article or a possessive names a thing or an animal, and no person or time."""
    told = any(tree.lower[i] in _DEFINITE for i in tree.having(token, "det", "nmod:poss"))
    person = RELATION_OF_NOUN.get(tree.lemmas[token], "has_pet") != "has_pet"
    return told and not person and tree.lemmas[token] not in TIME_NOUNS


def _is_further(tree: SyntaxTree, token: int) -> bool:
    """Whether "one" stands for a thing that somebody gets: "bought a new one", "got another one"."""
    told = {tree.lower[i] for i in tree.children[token] if i < token}
    return tree.full_deps[token] == "obj" and tree.is_verb(tree.heads[token]) and not told.isdisjoint(_FURTHER)


def _named_after(tree: SyntaxTree, one: int) -> str | None:
    """Return the noun that tells what "one" is: "we got a second one, a greyhound"."""
    beside = (i for i in range(one + 1, len(tree.lower)) if tree.heads[i] in (one, tree.heads[one]))
    nouns = (i for i in beside if tree.deps[i] in ("appos", "parataxis") and tree.tags[i] == "NN")
    told = (i for i in nouns if tree.child(i, "det") is not None and tree.child(i, "cop") is None)
    return next((tree.lemmas[i] for i in told), None)


def _thing_before(tree: SyntaxTree, end: int) -> str | None:
    """Return the last noun before a token that names an animal or a thing that people own."""
    things = (i for i in range(end - 1, -1, -1) if tree.tags[i].startswith("N"))
    return next((tree.lemmas[i] for i in things if tree.lower[i] in KEPT_ANIMALS or _is_owned(tree, i)), None)


def _stands_alone(tree: SyntaxTree, token: int) -> bool:
    """Whether "mine" is the subject or object of a stated clause; not "a friend of mine", "a coal mine"."""
    last = next(last for first, last in tree.sentences if first <= token < last)
    asks = any(word.startswith("?") for word in tree.words[token:last])
    alone = not any(tree.full_deps[i] in ("det", "case", "amod", "compound") for i in tree.children[token])
    return alone and not asks and tree.full_deps[token] in ("nsubj", "nsubj:pass", "obj", "root")


def _named_last(said: ParsedTurn, now: SyntaxTree, mine: int) -> str | None:
    """Return the noun that "mine" stands for: whoever acts, if it does something itself, or else the last thing.

    The verb tells whether it is one or several: "mine are 9 and 11" isn't the cat; of "my three", it is the kids.
    """
    tree = said.tree
    subject = now.full_deps[mine].startswith("nsubj")
    finite = {now.tags[i] for i in (now.heads[mine], *now.having(now.heads[mine], "cop", "aux", "aux:pass")) if subject}
    fits = ("NNS", "NNPS", "CD") if "VBP" in finite else ("NN", "NNP") if "VBZ" in finite else ("N",)
    nouns = [i for i in range(len(tree.lower)) if tree.tags[i].startswith("N") or _is_brood(tree, i)]
    nouns = [i for i in nouns if tree.tags[i] in fits or fits == ("N",)]
    if nouns and _is_brood(tree, nouns[-1]):
        return "kids"
    acts = now.full_deps[mine] == "nsubj" and now.child(now.heads[mine], "cop") is None
    people = [i for i in nouns if RELATION_OF_NOUN.get(tree.lower[i], "has_pet") != "has_pet"]
    acting = [i for i in people if tree.full_deps[i] == "nsubj"]
    if acts and acting:
        return tree.lower[acting[-1]]
    things = [i for i in nouns if tree.lower[i] in {*RELATION_OF_NOUN, *KEPT_ANIMALS} or _is_owned(tree, i)]
    return tree.lower[things[-1]] if things else None


def _is_brood(tree: SyntaxTree, number: int) -> bool:
    """Whether a number alone stands for somebody's children: "my three start school", but not "my three cats"."""
    alone = tree.tags[number] == "CD" and not tree.tags[min(number + 1, len(tree.tags) - 1)].startswith(("N", "J"))
    return alone and any(tree.lower[i] in ("my", "our") for i in tree.having(number, "nmod:poss"))


def _is_owned(tree: SyntaxTree, token: int) -> bool:
    """Whether a noun names a thing that people own, or a product: "a dyson"."""
    lower = tree.lower[token]
    product = not is_english(lower) and any(tree.lower[i] in ("a", "an") for i in tree.having(token, "det"))
    return lower in HAD or lower in MAKES or product
