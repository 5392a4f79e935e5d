"""Names of entities, and the ids derived from them."""

import re
import unicodedata

_WORD = re.compile(r"[^\W_]+(?:[.,]\d+)*")
_POSSESSIVE = re.compile(r"['\N{RIGHT SINGLE QUOTATION MARK}]s\b")

ROLE_NAMES = {
    **dict.fromkeys(("mom", "mum", "mommy", "mummy", "mama"), "mother"),
    **dict.fromkeys(("dad", "daddy", "papa"), "father"),
    **dict.fromkeys(("grandma", "granny", "gran", "nana"), "grandmother"),
    "grandpa": "grandfather", "sis": "sister", "bro": "brother", "hubby": "husband", "fiance": "fiancé",
    "fiancee": "fiancée", "auntie": "aunt", "kid": "child", "kids": "children", "moms": "mothers", "dads": "fathers",
    "bestie": "best friend", "bff": "best friend", "fam": "family", "puppy": "dog", "pup": "dog", "doggo": "dog",
    "kitten": "cat", "kitty": "cat", "bunny": "rabbit", "coworker": "colleague", "neighbour": "neighbor",
}  # fmt: skip
"""Canonical words for roles with several names: "Ann's mom" is Ann's mother."""


def words_of(text: str) -> list[str]:
    """Return the words of a text without case, punctuation and possessive endings; the text itself if it has none."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    return _WORD.findall(_POSSESSIVE.sub("", plain)) or [plain.strip()]


def normalise(name: str) -> str:
    """Return a name in the form in which names are compared: lower case, no punctuation, no leading article."""
    words = words_of(name)
    while len(words) > 1 and words[0] in ("a", "an", "the"):
        words = words[1:]
    return " ".join(words)


def entity_id(name: str) -> str:
    """Return the id of the entity first known by a name; a speaker is the entity with the speaker's name."""
    return f"entity:{normalise(name)}"


def by_usual_role(name: str) -> str:
    """Return "Ann's mother" for "Ann's mom"; any other name as it is."""
    owner, possessive, role = name.rpartition("'s ")
    if not possessive:
        return name
    *before, noun = role.split() or [""]
    return f"{owner}'s {' '.join([*before, ROLE_NAMES.get(noun.casefold(), noun)])}"
