"""Find the named entities of a turn.

A span of the entity recogniser and a run of proper-noun tags are both evidence of a name. A capital at the start of a
sentence is no evidence ("Hiking is fun"), so a single word there needs more: it is a known speaker, or has a
proper-noun tag and is a known first name or place, occurs again inside a sentence, or is the subject of a verb for
people.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from rapidfuzz.distance import Levenshtein

from chronomem.extractors.entity_resolution import is_nickname
from chronomem.extractors.language.clauses.ages_in_a_row import ages_in_a_row
from chronomem.extractors.language.clauses.calendar_names import names_person
from chronomem.extractors.language.clauses.kinds import TITLED, Kind, kind_in_sentence, kind_of_entity
from chronomem.extractors.language.extracted import Earlier, Mention
from chronomem.extractors.language.lexicon import (
    FAMILY,
    FORMAL_KIN,
    HUMAN_VERBS,
    KIN_TITLES,
    OWN_KIN,
    RELATION_OF_NOUN,
    SCHOOL_NOUNS,
    STOP_OBJECTS,
    TITLES,
    WORD_NAMES,
    WORKPLACES,
    first_names,
    occupations,
    places,
    regions,
)
from chronomem.extractors.language.parsing.syntax import SyntaxTree
from chronomem.extractors.language.readable.dictionary import is_english

if TYPE_CHECKING:
    from spacy.tokens import Doc  # only for types: spaCy is slow to import

_NOT_LABELS = {"DATE", "TIME", "CARDINAL", "ORDINAL", "QUANTITY", "PERCENT", "MONEY", "LANGUAGE"}
_CALENDAR = {
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "january", "february", "march",
    "april", "may", "june", "july", "august", "september", "october", "november", "december", "mon", "tue", "wed",
    "thu", "fri", "sat", "sun", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec",
    "spring", "summer", "autumn", "fall", "winter", "today", "tomorrow", "yesterday", "am", "pm",
}  # fmt: skip
_NEVER = {"i", "mom", "dad", "wow", "hey", "hi", "lol", "omg", "haha", "thanks", "congrats", "ok", "okay", "btw", "god",
          "gosh", "bro", "dude", "mate", "guys", "yeah", "yep", "nah", "ooh", "aww", "bye", "goodbye", "farewell",
          "hello", "greetings", "bravo", "welcome", "congratulations", "cheers", "sorry", "dear", "hiya", "buddy",
          "ps", "diy", "tv", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
          "thirteen",
          "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty", "thirty", "forty",
          "fifty"}  # fmt: skip
_BYNAMES = {"big", "wee", "little", "old", "young", "tall", "fat", "tiny", "baby", "crazy", "mad", "lil", "skinny",
            "long", "short", "ginger", "uncle", "aunt", "auntie", "aunty", "cousin", "granny", "nana"}  # fmt: skip
"""Words in front of a first name that tell its bearer from others: "Big Dave" and "Wee Dave" are two."""
_SHORTEST_CALL, _LONGEST_CALL = 3, 4
"""Lengths in letters of a name's beginning that can stand for it without being used as a vocative."""
_LEAST_MISSPELT = 5
"""Least length of a speaker's name for which another name, one letter away, counts as a misspelling."""
_ESTABLISHMENTS = (WORKPLACES - {"office", "port", "court"}) | SCHOOL_NOUNS | {
    "dairy", "farm", "inn", "academy", "pizza", "pizzeria", "books", "kitchen", "diner", "cinema", "gym", "church",
}  # fmt: skip
"""Nouns with which names of shops, schools and the like end: "Hobson's Bakery"."""
_FEASTS = {"year", "christmas", "easter", "halloween", "hogmanay", "diwali", "passover"}
_BEFORE_SHOPS = {"at", "from", "to", "for", "near", "leave", "left", "leaving", "quit", "join", "joined", "joining"}
_UNTOLD: Kind = ("other", 0)
_QUOTES = {'"', "“", "”"}


class _Labels:
    """The labels of a document's entity spans, which are in order and don't overlap."""

    def __init__(self, of: dict[tuple[int, int], str]) -> None:
        self.spans = [*of]
        self._labels = [*of.values()]
        self._ends = [end for _, end in of]

    def near(self, first: int, last: int) -> Iterator[tuple[tuple[int, int], str]]:
        """Yield the spans that share a token with these tokens, and their labels."""
        for number in range(bisect_right(self._ends, first), len(self.spans)):
            if self.spans[number][0] >= last:
                break
            yield self.spans[number], self._labels[number]


_NUMBERED = {"year", "grade", "class", "term", "week", "day", "month"}
"""What is told apart by numbers, and has no name without one."""


def find_mentions(
    doc: "Doc", tree: SyntaxTree, known_people: Sequence[str], before: Sequence[Earlier] = ()
) -> list[Mention]:
    """Return the names in the text, in order, without overlap."""
    people = {alias: name for name in known_people for alias in _aliases(name)}
    labels = _Labels({(e.start, e.end): e.label_ for e in doc.ents if e.label_ not in _NOT_LABELS})
    titles = [(a, b, tree.text[a:b]) for a, b in _titles(tree)]
    mentions = [Mention(a, b, text, text.rstrip(".,!?"), "work", TITLED) for a, b, text in titles]
    covered = list(mentions)
    ages = ages_in_a_row(tree)
    for first, last in _candidates(tree, labels, people):
        first, last = _trim(tree, first, last, people)
        last -= last - 1 in ages
        if first >= last or not _is_name(tree, first, last, labels, people):
            continue
        last += _is_genitive_of_shop(tree, first, last, people)
        text = tree.text[tree.starts[first] : tree.end(last - 1)].rstrip("-\"'.,!?")
        wording = tree.phrase(first, last).rstrip("-\"'.,!?")
        if any(m.start <= tree.starts[first] < m.end for m in covered):
            continue
        person = people.get(wording.lower()) or _called(tree, first, last, people)
        name = person or (wording if any(c.isupper() for c in wording) else wording.title())
        told = _UNTOLD if person else kind_in_sentence(tree, first, last, before)
        kind = "person" if person or last in ages else kind_of_entity(name, dict([told]))
        mentions.append(Mention(tree.starts[first], tree.starts[first] + len(text), text, name, kind, told))
    return _join_regions(tree, sorted(mentions, key=lambda mention: mention.start))


def _join_regions(tree: SyntaxTree, mentions: list[Mention]) -> list[Mention]:
    """Merge "Lisbon, Portugal" into one place; "Paris, Rome and Oslo" stay three."""
    joined: list[Mention] = []
    for mention in mentions:
        before = joined[-1] if joined else None
        if before is None or not _is_region_of(tree, before, mention):
            joined.append(mention)
            continue
        start, end = before.start, mention.end
        joined[-1] = Mention(start, end, tree.text[start:end], f"{before.name}, {mention.name}", "location")
    return joined


def _is_region_of(tree: SyntaxTree, town: Mention, region: Mention) -> bool:
    """Whether a place after a comma locates the place before it, and is neither a list item nor a vocative."""
    if town.type != "location" or region.type != "location" or "," in town.name:
        return False
    if tree.text[town.end : region.start].strip(" ") != "," or region.name not in regions() or town.name in regions():
        return False
    first = next(i for i, start in enumerate(tree.starts) if start >= region.start)
    after = next((i for i, start in enumerate(tree.starts) if start >= region.end), len(tree.words))
    follows = tree.words[after : after + 2]
    goes_on = len(follows) == 2 and follows[0] in (",", "and", "or", "&") and follows[1][0].isupper()
    listed = tree.text[: town.start].rstrip().endswith(",")
    return tree.full_deps[first] != "nsubj" and not goes_on and not listed


def _called(tree: SyntaxTree, first: int, last: int, people: dict[str, str]) -> str | None:
    """Return the speaker who goes by a short or misspelt name: "Hey Mel!", or "Mell is back", said to Melanie."""
    if last - first > 1 or _is_introduced(tree, first):
        return None
    short = tree.lower[first]
    spoken_to = tree.deps[first] in ("vocative", "discourse", "appos")
    meant = {name for alias, name in people.items() if " " not in alias and _may_mean(short, alias, spoken_to)}
    return meant.pop() if len(meant) == 1 else None


def _is_introduced(tree: SyntaxTree, token: int) -> bool:
    """Whether the name is introduced as another person's or animal's: "my friend Mel", "a dog named Mel"."""
    head = tree.heads[token]
    beside = tree.deps[token] in ("appos", "flat", "nmod", "compound") and tree.lemmas[head] in RELATION_OF_NOUN
    before = token > 0 and tree.lemmas[token - 1] in RELATION_OF_NOUN
    return beside or before or tree.lemmas[head] in ("name", "call")


def _may_mean(short: str, alias: str, spoken_to: bool) -> bool:
    """Whether a name may be a speaker's own; if it isn't a vocative, it must not be another common name."""
    if spoken_to and (is_nickname(short, alias) or (len(short) == 2 and alias.startswith(short))):
        return True
    usual = short.title() in first_names()
    if is_nickname(short, alias) and alias.startswith(short[:_SHORTEST_CALL]):
        return len(short) >= _SHORTEST_CALL and (not usual or len(short) <= _LONGEST_CALL)
    if usual:
        return False
    once = re.sub(r"(.)\1+$", r"\1", short)  # "Mell"
    if once != short and len(once) >= _SHORTEST_CALL and alias.startswith(once):
        return True
    return len(alias) >= _LEAST_MISSPELT and Levenshtein.distance(short, alias, score_cutoff=1) <= 1


def _titles(tree: SyntaxTree) -> Iterable[tuple[int, int]]:
    """Yield the offsets of quoted text that is capitalised like a title."""
    opened: int | None = None
    for i, word in enumerate(tree.words):
        if word not in _QUOTES:
            continue
        if opened is None:
            opened = i
            continue
        words = tree.words[opened + 1 : i]
        long = [w for w in words if len(w) > 3]
        if words and len(words) <= 8 and words[0][0].isupper() and all(w[0].isupper() or w[0].isdigit() for w in long):
            yield tree.starts[opened + 1], tree.end(i - 1)
        opened = None


def _aliases(name: str) -> set[str]:
    """Return the forms of a speaker's name that refer to that speaker."""
    parts = name.split()
    return {name.lower(), parts[0].lower()} if parts else set()


def _candidates(tree: SyntaxTree, labels: _Labels, people: dict[str, str]) -> Iterable[tuple[int, int]]:
    """Yield runs of proper nouns, merged with the entity spans that they touch, and quoted titles."""
    marked = [tag in ("NNP", "NNPS") or tree.lower[i] in people for i, tag in enumerate(tree.tags)]
    for i, word in enumerate(tree.words):
        if (
            word.istitle()
            and (len(word) > 2 or (tree.full_deps[i] == "nsubj" and tree.lower[i] not in _NEVER))
            and tree.tags[i].startswith(("N", "J", "F"))
            and not _begins_sentence(tree, i)
        ):
            marked[i] = True
        if _is_own_article(tree, i):
            marked[i : i + 2] = [True, True]
    for first, last in labels.spans:
        marked[first:last] = [True] * (last - first)
    for i, word in enumerate(tree.words[:-1]):
        if word.istitle() and tree.lower[i] in _BYNAMES and tree.words[i + 1] in first_names():
            marked[i : i + 2] = [True, True]
    _join_titles(tree, marked)
    breaks = {first for first, _ in labels.spans} | {last for _, last in labels.spans}
    position = 0
    while position < len(marked):
        if not marked[position]:
            position += 1
            continue
        end = position + 1
        while end < len(marked) and marked[end] and not _splits(tree, end, labels, breaks, people):
            end += 1
        yield position, end
        position = end


def _join_titles(tree: SyntaxTree, marked: list[bool]) -> None:
    """Mark the words inside "Game of Thrones", "Lord of the Rings" and "Spider-Man" as part of the name."""
    for i in range(1, len(marked) - 1):
        joined = tree.words[i] in ("-", "/") and not tree.spaced[i]
        if joined and tree.words[i - 1][0].isupper() and tree.words[i + 1][0].isupper():
            marked[i - 1 : i + 2] = [True] * 3
        if tree.lower[i] == "'s" and marked[i - 1] and _names_establishment(tree, i + 1):
            marked[i : i + 2] = [True, True]  # "Hobson's Bakery"
        if not marked[i] and tree.lower[i] == "of" and marked[i - 1] and tree.words[i - 1][0].isupper():
            after = i + 2 if tree.lower[i + 1] == "the" and i + 2 < len(marked) else i + 1
            if marked[after] and tree.words[after][0].isupper():
                marked[i:after] = [True] * (after - i)


def _names_establishment(tree: SyntaxTree, token: int) -> bool:
    """Whether a noun with a capital, inside a sentence, ends the name of a shop, a school or the like."""
    return tree.words[token].istitle() and tree.lower[token] in _ESTABLISHMENTS


def _splits(tree: SyntaxTree, token: int, labels: _Labels, breaks: set[int], people: dict[str, str]) -> bool:
    """Whether a new name begins at this token although the token before is part of a name."""
    named = any(label == "PERSON" and start < token < end for (start, end), label in labels.near(token, token + 1))
    if named and tree.full_deps[token] == "flat" and tree.lower[token] not in people:
        return False  # another person, with a surname
    if tree.lower[token] in people or tree.lower[token - 1] in people:
        return True
    if tree.lower[token - 1] in _BYNAMES | TITLES:
        return False
    if tree.lower[token - 1] in _FEASTS:
        return True  # "at New Year | Francesca and I"
    if tree.lower[token] == "'s" or (tree.lower[token - 1] == "'s" and _names_establishment(tree, token)):
        return False
    return token in breaks and tree.full_deps[token] not in ("flat", "compound") and tree.heads[token - 1] != token


def _trim(tree: SyntaxTree, first: int, last: int, people: dict[str, str]) -> tuple[int, int]:
    """Remove determiners, quotes, forms of address and other words that can't begin or end a name."""
    while first < last and _cannot_be_at_edge(tree, first, people):
        first += 1
    while first < last and (_cannot_be_at_edge(tree, last - 1, people) or _is_shouted(tree, first, last - 1)):
        last -= 1
    return first, last


def _is_shouted(tree: SyntaxTree, first: int, token: int) -> bool:
    """Whether a word in capitals follows a name that isn't: "Niccolò ASKED"."""
    word = tree.words[token]
    return token > first and len(word) > 3 and word.isupper() and tree.words[first].istitle()


def _cannot_be_at_edge(tree: SyntaxTree, token: int, people: dict[str, str]) -> bool:
    lower = tree.lower[token]
    if lower in people:
        return False
    if _is_own_article(tree, token):
        return False
    return (
        not any(c.isalnum() for c in lower)
        or lower == "mid"
        or lower in _NEVER
        or (lower.rstrip("s") in _CALENDAR and not names_person(tree, token))
        or lower in ("the", "a", "an", "my", "our", "your", "this", "that", "'s", "and", "or", "of")
        or tree.tags[token] in ("DT", "PRP$", "PRP", "POS", "IN", "UH", "TO", "MD")
    )


def _is_genitive_of_shop(tree: SyntaxTree, first: int, last: int, people: dict[str, str]) -> bool:
    """Whether the "'s" after a name is part of it, since nothing is possessed: "at Sainsbury's", "left St Mary's"."""
    if tree.lower[last : last + 1] != ["'s"] or tree.tags[last] != "POS" or not first:
        return False
    saint = last - first > 1 and tree.lower[first] in ("st", "st.", "saint")
    someone = tree.lower[first] in {*people} | TITLES | KIN_TITLES or tree.words[first] in first_names()
    ahead = tree.tags[last + 1] if last + 1 < len(tree.tags) else "."
    dated = tree.lower[last + 1 : last + 2] in (["last"], ["this"], ["next"])
    dated = dated and tree.full_deps[last - 1] != "nmod:poss"
    closed = dated or not ahead.startswith(("N", "J", "V", "C", "POS"))
    return closed and tree.lower[first - 1] in _BEFORE_SHOPS and (saint or not someone)


def _is_own_article(tree: SyntaxTree, token: int) -> bool:
    """Whether an article in capitals inside a sentence belongs to the name after it: "An Post", "A Coruña"."""
    own = tree.words[token] == "An" or (tree.words[token] == "A" and tree.tags[token] == "NNP")
    return own and token + 1 < len(tree.words) and tree.words[token + 1].istitle() and not _begins_sentence(tree, token)


def _is_name(tree: SyntaxTree, first: int, last: int, labels: _Labels, people: dict[str, str]) -> bool:
    words = tree.words[first:last]
    text = " ".join(words)
    if text.lower() in people:
        return True
    if not any(word[0].isupper() for word in words) or len(text) < 2:
        return text.title() in places() and tree.tags[first] in ("NNP", "NNPS")
    if last - first > 1:
        return any(word[0].isupper() for word in words[1:]) or _label_of(first, last, labels) is not None
    if tree.lower[first] in _NUMBERED and tree.tags[last : last + 1] == ["CD"]:
        return False  # "Year 9"
    if tree.words[first] in FORMAL_KIN or (tree.lower[first] in OWN_KIN and text.title() not in first_names()):
        return False  # "Mum" is whose mother it is, as "my mum" is
    if not _begins_sentence(tree, first):
        return tree.words[first][0].isupper()
    proper = tree.tags[first] in ("NNP", "NNPS")
    known = (text in first_names() and text.lower() not in WORD_NAMES) or text in places()
    acts = tree.deps[first] == "nsubj" and tree.is_verb(tree.heads[first]) and not text.endswith("ing")
    dies = acts and tree.lemmas[tree.heads[first]] in ("die", "pass", "quit")
    acts_human = proper and (_acts_human(tree, first) or _is_explained(tree, first) or _is_unknown(tree, first))
    called = dies or acts_human or (acts and _label_of(first, last, labels) == "PERSON")
    return proper and (known or called or text in _inside_names(tree))


def _acts_human(tree: SyntaxTree, token: int) -> bool:
    """Whether the word does or is what only a person does or is: "Ciru is from Nyeri", "Hanneke is my boss"."""
    head = tree.heads[token]
    if tree.deps[token] != "nsubj":
        return False
    if tree.tags[head] in ("VBZ", "VBD"):
        return tree.lemmas[head] in HUMAN_VERBS
    origin = any(tree.lower[i] == "from" for i in tree.having(head, "case"))
    aged = tree.tags[head] == "CD" and tree.lower[token] not in STOP_OBJECTS
    unknown = not is_english(tree.lower[token])
    kin = RELATION_OF_NOUN.get(tree.lemmas[head])
    related = (kin in FAMILY or (unknown and kin is not None)) and tree.child(head, "nmod:poss") is not None
    works = tree.lemmas[head] in occupations() and tree.words[token] in first_names()  # "Grace is a nurse"
    return (origin or aged or related or works) and tree.child(head, "cop") is not None


def _is_unknown(tree: SyntaxTree, token: int) -> bool:
    """Whether a subject, one of two, or an owner is no English word, so a name: "Keiko had twins", "Saira's boss"."""
    head = tree.heads[token]
    subject = tree.deps[token] == "nsubj"
    acts = tree.is_verb(head) or tree.child(head, "cop") is not None
    acts = acts or any(tree.tags[i] == "NNP" for i in tree.having(token, "conj"))
    owns = tree.full_deps[token] == "nmod:poss" and tree.tags[token + 1] == "POS" and tree.tags[head].startswith("N")
    return (owns or (subject and acts)) and len(tree.lower[token]) > 2 and not is_english(tree.lower[token])


def _is_explained(tree: SyntaxTree, token: int) -> bool:
    """Whether a name is explained by another: "Zuzia is short for …", "Detta, aka …"."""
    after = [word for word in tree.lower[token + 1 : token + 5] if word != ","]
    return after[:1] == ["aka"] or after[1:3] == ["short", "for"]


def _begins_sentence(tree: SyntaxTree, token: int) -> bool:
    """Whether only punctuation stands between the token and the start of its sentence (or the end of another)."""
    before = token - 1
    while before >= 0 and not tree.words[before][0].isalnum():
        if tree.words[before][0] in '.!?-:…\n"“':
            return True
        before -= 1
    return before < 0 or any(token == start for start, _ in tree.sentences)


def _inside_names(tree: SyntaxTree) -> set[str]:
    return {
        word for i, word in enumerate(tree.words) if tree.tags[i] in ("NNP", "NNPS") and not _begins_sentence(tree, i)
    }


def _label_of(first: int, last: int, labels: _Labels) -> str | None:
    """Return the label of the entity span that overlaps the tokens most."""
    best, most = None, 0
    for (start, end), label in labels.near(first, last):
        overlap = min(end, last) - max(start, first)
        if overlap > most:
            best, most = label, overlap
    return best
