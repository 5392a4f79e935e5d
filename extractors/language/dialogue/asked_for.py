"""What a question with "what" asks for, where its words only describe it: somebody's work, or what they enjoy."""

from collections.abc import Sequence

from chronomem.extractors.language.dialogue.words import FILLERS, Token

BEING = {"is", "are", "am", "was", "were", "'s", "'re", "'m", "r"}
_JOBS = {"job", "profession", "occupation", "work", "trade"}
_FOR_LIVING = {"for", "a", "living", "work", "there", "as", "job", "career", "over", "at", "moment", "the", "of"}
_PASTIMES = {"hobby", "hobbies", "pastime", "pastimes", "interests", "passions", "passion"}
_LIKING = {"like", "love", "enjoy"}
_LEISURE = {
    "for fun", "free time", "spare time", "down time", "downtime", "outside work", "outside of work", "after work",
    "not working", "n't working",
}  # fmt: skip
_RESTING = {"relax", "unwind", "destress", "de-stress", "chill", "decompress", "rest"}
_OWNERS = {"your": "I", "ur": "I", "his": "he", "her": "she", "their": "they"}
"""Who is asked about by a possessive, in the words of the one who answers."""


def asks_for_job(auxiliary: str, subject: Sequence[Token], between: Sequence[Token], rest: Sequence[Token]) -> bool:
    """Whether somebody's work is asked for: "what do you do for a living?", "what's your job?"."""
    if between:
        return False
    if auxiliary in ("do", "does") and rest:
        does = rest[0].lower == "do" and all(word.lower in _FOR_LIVING | FILLERS for word in rest[1:])
        return does or (rest[0].lower == "work" and [word.lower for word in rest[1:]] == ["as"])
    return auxiliary in BEING and not rest and subject[0].tag == "PRP$" and subject[-1].lower in _JOBS


def asks_for_pastimes(auxiliary: str, subject: Sequence[Token], rest: Sequence[Token]) -> bool:
    """Whether it is asked what somebody enjoys: "what do you do for fun?", "what's your hobby?", "any hobbies?"."""
    words = [word.lower for word in rest]
    if words[:1] == ["have"] and words[-1] in _PASTIMES:
        return True
    said = " ".join(words)
    if auxiliary in ("do", "does") and rest:
        leisure = words[0] == "do" and (any(each in said for each in _LEISURE) or not _RESTING.isdisjoint(words))
        liking = words[0] in _LIKING and (words[1:2] == ["doing"] or words[1:3] == ["to", "do"])
        return leisure or liking
    owned = subject[0].lower in _OWNERS and not rest and subject[-1].lower in _PASTIMES
    return auxiliary in BEING - {"was", "were"} and (words == ["into"] or owned)


def owner(subject: Sequence[Token]) -> str | None:
    """Return who is asked about, in the words of the one who answers: "I" of "your" job, "she" of "her hobbies"."""
    return _OWNERS.get(subject[0].lower) if len(subject) == 1 or subject[-1].lower in _PASTIMES else None
