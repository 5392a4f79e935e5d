"""Tastes in idioms and fragments: "chess is my thing", "nothing beats a swim", "huge fan of jazz", "my fave film is …".

They are found by their words, because the thing liked is the subject as often as the object, and chat leaves out
the rest.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from chronomem.extractors.language.clauses.moods import stated_tokens
from chronomem.extractors.language.clauses.phrases import TIME_NOUNS, phrase_text, says_something
from chronomem.extractors.language.clauses.references import FIRST_POSSESSIVE, Resolver
from chronomem.extractors.language.clauses.referents import Reference
from chronomem.extractors.language.frames.comparisons import compared
from chronomem.extractors.language.frames.frames import Frame
from chronomem.extractors.language.frames.fulfilments import INFERRED
from chronomem.extractors.language.frames.objects import is_told
from chronomem.extractors.language.lexicon import FAVORITE, RELATION_OF_NOUN
from chronomem.extractors.language.parsing.syntax import NEGATIONS, SyntaxTree
from chronomem.extractors.language.readable.dictionary import is_english

_WITHIN = {"of", "in", "on", "at", "from"}
"""Prepositions after what is the favourite: "my favourite place | in the whole world"."""
_NATIVES = {"girl", "boy", "man", "woman", "lad", "lass"}
"""What one is of the town one comes from: "a Leeds girl"."""
_BE = {"is", "are", "'s", "'re", "was", "were", "s"}
_MARKS = {
    "thing", "jam", "passion", "passions", "hobbies", "pastimes", "obsessions", "go-to", "goto", "hobby",
    "obsession", "weakness", "addiction", "therapy", "pastime", "fave", "fav", "favorite", "favourite", "favorites",
    "favourites", "faves",
}  # fmt: skip
"""Nouns by which a thing is called one's own taste: "chess is my thing"."""
_MARK_PHRASES = {"happy place", "guilty pleasure", "first love", "cup of tea", "idea of fun",
                 "go - to", "safe place", "true love", "biggest passion", "idea of heaven", "top pick", "number one",
                 *(f"comfort {thing}" for thing in ("food", "show", "film", "movie", "series", "read", "book", "watch",
                                                    "game", "meal", "album", "drink", "snack"))}  # fmt: skip
_FANS = {
    "fan", "lover", "addict", "enthusiast", "fanatic", "buff", "geek", "nerd", "aficionado", "nut", "junkie",
    "sucker", "devotee", "fiend",
}  # fmt: skip
_KINDS_OF_PERSON = {"person", "guy", "girl", "gal", "man", "woman", "drinker", "eater", "reader", "watcher", "type"}
_NO_KIND = {"one", "thing", "time", "way"}
"""Nouns that tell no kind of thing: "my favourite way to relax"."""
_NO_TASTE = {
    "baby", "birthday", "little",
    "people", "morning", "night", "nice", "good", "bad", "new", "busy", "old", "young", "family", "big", "great",
    "wrong", "right", "day", "happy", "different", "better", "changed", "creative", "social", "shy", "strong",
}  # fmt: skip
"""Modifiers of "person" that tell no taste: "a morning person", "a busy guy"."""
_TAKEN = {
    "obsessed", "addicted", "hooked", "crazy", "mad", "nuts", "bonkers", "passionate", "keen", "fond", "partial",
    "big", "enthusiastic", "drawn", "interested",
}  # fmt: skip
_TAKEN_BY = {"with", "to", "on", "about", "of", "over", "by", "in"}
_SOFT = {"spot", "weakness", "passion", "thing", "love", "fondness", "obsession"}
_EFFECTS = {
    ("helps", "me", "relax"), ("helps", "me", "unwind"), ("helps", "me", "destress"), ("helps", "me", "de-stress"),
    ("helps", "me", "cope"), ("helps", "me", "chill"), ("helps", "me", "sleep"), ("helps", "me", "think"),
    ("keeps", "me", "sane"), ("keeps", "me", "going"), ("keeps", "me", "grounded"), ("keeps", "me", "calm"),
    ("keeps", "me", "happy"), ("keeps", "me", "fit"), ("makes", "me", "happy"), ("makes", "me", "smile"),
    ("clears", "my", "head"), ("clears", "my", "mind"), ("calms", "me", "down"), ("brings", "me", "joy"),
    ("brings", "me", "peace"), ("gives", "me", "joy"), ("gives", "me", "peace"), ("gives", "me", "energy"),
}  # fmt: skip
"""What a pastime does to those who like it: "yoga helps me relax"."""
_BEFORE_BE = {
    "definitely", "probably", "really", "just", "totally", "always", "still", "also", "def", "actually", "not",
    "n't", "never", "so", "my", "honestly", "literally", "defo", "basically",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Taste:
    """A taste with the tokens that tell it.

    Attributes:
        first, last: the tokens, half-open.
        frame: whose taste it is, and for what.
    """

    first: int
    last: int
    frame: Frame


def read_tastes(resolver: Resolver) -> list[Taste]:
    """Return the tastes that the turn tells by idiom, in order."""
    tree = resolver.tree
    stated = stated_tokens(tree)
    found: list[Taste] = []
    for i in sorted(stated):
        told = (*_favourite(resolver, i), *_own_thing(resolver, i), *_effect(resolver, i), *_phrase(resolver, i))
        for taste in (*told, *_preferred(resolver, i)):
            if not any(known.frame == taste.frame for known in found):
                found.append(taste)
    return found


def _preferred(resolver: Resolver, than: int) -> Iterator[Taste]:
    """Yield "I like the mountains better than the beach"."""
    found = compared(resolver.tree, than)
    owner = None if found is None else _owner(resolver, found[0])
    if found is not None and owner is not None:
        verb, end, value = found
        yield Taste(verb, end, _frame(owner, "prefers", value, 0.7))


def _favourite(resolver: Resolver, start: int) -> Iterator[Taste]:
    """Yield "my favourite film is …", "my all-time fave is …"."""
    tree = resolver.tree
    if tree.lower[start] not in FIRST_POSSESSIVE | {"fave", "favourite", "favorite"}:
        return
    end = _sentence_end(tree, start)
    window = range(start, min(start + 5, end))
    at = next((i for i in window if tree.lower[i] in FAVORITE | {"favorites", "favourites", "faves"}), None)
    if at is None or (at != start and tree.lower[start] not in FIRST_POSSESSIVE) or "POS" in tree.tags[start:at]:
        return  # "my son Eli's favourite book" is his
    if at == start and start and tree.lower[start - 1] not in (".", "!", ",", "\n", ";"):
        return
    be = next(
        (i for i in range(at + 1, min(at + 8, end)) if tree.lower[i] in _BE | {":", "be"} and tree.tags[i] != "POS"),
        None,
    )
    verbless = (be is None or "," in tree.lower[at:be]) and _is_named_without_verb(tree, at, end)
    be = at + 1 if verbless else be
    if (
        be is None
        or be + 1 >= end
        or any(tree.lower[i] in NEGATIONS | {"to", "when", "because", "and"} for i in range(at, be))
    ):
        return
    if any(tree.is_verb(i) and tree.lower[i] not in ("has", "would") for i in range(at + 1, be)):
        return
    nouns = [
        i
        for i in range(at + 1, be + verbless)
        if tree.tags[i].startswith("N") and tree.lower[i] not in ("time", "one", "part", "thing")
    ]
    nouns = [i for i in nouns if tree.lemmas[i] not in TIME_NOUNS] or nouns  # "my favourite band these days"
    if (within := next((i for i in range(at, be) if tree.lower[i] in _WITHIN), None)) is not None:
        nouns = [i for i in nouns if i < within and tree.lower[i] not in ("kind", "type", "sort")] or nouns
    begin = be + 1
    end = next((i for i in range(begin, end) if tree.lower[i] in FAVORITE), end)
    while begin < end and (tree.lower[begin] in _BEFORE_BE or tree.tags[begin] == "RB"):
        begin += 1
    predicate = f"favorite_{tree.lemmas[nouns[-1]]}" if nouns else "likes"
    title = _title(tree, begin, end)
    heads = [] if " " in title else list(_things(resolver, begin, end))
    for head in heads:
        yield _taste(resolver, start, head, predicate, resolver.speaker, 0.85)
    if not heads and title:
        yield Taste(start, begin + len(title.split()), _frame(resolver.speaker, predicate, title, 0.75))
    if nouns and "new" in tree.lower[start:at]:
        yield _former(start, be, resolver.speaker, predicate)


def _is_named_without_verb(tree: SyntaxTree, at: int, end: int) -> bool:
    """Whether a favourite is told without a verb: "fav band Radiohead", "favourite food my nan's jollof"."""
    if at + 2 >= end or not tree.tags[at + 1].startswith("NN") or not tree.words[at + 1].islower():
        return False
    told = tree.words[at + 2][0].isupper() or tree.lower[at + 2] in FIRST_POSSESSIVE
    return told and tree.lemmas[at + 1] not in RELATION_OF_NOUN


def _own_thing(resolver: Resolver, be: int) -> Iterator[Taste]:
    """Yield "chess is my thing", "pho is my go-to", "horror films aren't my cup of tea"."""
    tree = resolver.tree
    if tree.lower[be] not in _BE or be == 0:
        return
    at = be + 1
    while at < len(tree.words) and tree.lower[at] in _BEFORE_BE - {"my"}:
        at += 1
    if at >= len(tree.words) or tree.lower[at] not in ("my", "our"):
        return
    words = tree.lower[at + 1 : at + 6]
    after = " ".join(words)
    mark = next((p for p in _MARK_PHRASES if f"{after} ".startswith(f"{p} ")), None)
    mark = mark or next(
        (w for w in words[:3] if w in _MARKS and " ".join(words).split(" ")[0] not in ("whole", "own")), None
    )
    if mark is None or (
        mark in FAVORITE and words[words.index(mark) + 1 : words.index(mark) + 2] in (["part"], ["thing"])
    ):
        return
    denied = any(tree.lower[i] in NEGATIONS for i in range(be, at))
    head = _thing_before(resolver, be)
    if head is None and (tree.tags[be - 1], tree.full_deps[be - 1]) == ("JJ", "nsubj"):
        head = be - 1  # "blue is my favourite colour"
    if head is None or (denied and mark in FAVORITE):
        return
    noun = tree.lemmas[at + 2 + words.index(mark)] if mark in FAVORITE and words.index(mark) + 1 < len(words) else ""
    is_kind = noun and tree.tags[at + 2 + words.index(mark)].startswith("N") and noun not in _NO_KIND
    predicate = f"favorite_{noun}" if is_kind else "dislikes" if denied else "likes"
    doing = tree.lower[head].endswith("ing") and head + 1 < be and tree.heads[head + 1] == head  # "painting still life"
    joined = (i for i in tree.having(head, "conj") if head < i < be and _is_nominal(tree, i))
    heads = [head, *(i for i in joined if tree.tags[i] == "VBG" or not doing)]
    heads += [tree.heads[head]] if tree.deps[head] == "conj" and tree.heads[head] < head else []
    for one in heads:
        last = at + 2 + len(mark.split())
        yield _taste(resolver, one, one, predicate, resolver.speaker, 0.75, last=last, before=be)
    if is_kind and "new" in words[: words.index(mark)]:
        yield _former(at, at + 1, resolver.speaker, predicate)


def _effect(resolver: Resolver, verb: int) -> Iterator[Taste]:
    """Yield "yoga helps me relax", "running clears my head": of pastimes and not of people."""
    tree = resolver.tree
    words = tree.lower[verb : verb + 6]
    told = any(tuple(words[:1] + words[1:2] + words[n : n + 1]) in _EFFECTS for n in (2, 3))
    if not told or verb == 0:
        return
    head = _thing_before(resolver, verb)
    if head is not None and (tree.lower[head].endswith("ing") or not tree.having(head, "det", "nmod:poss")):
        reference = resolver.resolve(head)
        if reference is None or reference.type != "person":
            yield _taste(resolver, head, head, "likes", resolver.speaker, 0.65, last=verb + 3, before=verb)


def _phrase(resolver: Resolver, at: int) -> Iterator[Taste]:
    """Yield what stands after a word of taste: "nothing beats", "can't get enough of", "fan of", "obsessed with"."""
    tree = resolver.tree
    lower, end = tree.lower, _sentence_end(tree, at)
    following = lower[at : at + 4]
    begin, confidence = 0, 0.8
    if following[:3] == ["get", "enough", "of"] and _is_unable(tree, at):
        begin = at + 3
    elif lower[at] == "nothing" and following[1:2] in (["beats"], ["tops"]):
        begin = at + 2
    elif lower[at] == "nothing" and (following[1:3] == ["better", "than"] or following[1:3] == ["like", "a"]):
        begin = at + 3
    elif following[:2] == ["live", "without"] and _is_unable(tree, at):
        begin = at + 2
    elif lower[at] in ("beat", "resist") and _is_unable(tree, at):
        begin = at + 1
    elif (
        (lower[at] in _FANS and following[1:2] in (["of"], ["for"]))
        or (
            lower[at] in _TAKEN
            and following[1:2]
            and following[1] in _TAKEN_BY
            and not (lower[at] == "big" and following[1] != "on")
        )
        or (
            lower[at] in _SOFT
            and following[1:2] == ["for"]
            and {"have", "'ve", "got", "has", "a"} & set(lower[max(0, at - 4) : at])
        )
    ):
        begin = at + 2
    if begin:
        yield from _liked_after(resolver, at, begin, end, confidence)
    elif lower[at] in _FANS | _KINDS_OF_PERSON:
        yield from _liked_before(resolver, at)


def _liked_after(resolver: Resolver, at: int, begin: int, end: int, confidence: float) -> Iterator[Taste]:
    owner = _owner(resolver, at)
    if owner is None:
        return
    tree = resolver.tree
    unable = tree.lower[at] in ("get", "live", "beat", "resist")  # "can't get enough of" is no denial
    denied = _is_denied(tree, at) and not unable
    for head in _things(resolver, begin, end):
        yield _taste(resolver, _governor(tree, at), head, "dislikes" if denied else "likes", owner, confidence)


def _liked_before(resolver: Resolver, at: int) -> Iterator[Taste]:
    """Yield "a huge football fan", "more of a tea person"; "a Leeds girl" is from there."""
    tree = resolver.tree
    owner = _owner(resolver, at)
    if owner is None or tree.tags[at] not in ("NN", "NNP") or at + 1 in resolver.named:
        return
    first = at
    while (
        first
        and (tree.tags[first - 1] in ("NN", "NNS", "NNP", "NNPS") or tree.lower[first - 1].endswith("ing"))
        and tree.spaced[first - 1]
        and first - 1 != at - 4
    ):
        first -= 1
    if tree.full_deps[first] == "fixed":
        first = tree.heads[first]  # "a rock and roll person"
    words = tree.words[first:at]
    if (
        not words
        or tree.lower[at - 1] in _NO_TASTE
        or (tree.lower[at] in _KINDS_OF_PERSON and not _has_article(tree, first))
    ):
        return
    denied, named = _is_denied(tree, at), " ".join(words)
    frame = _frame(owner, "dislikes" if denied else "likes", named, 0.7)
    mention = resolver.named.get(first)
    placed = mention is not None and mention.type in ("location", "other", "person") and not is_english(named.lower())
    if placed and tree.lower[at] in _NATIVES:
        from_there = _frame(owner, "is_from", named, 0.7)
        text = f"{owner} is from {named}"
        frame = replace(from_there, object=Reference(named, "location"), value=None, text=text, negated=denied)
    yield Taste(min(first, _governor(tree, at)), at + 1, frame)


def _governor(tree: SyntaxTree, at: int) -> int:
    """Return the head shortly before a word, so that its clause counts as told: "have" of "have a soft spot"."""
    head = tree.heads[at]
    return head if at - 5 <= head < at else at


def _has_article(tree: SyntaxTree, first: int) -> bool:
    return any(word in ("a", "an", "total", "huge", "real", "big") for word in tree.lower[max(0, first - 3) : first])


def _taste(
    resolver: Resolver,
    first: int,
    head: int,
    predicate: str,
    owner: str,
    confidence: float,
    *,
    last: int = 0,
    before: int | None = None,
) -> Taste:
    """Return the taste for the phrase under `head`, which ends before a verb if its subject was parsed as its verb."""
    tree = resolver.tree
    cut = before is not None and tree.extent(head)[1] > before
    value = tree.lower[head] if cut or tree.tags[head] == "JJ" else phrase_text(resolver, head, alone=True)
    opens = tree.extent(head)[0] in (a for a, _ in tree.sentences) and predicate in ("likes", "dislikes")
    if opens and head not in resolver.named and not tree.tags[head].startswith("NNP"):
        value = value[:1].lower() + value[1:]
    mention = resolver.named.get(head)
    if mention is not None and any(
        i in resolver.named and resolver.named[i] is not mention for i in tree.subtree(head)
    ):
        mention = None
    entity = Reference(mention.name, mention.type) if mention is not None else None
    frame = replace(_frame(owner, predicate, value, confidence), object=entity)
    return Taste(min(first, tree.extent(head)[0]), max(last, head + 1), frame)


def _former(first: int, last: int, owner: str, predicate: str) -> Taste:
    """Return the end of the favourite before, whichever it was: "Heat is my new favourite film"."""
    return Taste(first, last, replace(_frame(owner, predicate, "", INFERRED), value=None, ended=True))


def _frame(owner: str, predicate: str, value: str, confidence: float) -> Frame:
    thing = predicate.removeprefix("favorite_").replace("_", " ")
    told = f"{owner}'s favorite {thing} is" if predicate.startswith("favorite_") else f"{owner} {predicate}"
    return Frame(
        Reference(owner, "person"), predicate, value=value, confidence=confidence, text=f"{told} {value}",
        modality="actual", plain=True,
    )  # fmt: skip


def _title(tree: SyntaxTree, begin: int, end: int) -> str:
    """Return a title that was taken for no name: "Spirited Away"."""
    last = begin
    while last < end and (
        tree.words[last][0].isupper() or (last > begin and tree.lower[last] in ("of", "the", "and", "in", "to"))
    ):
        last += 1
    return tree.phrase(begin, last) if last > begin else ""


def _things(resolver: Resolver, begin: int, end: int) -> Iterator[int]:
    """Yield the heads of the noun phrases that begin at a token and are joined by "and"."""
    tree = resolver.tree
    if (
        begin >= end
        or tree.tags[begin] in ("PRP", "WP", "WRB", "IN")
        or tree.lower[begin] in ("that", "this", "how", "what")
    ):
        return
    stop = next((i for i in range(begin, end) if tree.lower[i] in (",", ";")), end)
    inside = range(begin, min(begin + 8, stop))
    head = next((i for i in inside if _is_nominal(tree, i) or i in resolver.named), None)
    if head is None and (begin + 1 == end or tree.tags[begin + 1] in ("RB", ".", ",", "IN", "UH")):
        head = begin  # "addicted to sudoku", whose noun was taken for a verb
    if head is None:
        return
    while head != tree.heads[head] and head < tree.heads[head] < end and _is_nominal(tree, tree.heads[head]):
        head = tree.heads[head]
    if head + 1 < end and tree.tags[head] == "NN" and tree.lower[head + 1].endswith("ing") and tree.spaced[head]:
        head += 1  # "dog walking"
    if not is_told(resolver, head, "likes") or not says_something(phrase_text(resolver, head, alone=True)):
        return
    yield head
    yield from (
        i
        for i in tree.having(head, "conj")
        if i < end and _is_nominal(tree, i) and tree.child(i, "nsubj", "cop") is None
    )


def _thing_before(resolver: Resolver, be: int) -> int | None:
    """Return the head of the noun phrase that ends right before a verb."""
    tree = resolver.tree
    head = be - 1
    while head > 0 and tree.tags[head] in ("RB", "MD"):
        head -= 1
    while (
        tree.heads[head] != head
        and tree.heads[head] < be
        and _is_nominal(tree, tree.heads[head])
        and _is_nominal(tree, head)
    ):
        head = tree.heads[head]
    if not _is_nominal(tree, head) or tree.tags[head] in ("PRP", "DT") or not is_told(resolver, head, "likes"):
        return None
    return head


def _is_nominal(tree: SyntaxTree, token: int) -> bool:
    return tree.tags[token].startswith("N") or tree.tags[token] == "VBG"


def _owner(resolver: Resolver, at: int) -> str | None:
    """Return whose taste a word tells: the subject's before it, or the speaker's if there is no subject."""
    tree = resolver.tree
    first = next((a for a, b in tree.sentences if a <= at < b), 0)
    for i in range(at - 1, first - 1, -1):
        if (
            tree.full_deps[i] in ("nsubj", "nsubj:pass")
            and tree.lower[i] != "nothing"
            and tree.lower[i] not in ("who", "that")
        ):
            reference = resolver.resolve(i)
            fits = reference is not None and reference.type == "person" and reference.name != resolver.other
            return reference.name if fits and reference is not None else None
        if tree.lower[i] in ("you", "your", "he", "she", "they", "it", "would", "are"):
            return None
    return resolver.speaker


def _is_unable(tree: SyntaxTree, at: int) -> bool:
    return bool({"can't", "cannot", "cant", "n't", "not", "never", "can\u2019t"} & set(tree.lower[max(0, at - 3) : at]))


def _is_denied(tree: SyntaxTree, at: int) -> bool:
    first = next((a for a, b in tree.sentences if a <= at < b), 0)
    before = tree.lower[max(first, at - 6) : at]
    return bool(NEGATIONS & set(before)) or "no" in before


def _sentence_end(tree: SyntaxTree, token: int) -> int:
    return next((b for a, b in tree.sentences if a <= token < b), len(tree.words))
