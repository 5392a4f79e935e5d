"""What the words around a tag tell of it: "cats: no" denies, "sold it to Dale" gives, "swapped it for" ends."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from chronomem.extractors.language.clauses.clause import Clause
from chronomem.extractors.language.clauses.moods import AT_PRESENT
from chronomem.extractors.language.clauses.relation_nouns import is_in_law
from chronomem.extractors.language.lexicon import is_ailment
from chronomem.extractors.language.parsing.syntax import SyntaxTree
from chronomem.extractors.language.tagger.tags import Tag, TaggedWords
from chronomem.graph_schema.facts.predicates import predicate_named

_NO = re.compile(r"\s*[:?\u2013-]+\s*(no|nope|nah|never|negative|none)\b", re.IGNORECASE)
_BETWEEN = re.compile(r"\s*,\s*(?:(?:and|&)\s+)?|\s+(?:and|&)\s+")
"""What stands between the items of a list."""
_FOR = re.compile(r"\s+(?:to|for|with)\s+(?:(?:a|an|the|my|some)\s+)?")
"""What stands between what is given up and what takes its place."""
_SHORT = 2
"""The most words of an item of a list."""
_DESCRIBING = {"amod", "det", "nummod", "nmod:poss", "obl:npmod"}
_VERBS = {"starts", "begins", "ends", "finishes"}
"""Verbs that look like nouns after an adjective."""
_WHEN = (["last"], ["this"], ["next"], ["every"])
"""Words before a noun that tells when something was, and not which: "last weekend hiking"."""
_NEAR = 3
"""How many words further a described noun stands, at most."""
_ARRIVING = {"arrive", "bear", "come", "join", "move"}
"""Verbs of which a relation's first day is told: "Minka came to us in May"."""
HANDING_ON = {"sell", "give", "pass", "hand", "lend", "donate", "leave"}
_LENDING = {"lend", "loan", "drop"}
"""What one does with what is one's own still."""
AVOIDED = {"allergic_to", "dislikes"}
EXCHANGING = {"swap", "switch", "exchange", "replace", "trade", "change", "transfer"}
_AT = {"lives_in", "visited", "plans"}
_DISTANCES = {"hour", "minute", "km", "kilometre", "kilometer", "mile", "drive", "flight"}
_TENTATIVE = {"might", "may", "maybe", "perhaps", "possibly"}
_LEARNT = {"plays", "studies", "likes"}
_LESSONS = {
    "lessons", "lesson", "classes", "class", "course", "courses", "degree", "practice", "training", "rehearsal",
    "rehearsals", "team", "club",
}  # fmt: skip
"""What is held of something that one plays or learns."""
_HAVING = {"has", "owns", "has_pet"}
_JOB = {"works_at", "works_as", "works_in"}
_LEAVING = {"leave", "quit", "sell", "lose"}
_AFFIRMING = {"does", "do", "did", "has", "have", "is", "are", "was", "were"}
_PONDERING = {"think", "consider", "contemplate", "mull", "toy", "debate"}
_NOTICES = {"notice", "resignation"}
_PARTING = {",", ";", ":", "but", "so", "because", "while"}
_STOPS = {".", "!", "?", "\n"}
_NOW = AT_PRESENT | {"instead", "nowadays"}
_ENDED = {"n't", "not", "no", "never", "longer", "without", "done", "over", "gone", "out", "left", "off", "rid"}
_DAY = re.compile(r"(?:day|morning|afternoon|evening|night|weekend)s?$")
_TIME_LEFT = re.compile(
    r"\b(?:years?|yrs?|months?|weeks?|days?) (?:left|to go) (?:at|with|in|as) (?:[\w']+ )?$", re.IGNORECASE
)
"""What stands before a job that is still to be done for a while: "six years left at the post office"."""
_NAME = re.compile(r"[A-Z][\w'-]+")
_NAMES = re.compile(rf"\W*{_NAME.pattern}(?:(?:, |,? (?:and|&) ){_NAME.pattern})+\W*")
_EMPLOYER = re.compile(r" at (?:the )?(?P<name>[A-Z][\w&'-]*(?: (?:and |of |& )?[A-Z][\w&'-]*)*)")
_GIVING_IN = {"give", "hand", "put", "submit", "turn"}


def _has_time_left(tree: SyntaxTree, tag: Tag) -> bool:
    here = tag.object is not None and tag.object.back == 0
    return here and _TIME_LEFT.search(tree.text, 0, tag.object.start if tag.object else 0) is not None


def with_employers(tree: SyntaxTree, tags: Sequence[Tag]) -> Iterator[Tag]:
    """Yield tags, and the employer that is named right after an occupation: "baker at Twelve Triangles"."""
    yield from tags
    taken = [tag.object for tag in tags if tag.predicate == "works_at" and tag.object is not None]
    for tag in tags:
        if tag.predicate != "works_as" or tag.status != "holds" or tag.object is None or tag.object.back:
            continue
        found = _EMPLOYER.match(tree.text, tag.object.end)
        if found is not None and not any(place.back == 0 and place.start < found.end("name") for place in taken):
            yield replace(tag, predicate="works_at", object=TaggedWords(0, *found.span("name")))


def amended(tree: SyntaxTree, tag: Tag) -> Iterator[Tag]:
    """Yield a tag as the words around it tell it, and the end of what its object took the place of.

    Args:
        tree: the parse of the message that was read.
    """
    if tag.status != "denied" and (both := _exchanged(tree, tag)) is not None:
        yield from (replace(tag, object=both[0], status="over"), replace(tag, object=both[1], status="holds"))
        return
    if tag.status == "denied" and _is_contrasted(tree, tag):
        yield replace(tag, status="holds")
        return
    if tag.object is not None and tag.object.back == 0 and (items := _items(tree, tag)):
        yield from (replace(tag, object=item) for item in items)
        return
    if tag.object is not None and tag.object.back == 0 and tag.status == "holds":
        last = tree.lower[token_at(tree, tag.object.end - 1)]
        if tag.predicate == "takes" and is_ailment(last):
            yield replace(tag, predicate="has")  # "Hashimoto. One pill every morning"
            return
        if tag.predicate in _LEARNT and last in _LESSONS and (cut := _without_last(tree, tag.object)) is not None:
            yield replace(tag, object=cut)
            return
        first = token_at(tree, tag.object.start)
        if tag.predicate in _AT and _is_away(tree, first):
            return
        if tag.predicate == "plans" and _is_tentative(tree, first):
            yield replace(tag, predicate="considers")
            return
        if _NO.match(tree.text, tag.object.end) or (tag.predicate in AVOIDED and _is_fine(tree, tag.object)):
            yield replace(tag, status="denied")
            return
        given_up = _given_up(tree, token_at(tree, tag.object.start))
        if given_up is not None and predicate_named(tag.predicate).kind == "state":
            place = TaggedWords(0, tree.starts[given_up], tree.end(given_up))
            yield replace(tag, status="over", object=place)
        elif tag.predicate == "studies" and _is_changed_to(tree, head_of(tree, tag.object)):
            yield from (tag, replace(tag, status="over", object=None))
            return
    elif tag.status == "over" and (
        (tag.predicate in _JOB and (_gives_notice(tree, tag) or _has_time_left(tree, tag)))  # until the last day
        or _is_not_left(tree, tag)
        or _is_only_thought_of(tree, tag)
        or _is_so_now(tree, tag)
        or _gets_another_day(tree, tag)
        or _is_for_long(tree, tag)
        or (tag.predicate in _HAVING and (_receives(tree, tag) or _is_lent(tree, tag)))
    ):
        yield replace(tag, status="holds")
        return
    yield tag


def _is_contrasted(tree: SyntaxTree, tag: Tag) -> bool:
    """Whether a clause says of somebody else that they do what the speaker doesn't: "I don't, my sister does"."""
    if not isinstance(tag.subject, TaggedWords) or tag.subject.back or tag.object is None or not tag.object.back:
        return False
    who = head_of(tree, tag.subject)
    verb = tree.heads[who]
    told = tree.full_deps[who] == "nsubj" and tree.lower[verb] in _AFFIRMING and not tree.negated(verb)
    return told and tree.child(verb, "obj", "xcomp", "ccomp") is None


def _without_last(tree: SyntaxTree, place: TaggedWords) -> TaggedWords | None:
    """Return a place without its last word, or None if it is the only one: "saxophone" of "saxophone lessons"."""
    first, last = token_at(tree, place.start), token_at(tree, place.end - 1)
    return replace(place, end=tree.end(last - 1)) if first < last else None


def completed(tree: SyntaxTree, place: TaggedWords) -> TaggedWords:
    """Return marked words with the noun that they only describe: "a safe" of "creating a safe place".

    Args:
        tree: the parse of the message in which the words stand.
    """
    first, last = token_at(tree, place.start), token_at(tree, place.end - 1)
    if tree.full_deps[first] == "fixed":  # "roll" of "rock and roll"
        first = tree.heads[first]
    while first and tree.full_deps[first - 1] == "compound" and first <= tree.heads[first - 1] <= last:
        if tree.lower[first - 2 : first - 1] in _WHEN:  # "last weekend | hiking"
            break
        first -= 1  # "nose" of "nose flute"
    while last < (head := tree.heads[last]) <= last + _NEAR and tree.full_deps[last] in _DESCRIBING:
        if tree.lower[head] in _LESSONS | _VERBS:  # "a class in Norwegian | starts tonight"
            break
        last = head
    return replace(place, start=min(place.start, tree.starts[first]), end=max(place.end, tree.end(last)))


def _items(tree: SyntaxTree, tag: Tag) -> list[TaggedWords]:
    """Return the items of a list that was marked as one object, or is the message: "English, French and Danish"."""
    assert tag.object is not None
    first, last = tag.object.start, tag.object.end
    if _NAMES.fullmatch(tree.text):
        return [TaggedWords(0, *found.span()) for found in _NAME.finditer(tree.text)]
    between = [found.span() for found in _BETWEEN.finditer(tree.text, first, last)]
    if predicate_named(tag.predicate).topical or not between:
        return []
    starts, ends = [first, *(end for _, end in between)], [*(start for start, _ in between), last]
    items = [TaggedWords(0, start, end) for start, end in zip(starts, ends, strict=True)]
    words = [tree.text[item.start : item.end].split() for item in items]
    if not all(0 < len(item) <= _SHORT for item in words):
        return []
    if not tree.text[between[-1][0] : between[-1][1]].strip(" ,"):  # "yoga, kickboxing", but not "Lyon, France"
        things = (tree.tags[token_at(tree, item.end - 1)] in ("NN", "NNS", "VBG") for item in items)
        return items if all(things) else []
    return items if len(items) > 2 or all(item[0][0].isupper() for item in words) else []


def _is_away(tree: SyntaxTree, place: int) -> bool:
    """Whether a place is told to be far from another: "Lyon is an hour from here", "Tromsø is 2 hours by plane"."""
    head = tree.heads[place]
    if not tree.full_deps[place].startswith("nsubj") or tree.child(head, "cop") is None:
        return False
    words = {tree.lower[i] for i in tree.subtree(head)}
    return not {"from", "away"}.isdisjoint(words) or tree.lemmas[head] in _DISTANCES


def _is_tentative(tree: SyntaxTree, token: int) -> bool:
    """Whether a verb around a token, or the words before it, only tell what may be: "we might do Portugal"."""
    if tree.lower[token - 1 : token] == ["maybe"] or tree.lower[token - 2 : token - 1] == ["maybe"]:
        return True
    while not any(tree.lower[i] in _TENTATIVE for i in tree.having(token, "aux", "advmod")):
        if tree.heads[token] == token:
            return False
        token = tree.heads[token]
    return True


def token_at(tree: SyntaxTree, offset: int) -> int:
    """Return the token at an offset of the text as it was typed."""
    return max(0, bisect_right(tree.starts, offset) - 1)


def is_by_the_way(tree: SyntaxTree, place: TaggedWords, own: int | None) -> bool:
    """Whether a relation is told in passing, whenever the rest was: "my wife's mum is 80", "Finn started school".

    Args:
        own: the verb of what a pronoun tells of somebody named before ("your son?" "he'll be 7 in May"), or None.
    """
    if place.back:
        return own is not None and tree.lemmas[own] not in _ARRIVING
    head = head_of(tree, place)
    dep = tree.full_deps[head]
    return dep == "nmod:poss" or (dep == "nsubj" and tree.lemmas[tree.heads[head]] not in _ARRIVING)


def is_left_behind(tree: SyntaxTree, place: TaggedWords | None) -> bool:
    """Whether somebody came from a place, where they may well live: "Ida came over from Turku yesterday"."""
    if place is None or place.back:
        return False
    return any(tree.lower[i] == "from" for i in tree.having(head_of(tree, place), "case"))


def head_of(tree: SyntaxTree, place: TaggedWords) -> int:
    """Return the token on which the others of a place depend."""
    first, last = token_at(tree, place.start), token_at(tree, max(place.start, place.end - 1))
    head = next((i for i in range(first, last + 1) if not first <= tree.heads[i] <= last), last)
    if tree.lower[head] != "law":
        return head
    return next((i for i in range(max(0, head - 4), head) if is_in_law(tree, i)), head)  # "father" of "father-in-law"


def clause_of(tree: SyntaxTree, clauses: Sequence[Clause], token: int) -> Clause | None:
    """Return the smallest clause that holds a token."""
    holding = [clause for clause in clauses if tree.extent(clause.head)[0] <= token < tree.extent(clause.head)[1]]
    return min(holding, key=lambda clause: -clause.head if clause.head <= token else 0, default=None)


def _receives(tree: SyntaxTree, tag: Tag) -> bool:
    """Whether the subject is the one to whom something is handed on: "sold it to Dale"."""
    if not isinstance(tag.subject, TaggedWords) or tag.subject.back:
        return False
    who = token_at(tree, tag.subject.start)
    towards = any(tree.lower[i] == "to" for i in tree.having(who, "case"))
    return towards and tree.lemmas[tree.heads[who]] in HANDING_ON


def _is_fine(tree: SyntaxTree, place: TaggedWords) -> bool:
    """Whether the message says of a thing that it does no harm: "peanuts are fine"."""
    head = head_of(tree, place)
    above = tree.heads[head]
    told = tree.full_deps[head].startswith("nsubj") and not tree.negated(above)
    return told and tree.lower[above] in {"fine", "ok", "okay", "good", "safe", "alright", "clear", "harmless"}


def _is_lent(tree: SyntaxTree, tag: Tag) -> bool:
    """Whether the object is one's own still: "lent Bob my tent", "dropped my phone"."""
    if tag.object is None or tag.object.back:
        return False
    return tree.lemmas[tree.heads[head_of(tree, tag.object)]] in _LENDING


_LAST_WEEKS = re.compile(r"(?:\bis|'s) (?:my|our|his|her|their) (?:very )?last (?:week|fortnight|month)\b")


def _gives_notice(tree: SyntaxTree, tag: Tag) -> bool:
    """Whether a sentence only tells of what comes before an end: of a notice, or of the last weeks."""
    if tag.object is None or tag.object.back:
        return False
    token = token_at(tree, tag.object.start)
    first, last = next(sentence for sentence in tree.sentences if sentence[0] <= token < sentence[1])
    told = set(tree.lemmas[first:last])
    return (not _NOTICES.isdisjoint(told) and not _GIVING_IN.isdisjoint(told)) or is_near_end(tree, token)


def is_near_end(tree: SyntaxTree, token: int) -> bool:
    """Whether a sentence tells that something ends soon: "it's my last week at Bosch"."""
    first, last = next(sentence for sentence in tree.sentences if sentence[0] <= token < sentence[1])
    return _LAST_WEEKS.search(" ".join(tree.lower[first:last])) is not None


def _is_not_left(tree: SyntaxTree, tag: Tag) -> bool:
    """Whether a sentence denies that somebody left what it names: "I've never left Hull"."""
    if tag.object is None or tag.object.back:
        return False
    verb = tree.heads[head_of(tree, tag.object)]
    return tree.lemmas[verb] in _LEAVING and tree.negated(verb)


def _is_so_now(tree: SyntaxTree, tag: Tag) -> bool:
    """Whether a part of a sentence tells what came after an end: "quit Lidl, working at Aldi now"."""
    if tag.object is None or tag.object.back:
        return False
    token = token_at(tree, tag.object.start)
    start, end = part_around(tree, token)
    after_another = start > next(first for first, last in tree.sentences if first <= token < last)
    said = {*tree.lower[start:end]}
    return after_another and bool(said & _NOW) and not (said & _ENDED or {"VBD", "VBN"} & {*tree.tags[start:end]})


def part_around(tree: SyntaxTree, token: int) -> tuple[int, int]:
    """Return the first token of a part of a sentence, between commas and conjunctions, and the one after its last."""
    first, last = next(sentence for sentence in tree.sentences if sentence[0] <= token < sentence[1])
    start = next((i + 1 for i in range(token, first, -1) if tree.lower[i] in _PARTING), first)
    return start, next((i for i in range(token + 1, last) if tree.lower[i] in _PARTING), last)


def _gets_another_day(tree: SyntaxTree, tag: Tag) -> bool:
    """Whether something that goes on moves to another day: "switched my tennis to Wednesdays"."""
    if tag.object is None or tag.object.back:
        return False
    thing = head_of(tree, tag.object)
    verb = _exchange(tree, thing)
    if verb is None or tree.heads[thing] != verb:
        return False
    towards = (i for i in tree.having(verb, "obl") if any(tree.lower[j] == "to" for j in tree.having(i, "case")))
    return any(_DAY.search(tree.lower[i]) for i in towards)


def _is_for_long(tree: SyntaxTree, tag: Tag) -> bool:
    """Whether an answer tells since when something is so: "since I was 12", "guitar, since I was twelve"."""
    here = tag.object is not None and tag.object.back == 0
    token = token_at(tree, tag.object.start) if here and tag.object is not None else 0
    first = next((i + 1 for i in range(token, 0, -1) if tree.lower[i] in _STOPS), 0)
    said = tree.lower[first : next((i for i in range(first, len(tree.lower)) if tree.lower[i] in _STOPS), None)]
    if "since" not in said:
        return False
    before = said[: said.index("since")]
    return _ENDED.isdisjoint(before) and not any(tree.is_verb(i) for i in range(first, first + len(before)))


def _is_only_thought_of(tree: SyntaxTree, tag: Tag) -> bool:
    """Whether somebody only thinks of ending what a tag found: "I'm thinking about dropping out of the band"."""
    if tag.object is None or tag.object.back:
        return False
    above = [head_of(tree, tag.object)]
    while tree.heads[above[-1]] != above[-1]:
        above.append(tree.heads[above[-1]])
    return any(
        tree.tags[deed] == "VBG"
        and tree.child(deed, "nsubj", "aux") is None  # not "I think I'm leaving the band"
        and tree.lemmas[mind] in _PONDERING
        and tree.tags[mind] != "VBD"
        for deed, mind in pairwise(above)
    )


def _is_changed_to(tree: SyntaxTree, thing: int) -> bool:
    """Whether something takes the place of what isn't named: "switched to geography"."""
    verb = _exchange(tree, thing)
    towards = "to" in (tree.lower[i] for i in tree.having(thing, "case", "mark"))
    return verb is not None and verb < thing and towards and not tree.negated(verb)


def _exchange(tree: SyntaxTree, thing: int) -> int | None:
    """Return the verb above something that tells of an exchange."""
    verb = thing
    while tree.lemmas[verb] not in EXCHANGING:
        if tree.heads[verb] == verb:
            return None
        verb = tree.heads[verb]
    return verb


def _exchanged(tree: SyntaxTree, tag: Tag) -> tuple[TaggedWords, TaggedWords] | None:
    """Return what is given up and what takes its place, if one object holds both: "swapped | tea for rum"."""
    if tag.object is None or tag.object.back or _exchange(tree, token_at(tree, tag.object.start)) is None:
        return None
    between = _FOR.search(tree.text, tag.object.start, tag.object.end)
    if between is None:
        return None
    return replace(tag.object, end=between.start()), replace(tag.object, start=between.end())


def _given_up(tree: SyntaxTree, thing: int) -> int | None:
    """Return what something took the place of: "Golf" of "swapped the Golf for a Polo", "A" of "from A to B"."""
    verb = _exchange(tree, thing)
    if verb is None:
        return None
    before = {tree.lower[i] for i in tree.having(thing, "case", "mark")}
    old = tree.child(verb, "obj") if before & {"for", "with"} else None
    if "to" in before:
        old = next(
            (i for i in tree.having(verb, "obl") if "from" in (tree.lower[j] for j in tree.having(i, "case"))), None
        )
    return old if old is not None and verb < old < thing and not tree.negated(verb) else None


def lacks(tree: SyntaxTree, tag: Tag) -> bool:
    """Whether there is none of what a tag found: "a licence but no car"; "no nuts for me" tells of an allergy."""
    if tag.object is None or tag.object.back or tag.status != "holds" or tag.predicate in AVOIDED:
        return False
    before = tree.before_adjectives(token_at(tree, tag.object.start))
    return before is not None and tree.lower[before] == "no"
