"""Sentences that take a statement for granted, restated without what leads to it.

"I forgot to say that I work at Lidl", "it's great that she passed" and "the thing is, he's vegan" state what follows.
"""

import re
from collections.abc import Iterator

from chronomem.extractors.language.clauses.borrowed import borrowed_tokens
from chronomem.extractors.language.clauses.moods import joking_tokens
from chronomem.extractors.language.clauses.references import SECOND_PERSON
from chronomem.extractors.language.dialogue.conversation import ParsedTurn
from chronomem.extractors.language.dialogue.fragments import Shared
from chronomem.extractors.language.dialogue.mistakes import MISTAKEN
from chronomem.extractors.language.dialogue.wording import finite
from chronomem.extractors.language.lexicon import KEPT_ANIMALS, RELATION_OF_NOUN, is_ailment
from chronomem.extractors.language.parsing.syntax import SyntaxTree

_FACTIVE = {
    "know", "realise", "realize", "remember", "forget", "regret", "notice", "discover", "learn", "love", "hate", "mind",
    "appreciate", "prove", "acknowledge", "accept", "ignore",
}  # fmt: skip
"""Verbs whose object clause is so, whether they are denied or not."""
_TOLD = {
    "tell", "mention", "say", "admit", "confess", "add", "promise", "swear", "assure", "announce", "repeat", "explain",
    "remind", "warn", "report", "stress", "note", "clarify", "confirm",
}  # fmt: skip
"""Verbs by which the speaker states something."""
_JUDGED = {
    "glad", "happy", "sad", "sorry", "proud", "lucky", "surprised", "relieved", "aware", "grateful", "thankful",
    "pleased", "ashamed", "excited", "great", "good", "nice", "funny", "strange", "weird", "crazy", "cool", "amazing",
    "lovely", "true", "clear", "obvious", "evident", "wonderful", "awesome", "annoying", "unfair", "fortunate",
    "unfortunate", "shame", "pity", "secret", "fact", "miracle", "bummer", "relief", "surprise",
}  # fmt: skip
"""Adjectives and nouns that judge what is so: "it's a shame that …", "I'm glad …"."""
_POINTS = {
    "thing", "fact", "truth", "reason", "point", "problem", "news", "trouble", "upside", "downside", "difference",
    "advantage", "drawback", "bit", "part", "secret", "answer", "catch",
}  # fmt: skip
"""Nouns that announce a statement: "the good thing is that …"."""
_FELT = {"love", "like", "enjoy", "hate", "dislike", "miss", "adore"}
_WEARY = {"tired", "sick", "bored", "fed", "used", "happy", "proud", "stuck"}
_DOING = {"do", "does", "did", "'ve", "have", "has"}
_OPEN = {
    "if", "whether", "why", "how", "when", "where", "what", "who", "which", "before", "after", "until", "till", "since",
    "because", "while", "unless", "once",
}  # fmt: skip
"""Words before a clause that asks, or that gives a time or a reason."""
_FINITE = ("VBD", "VBZ", "VBP", "MD")
_ANNOUNCED = re.compile(
    rf"(?:^|[.!?] )\W*(?:(?:well|so|but|and|anyway|look),? )?(?:(?:the (?:\w+ )?(?:{'|'.join(sorted(_POINTS))})"
    r"|what (?:you|they|most people) (?:don't|may not|might not) know) is(?: that|,|:)|believe it or not,?) "
    r"(?P<said>(?!to\b|not\b|what\b|how\b)[^.!?]{5,120})(?=[.!]|$)",
    re.IGNORECASE,
)


def granted(now: ParsedTurn) -> Iterator[Shared]:
    """Yield the statements that a turn takes for granted, and the span of each."""
    tree, text = now.tree, now.tree.text
    apart = borrowed_tokens(tree) | joking_tokens(tree)
    for found in _ANNOUNCED.finditer(text):
        yield found["said"], found.span()
    for i, dep in enumerate(tree.full_deps):
        finite = tree.tags[i] in _FINITE or any(tree.tags[j] in _FINITE for j in tree.having(i, "aux", "cop"))
        if not finite or i in apart or dep not in ("ccomp", "csubj", "xcomp"):
            continue
        head, subject = tree.heads[i], _subject(tree, i)
        if subject is None or tree.lower[subject] in SECOND_PERSON or not _is_granted(tree, head, i):
            continue
        first, last = tree.extent(subject)[0], max(tree.extent(i)[1], tree.extent(subject)[1])
        while not tree.words[last - 1][0].isalnum() and last - 1 > i:
            last -= 1
        yield text[tree.starts[first] : tree.end(last - 1)], (tree.starts[first], tree.end(last - 1))


def _subject(tree: SyntaxTree, verb: int) -> int | None:
    """Return the subject of a clause, which may have been given to the verb above: "Kim knows | Eva works here"."""
    if tree.full_deps[verb] == "xcomp":
        return next((i for i in tree.having(tree.heads[verb], "obj") if i == verb - 1), None)
    return next((i for i in tree.having(verb, "nsubj", "nsubj:pass") if tree.lower[i] != "that"), None)


def _is_granted(tree: SyntaxTree, head: int, content: int) -> bool:
    """Whether a finite clause that isn't called untrue is so by what governs it, whoever says or knows it."""
    opened = {tree.lower[i] for i in tree.having(content, "mark", "advmod", "obj", "nsubj") if i < content}
    if opened & _OPEN or tree.is_asked(content):
        return False
    lemma, denied = tree.lemmas[head], tree.negated(head)
    if tree.child(head, "cop") is not None:
        return tree.lower[head] in _JUDGED
    if lemma in _FACTIVE:
        return True
    if lemma == "believe" and denied:
        return any(tree.lower[i] in ("ca", "can", "cannot", "could") for i in tree.having(head, "aux"))
    if lemma == "doubt":
        return denied
    wrong = MISTAKEN.search(tree.text) is not None  # "I said that she works there, but I was wrong"
    return lemma in _TOLD and _is_by_speaker(tree, head) and not wrong


def felt(now: ParsedTurn) -> Iterator[Shared]:
    """Yield the state that somebody likes or is tired of, with the span of its verb.

    So "I live here" for "I love living here". What they miss, or felt in the past, is over: "I used to live there".
    """
    tree, text = now.tree, now.tree.text
    apart = borrowed_tokens(tree) | joking_tokens(tree)
    for verb in range(2, len(tree.words)):
        being = tree.lower[verb] == "being" and tree.full_deps[verb] == "cop"
        if tree.tags[verb] != "VBG" or verb in apart or not (being or _is_state(tree, verb)):
            continue
        state = tree.heads[verb] if being else verb
        head = tree.heads[state]
        subject = tree.child(head, "nsubj", "nsubj:pass")
        if subject is None or tree.lower[subject] in SECOND_PERSON or not _feels(tree, head, state):
            continue
        first, last = tree.extent(subject)
        who = text[tree.starts[first] : tree.end(last - 1)]
        rest = text[tree.end(verb) : tree.end(tree.extent(state)[1] - 1)].strip()
        past = any(tree.tags[i] == "VBD" for i in (head, *tree.having(head, "aux", "cop")))
        if past or tree.lemmas[head] == "miss":
            told = f"used to {'be' if being else tree.lemmas[verb]}"
        else:
            several = tree.lower[subject] in ("we", "they") or tree.tags[subject] in ("NNS", "NNPS")
            asked = "do" if several or who.lower() == "i" else "does"
            be = "are" if several else "am" if asked == "do" else "is"
            told = be if being else finite(tree.lemmas[verb], asked, who)
        yield f"{who} {told} {rest}", (tree.starts[verb], tree.end(verb))


def _is_state(tree: SyntaxTree, verb: int) -> bool:
    """Whether a verb tells where somebody lives, works or studies, or whom or which illness they have."""
    lemma, thing = tree.lemmas[verb], tree.child(verb, "obj")
    if lemma == "have":
        noun = "" if thing is None else tree.lemmas[thing]
        return noun in RELATION_OF_NOUN or noun in KEPT_ANIMALS or is_ailment(noun)
    placed = any(tree.lower[j] in ("in", "at", "for", "as") for i in tree.having(verb, "obl") for j in tree.children[i])
    return (lemma in ("live", "work") and placed) or (lemma in ("study", "teach") and thing is not None)


def _feels(tree: SyntaxTree, head: int, state: int) -> bool:
    """Whether a verb or adjective takes a state for granted, of which it tells how somebody likes it."""
    would = any(tree.lower[i] not in _DOING for i in tree.having(head, "aux"))
    if would or tree.is_asked(head):
        return False
    if tree.full_deps[state] == "xcomp" and tree.is_verb(head):
        return tree.lemmas[head] in _FELT
    return tree.full_deps[state] == "advcl" and tree.lower[head] in _WEARY and tree.child(state, "mark") is not None


def _is_by_speaker(tree: SyntaxTree, verb: int) -> bool:
    """Whether the speaker says it, or is to: "I told her that …", "I forgot to say that …"."""
    while tree.full_deps[verb] == "xcomp" and tree.child(verb, "nsubj") is None and tree.heads[verb] != verb:
        verb = tree.heads[verb]
    speaker = tree.child(verb, "nsubj")
    return speaker is not None and tree.lower[speaker] in ("i", "we")
