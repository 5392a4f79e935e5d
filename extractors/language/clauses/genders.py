"""The gender of pronouns, of nouns for people, and of whom a phrase names."""

from chronomem.extractors.language.clauses.referents import Reference
from chronomem.extractors.language.lexicon import FEMALE, MALE, first_names

GENDER_OF_PRONOUN = {"he": "m", "him": "m", "his": "m", "himself": "m", "she": "f", "her": "f", "hers": "f"}
THEY = {"they", "them", "their"}


def gender_of_noun(noun: str) -> str:
    """Return the gender of whom a noun names: "f" of "sister"; "x" if it may be either."""
    return "f" if noun in FEMALE else "m" if noun in MALE else "x"


def gender_of(reference: Reference) -> str:
    """Return the gender of the person that a phrase names: "f", "m", or "x" if unknown."""
    first = reference.name.split(" ")[0]
    told = (gender_of_noun(reference.noun or ""), gender_of_noun(first.lower()), first_names().get(first, "x"))
    return next((gender for gender in told if gender != "x"), "x")  # that of "Aunty Bea" by her title
