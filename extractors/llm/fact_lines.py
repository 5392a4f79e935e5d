"""The lines in which a language model tells facts and entities, taken apart into named fields."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any, Literal, get_args

from chronomem.graph_schema.facts.predicates import VOCABULARY

Status = Literal["current", "past", "future", "happened", "denied", "ended"]

_STATUSES = frozenset(get_args(Status))
_LINE = re.compile(
    r"(?:[-*•]\s+)?[\[(#]?(?:\d+\s?[,&-]\s?)*(\d+)(?![a-zA-Z\d])[\])]?\s*[|.,:\uff1a)]?\s*(\S.*)", re.DOTALL
)
_BAR = re.compile(r"\s+\|\s*|\s*\|\s+|\s*\|$")
"""What parts the parts of a line: a bar inside a word, as in "A|B test", does not."""
_COLON, _SEMICOLON = re.compile(r"\s*[:\uff1a]\s*"), re.compile(r"[;\uff1b]")
"""These signs, or the fullwidth ones of Chinese and Japanese."""
_QUOTED = re.compile(r'["“]([^"“”]+)["”]')
_LINK = re.compile(r"(same|refines|wrong|ends) (\d+)")
_LINKS = re.compile(rf"{_LINK.pattern}(?:[,; ]+{_LINK.pattern})*")
_DATED = re.compile(r".*\S =(?: [\dTZ:./+ -]*)?")
_SHORT_END = re.compile(r"\d\d(?:-\d\d)?(?:T.+)?|\d\d:\d\d.*")
_LONGEST_LINE = 2_000
_LONGEST = max(len(name.split("_")) for name in VOCABULARY)
_MOST_SUBJECT_WORDS, _MOST_COLONS = 4, 4
_PREPOSITIONS = ("_to", "_from", "_at", "_in", "_on", "_with", "_for", "_of")
_STOPS = (".", "!", "?", "…", "。")
_MOST_UNDATED = 4
"""The most words for a time without dates: "as a child"."""

_KNOWN, _VERB, _WORD, _NO_PREDICATE = 3, 2, 1, 0


def fields_of(told: Any) -> Any:
    """Return the fields of a fact that is told as a line, or as a list of the parts of one; anything else as it is.

    The subject is empty where the line names none: it is the one who speaks. Of several turns, the last one counts.
    """
    if isinstance(told, dict):
        return {name: value for name, value in told.items() if value is not None}
    line = " | ".join(map(str, told)) if isinstance(told, list) else told
    found = (
        _LINE.fullmatch(line.replace("**", "").strip())
        if isinstance(line, str) and len(line) <= _LONGEST_LINE
        else None
    )
    if found is None:
        return told
    subject, content, more = _parts_of(found[2])
    status, predicate, thing = _content_of(content)
    if not predicate:
        return told
    if not thing and _takes_object(predicate) and _is_plain(more):
        thing = more.pop(0)  # one who puts | behind the predicate as well
    fields: dict[str, Any] = {
        "turn": found[1],
        "subject": _bare(subject),
        "predicate": predicate,
        "object": _bare(thing),
        "links": [],
    }
    if status:
        fields["status"] = status
    for part in filter(None, more):
        name = _name_of(part) or ("sentence" if _is_sentence(part) else "time")
        if name == "links":
            fields["links"] += [{"is": link[1], "fact": link[2]} for link in _LINK.finditer(part)]
        else:
            fields.setdefault(name, _time_of(part) if name == "time" else part.lower() if name == "status" else part)
    return fields


def entities_of(told: Any) -> list[Any]:
    """Return the entities of a line such as "person: Leo; Bertie = Uncle Bertie"; anything else as one."""
    if not isinstance(told, str):
        return [told]
    kind, *names = _COLON.split(told, maxsplit=1)
    each = [[_bare(name.strip()) for name in one.split("=")] for one in _SEMICOLON.split(names[0] if names else "")]
    return [{"name": name, "kind": kind.strip().lower(), "aka": other} for name, *other in each]


def _parts_of(words: str) -> tuple[str, str, list[str]]:
    """Return the subject of a line without its number, if it is named, what it says of it, and its further parts."""
    first, *more = [part.strip() for part in _BAR.split(words)]
    subject, content = max(_divisions(first), key=lambda division: _likeness(division[1]), default=("", ""))
    if not more and not content and "|" in first:
        return _parts_of(first.replace("|", " | "))
    if more and not subject and _likeness(more[0]) >= (_KNOWN if content else _WORD) and _likeness(content) < _KNOWN:
        content, *more = more  # one who puts | behind the subject as well, and perhaps behind the predicate
        if not _content_of(content)[2] and _is_plain(more):
            content = f"{content} {more.pop(0)}"
        return first, content, more
    return subject, content, more


def _divisions(words: str) -> Iterator[tuple[str, str]]:
    """Yield the ways in which some words may be a subject, or none, and what is said of it; the most usual first."""
    if own := _likeness(words):
        yield "", words
    colons = [*islice(_COLON.finditer(words), _MOST_COLONS)]
    for colon in colons:
        if words[: colon.start()].strip() and words[colon.end() :].strip():
            yield words[: colon.start()], words[colon.end() :]
    if not colons and own == _NO_PREDICATE:  # the colon was forgotten
        each = words.split()
        for n in range(1, min(len(each), _MOST_SUBJECT_WORDS + 1)):
            if _likeness(rest := " ".join(each[n:])) == _KNOWN:
                yield " ".join(each[:n]), rest


def _likeness(words: str) -> int:
    """Return how much the first of some words, or those behind a status, look like a predicate."""
    _, predicate, _ = _content_of(words)
    if predicate in VOCABULARY or re.fullmatch(r"[a-zA-Z]+(?:_[a-z]+)+", predicate):
        return _KNOWN
    if re.fullmatch(r"[a-z]+", predicate):
        return _VERB if predicate.endswith(("s", "ed")) else _WORD
    return _NO_PREDICATE


def _content_of(words: str) -> tuple[str, str, str]:
    """Return the status, if there is one, the predicate and the object of a fact that is told in some words.

    "lives in Rome" is understood as "lives_in Rome".
    """
    each = words.split()
    status = each.pop(0).lower() if len(each) > 1 and each[0].lower() in _STATUSES else ""
    known = next((n for n in range(_LONGEST, 1, -1) if "_".join(each[:n]).lower() in VOCABULARY), 1)
    return status, "_".join(each[:known]), " ".join(each[known:])


def _bare(name: str) -> str:
    """Return a name without the quotes that are around the whole of it."""
    return found[1] if (found := _QUOTED.fullmatch(name)) is not None else name


def _takes_object(predicate: str) -> bool:
    """Whether a predicate says nothing by itself, so that words behind it are no time: "lives_in", but not "died"."""
    rule = VOCABULARY.get(predicate)
    return (rule is not None and rule.kind == "state") or predicate.endswith(_PREPOSITIONS)


def _is_plain(parts: list[str]) -> bool:
    """Whether the first of some parts is there and may be an object, by its form."""
    return bool(parts) and _name_of(parts[0]) is None and not _is_sentence(parts[0])


def _name_of(part: str) -> str | None:
    """Return which field of a fact a part of its line is, if its form shows that."""
    if part.lower() in _STATUSES:
        return "status"
    return "links" if _LINKS.fullmatch(part) else "time" if _DATED.fullmatch(part) else None


def _is_sentence(part: str) -> bool:
    """Whether a part of a line is a sentence, and no words for a time that no dates follow."""
    return (part.endswith(_STOPS) or len(part.split()) > _MOST_UNDATED) and " = " not in part


def _time_of(text: str) -> dict[str, str]:
    """Return the words and the two ends of a time that is told as "last week = 2024-02-19/25"."""
    words, told, ends = f"{text} ".rpartition(" = ") if " =" in text else (text, "", "")
    first, is_span, last = (end.strip() for end in ends.partition("/"))
    return {"words": words, "from": first, "to": _whole(first, last) if is_span or not told else first}


def _whole(first: str, last: str) -> str:
    """Return the last day of an interval in full, where only what differs from its first day is told."""
    if _SHORT_END.fullmatch(last) and len(last) < len(first) and first[-len(last) - 1] in "-T":
        return first[: -len(last)] + last
    return last
