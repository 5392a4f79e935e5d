"""Names of entities, and the ids derived from them."""

import re
import unicodedata
from collections.abc import Collection

_WORD = re.compile(r"[^\W_]+(?:[.,]\d+)*")
_WITH_APOSTROPHE = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
_POSSESSIVE = re.compile(r"['\N{RIGHT SINGLE QUOTATION MARK}]s\b")
_ARTICLES = frozenset({"a", "an", "the"})
_TITLES = _ARTICLES | {"mr", "mrs", "ms", "miss", "dr", "prof", "professor", "sir", "my", "our"}

_SAME_TITLES = {"auntie": "aunt", "aunty": "aunt", "grandma": "gran", "granny": "gran", "grandpa": "grandad"}
"""Kinship terms before a name that are one: "Auntie Mercy" and "Aunt Mercy"."""

ROLE_NAMES = {
    **dict.fromkeys(("mom", "mum", "mommy", "mummy", "mama", "mam", "momma", "mumma", "ma"), "mother"),
    **dict.fromkeys(("dad", "daddy", "papa", "pops", "dada", "pa"), "father"),
    "guinea": "guinea pig",
    **dict.fromkeys(
        ("grandma", "granny", "gran", "nana", "nan", "nanna", "nanny", "gogo", "oma", "abuela", "nonna", "babushka",
         "grandmom", "grandmum", "gramma", "nonny", "nani", "dadi", "lola", "yiayia", "bubbe"), "grandmother"
    ),
    **dict.fromkeys(
        ("grandpa", "granddad", "grandad", "grandpop", "gramps", "opa", "abuelo", "nonno", "lolo", "pappou", "zayde"),
        "grandfather"
    ),
    **dict.fromkeys(("hubby", "hubs", "hubbie"), "husband"), **dict.fromkeys(("wifey", "missus", "wifie"), "wife"),
    **dict.fromkeys(("gf", "girlfriend"), "girlfriend"), **dict.fromkeys(("bf", "boyfriend"), "boyfriend"),
    **dict.fromkeys(("flatmate", "housemate", "roomie", "roommate"), "roommate"),
    "sis": "sister", "bro": "brother", "fiance": "fiancé", "fiancee": "fiancée", "auntie": "aunt", "aunty": "aunt",
    "stepmum": "stepmother", "stepmom": "stepmother", "stepdad": "stepfather",
    "kid": "child", "kids": "children", "moms": "mothers", "dads": "fathers",
    "bestie": "best friend", "bff": "best friend", "fam": "family", "puppy": "dog", "pup": "dog", "doggo": "dog",
    "kitten": "cat", "kitty": "cat", "bunny": "rabbit", "coworker": "colleague", "workmate": "colleague",
    "neighbour": "neighbor", "mums": "mothers",
}  # fmt: skip
"""Canonical words for roles with several names: "Ann's mom" is Ann's mother."""


def words_of(text: str) -> list[str]:
    """Return the words of a text without case, punctuation and possessive endings; the text itself if it has none."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    return _WORD.findall(_POSSESSIVE.sub("", plain)) or [plain.strip()]


def normalise(name: str) -> str:
    """Return a name in the form of which ids are made: no case, no punctuation, no article in front."""
    return _without_first(_ARTICLES, words_of(name))


def comparable_name(name: str) -> str:
    """Return a name in the form in which entity resolution compares it.

    Accents and titles in front are left out as well: `normalise` tells names with them apart. A possessive stays, for
    "Ann's sister" is not Ann.
    """
    plain = without_accents(name.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")).casefold()
    words = _without_first(_TITLES, _WITH_APOSTROPHE.findall(plain)).split(" ")
    return " ".join([_SAME_TITLES.get(words[0], words[0]), *words[1:]])


def name_keys(name: str) -> set[str]:
    """Return the keys under which an entity of this name is looked up. Names that may mean the same share one.

    They are its words, its first two letters ("an…"), and the last three of its first word ("…nna").
    """
    normal = comparable_name(name)
    if not normal:
        return set()
    words = normal.split()
    return {*words, f"{normal[:2]}…", f"…{words[0][-3:]}"}


def without_accents(text: str) -> str:
    """Return a text with its letters in their plain form: "Jose" for "José"."""
    return "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))


def _without_first(left_out: Collection[str], words: list[str]) -> str:
    while len(words) > 1 and words[0] in left_out:
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
