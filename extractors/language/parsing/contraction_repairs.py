"""Repairs of "'s" that means "is" or "has": "Tom's 29", "my sister's moved", "Eva's left the choir"."""

from chronomem.extractors.language.lexicon import BODY_PARTS
from chronomem.extractors.language.parsing.parse_repairs import OLDEST
from chronomem.extractors.language.readable.dictionary import past_forms

_FINISHING = {
    "move", "go", "come", "leave", "become", "be", "start", "begin", "quit", "retire", "graduate", "join", "get",
    "turn", "arrive", "stop", "live", "work", "buy", "find", "win", "lose", "grow", "split", "pass", "fall", "settle",
    "return", "happen", "die",
}  # fmt: skip
"""Verbs before whose participle "'s" means "has": "my sister's moved"."""
_PLACED = {"here", "there", "back", "home", "gone"}
"""Adverbs that tell where somebody is: "the sofa's here"."""
_UNCHANGED = {"quit", "split", "put", "cut", "hit", "set", "shut", "hurt", "let", "read"}
"""Verbs whose participle is called as they are."""
_BETWEEN = {"just", "already", "finally", "also", "now", "recently", "even", "only", "never", "always"}
"""What may stand between "'s" and a participle."""
_THING = {"det", "amod", "nmod:poss", "compound", "nummod"}


def mend_contractions(lower: list[str], tags: list[str], lemmas: list[str], deps: list[str], heads: list[int]) -> None:
    """Parse "'s" after a name as "is" or "has" if the following words can't be possessed."""
    for i, word in enumerate(lower):
        if word != "'s" or i == 0:
            continue
        named, head = heads[i], heads[heads[i]]
        if lower[i - 1] == "law" and deps[i] == "case" and deps[head].startswith("nsubj"):
            named, head = head, heads[head]  # "my mother in law's a nurse"
            if head > i and lower[i + 1] in ("a", "an", "in", "from", "at"):
                heads[i], deps[i], tags[i], lemmas[i] = head, "cop", "VBZ", "be"
            continue
        if deps[i] in ("aux:pass", "cop") and _has_done(named, tags, lemmas, deps, heads):
            deps[i], tags[i], lemmas[i], tags[named] = "aux", "VBZ", "have", "VBN"
        if deps[i] != "case" or named != i - 1 or head < i:
            continue
        if deps[named] == "nmod:poss" and not _is_told_of(lower, tags, deps, heads, i, head):
            continue
        if not deps[named].startswith(("nsubj", "nmod:poss")):
            continue
        if deps[named] == "nmod:poss":
            deps[named] = "nsubj"
        heads[i], tags[i] = head, "VBZ"
        has = _has_done(head, tags, lemmas, deps, heads)
        tags[head] = "VBN" if has else tags[head]
        deps[i] = "aux" if has or tags[head] == "VBG" else "aux:pass" if tags[head] == "VBN" else "cop"
        lemmas[i] = "have" if has else "be"


def mend_perfects(lower: list[str], tags: list[str], lemmas: list[str], deps: list[str], heads: list[int]) -> None:
    """Parse "'s" before a participle as "has" if the thing after both was taken for somebody's: "Eva's left Tesco".

    Only where the sentence has no other verb, so that nothing is told of the thing: not "Tom's lost keys were found",
    but "Tom's lost his keys, did you hear?".
    """
    for mark in range(1, len(lower) - 2):
        owner = mark - 1
        verb = mark + 2 if lower[mark + 1] in _BETWEEN else mark + 1
        thing = heads[owner] if heads[verb] == owner else heads[verb]
        owned = lower[mark] == "'s" and heads[mark] == owner and deps[mark] == "case"
        if not owned or heads[owner] not in (verb, thing) or not verb < thing or not tags[thing].startswith("N"):
            continue
        if lower[verb] == "been" and deps[verb] in ("cop", "aux", "aux:pass"):
            heads[owner], deps[owner] = thing, "nsubj"
            heads[mark], deps[mark], tags[mark], lemmas[mark] = thing, "aux", "VBZ", "have"
            continue
        base = past_forms().get(lower[verb]) or (lower[verb] if lower[verb] in _UNCHANGED else None)
        base = base or (lemmas[verb] if tags[verb] == "VBN" else None)
        end = next((i for i in range(thing, len(lower) - 2) if lower[i] == "," and lower[i + 2] == "you"), len(lower))
        alone = heads[thing] == thing and not any(_is_told(tags[i], deps[i]) for i in range(end) if i != verb)
        half = lower[verb] == "left" and not BODY_PARTS.isdisjoint(lemmas[verb:])  # "Eva's left knee"
        if base is None or not alone or half:
            continue
        _make_verb(verb, base, (owner, mark, thing), tags, lemmas, deps, heads)


def _is_told(tag: str, dep: str) -> bool:
    """Whether a word is a verb that tells something, or helps one to."""
    return (tag in ("VBD", "VBP", "VBZ", "MD") and dep != "case") or dep in ("cop", "aux", "nsubj")


def _make_verb(
    verb: int,
    base: str,
    around: tuple[int, int, int],
    tags: list[str],
    lemmas: list[str],
    deps: list[str],
    heads: list[int],
) -> None:
    """Make a participle the verb of its sentence, with the thing that it seemed to describe as its object.

    Args:
        around: the one whose the thing seemed to be, the "'s" after them, and the thing.
    """
    owner, mark, thing = around
    for i, head in enumerate(heads):
        if head == thing and i not in (owner, mark, verb) and (deps[i] not in _THING or i < verb):
            heads[i] = verb
            deps[i] = deps[i].replace("nmod", "obl") if deps[i] in ("nmod", "nmod:unmarked") else deps[i]
    heads[verb], deps[verb], tags[verb], lemmas[verb] = verb, deps[thing], "VBN", base
    heads[thing], deps[thing] = verb, "obj"
    heads[owner], deps[owner] = verb, "nsubj"
    heads[mark], deps[mark], tags[mark], lemmas[mark] = verb, "aux", "VBZ", "have"


def _has_done(verb: int, tags: list[str], lemmas: list[str], deps: list[str], heads: list[int]) -> bool:
    """Whether a participle after "'s" tells of a deed: what has an object isn't done to somebody."""
    if tags[verb] not in ("VBN", "VBD"):
        return False
    return lemmas[verb] in _FINISHING or any(dep == "obj" and heads[i] == verb for i, dep in enumerate(deps))


def _is_told_of(lower: list[str], tags: list[str], deps: list[str], heads: list[int], mark: int, head: int) -> bool:
    """Whether the words after "'s" are a predicate: an age, a place, or a noun with an article of its own."""
    between = [j for j in range(mark + 1, head) if heads[j] == head]
    if any(deps[j] in ("cop", "aux") for j, parent in enumerate(heads) if parent == head):
        return False
    if lower[head] in _PLACED:
        placed = all(lower[j] in _PLACED for j in range(mark + 1, head))  # "Mum's back home"
        return placed and not deps[head].startswith("nsubj")  # not "Tom's home is in Rome"
    if tags[head] in ("VBG", "VBN", "VBD") or (tags[head] == "JJ" and not between[1:]):
        return heads[head] == head or deps[head] in ("conj", "parataxis", "ccomp")
    if tags[head] == "CD":
        return mark + 1 == head and lower[head].isdecimal() and 0 < int(lower[head]) <= OLDEST
    return any(deps[j] == "case" or tags[j] == "PRP$" or lower[j] in ("a", "an", "the") for j in between)
