"""Whether a word is an ordinary English one, by the word lists of the packaged lemmatizer (WordNet)."""

import functools
from importlib.resources import as_file, files
from typing import TYPE_CHECKING

from chronomem.extractors.language.lexicon import first_names, places, stop_words

if TYPE_CHECKING:
    from spacy.lookups import Lookups  # only for types: spaCy is slow to import

_ENDINGS = (("ies", "y"), ("es", ""), ("s", ""), ("ing", ""), ("ing", "e"), ("ed", ""), ("ed", "e"), ("er", ""),
            ("est", ""), ("ly", ""), ("'s", ""))  # fmt: skip
_SPOKEN = frozenset({
    "ok", "okay", "til", "yeah", "yep", "yup", "nope", "nah", "haha", "hahaha", "hehe", "lol", "lmao", "omg", "btw",
    "tbh", "ngl", "idk", "imo", "wow", "hey", "hi", "hello", "ugh", "hmm", "aww", "ooh", "oh", "uh", "um", "yay",
    "gonna", "gotta", "wanna", "kinda", "sorta", "dunno", "thanks", "congrats", "uni", "mum", "mom", "dad", "gf",
    "bf", "bff", "sis", "bro", "tho", "cuz", "bc", "rn", "tmrw", "pls", "plz", "thx", "ty", "wtf", "wth", "smh", "fr",
    "jk", "nvm", "app", "online", "selfie", "insta", "info", "everyone", "someone", "anyone", "everything",
    "something", "anything", "nothing", "cannot", "vs", "etc", "asap", "diy", "wifi", "email", "website", "blog",
    "vlog", "podcast", "bday", "xmas", "mins", "hrs", "yrs", "wk", "min", "hr", "pm", "am", "dm", "pic", "pics",
    "vid", "vids", "vibe", "vibes", "fave", "fav", "bestie", "cutie", "sooo", "yo", "sup", "welp", "meh", "eh", "huh",
    "duh", "oops", "phew", "yikes", "woah", "whoa", "la", "lah", "leh", "sia", "innit", "mate", "ya", "yas", "ayy",
    "ew", "hubby", "fam", "doggo", "pup", "kiddo", "vegan", "brunch",
})  # fmt: skip
"""Words of chats that older dictionaries lack."""


@functools.cache
def _tables() -> "Lookups":
    from spacy.lookups import Lookups  # slow to import, and most uses of the package never parse

    with as_file(files("chronomem.extractors.language") / "english") as folder:
        return Lookups().from_disk(folder / "chronomem_lemmatizer" / "lookups")


@functools.cache
def dictionary() -> frozenset[str]:
    """Return all words of WordNet and irregular forms, in lower case; WordNet explains names as well ("paris")."""
    tables = (_tables().get_table(name) for name in ("lemma_index", "lemma_exc"))
    return frozenset(word for table in tables for words in table.values() for word in words)


@functools.cache
def past_forms() -> dict[str, str]:
    """Return the verb of each irregular past form that is no base form as well: "take" of "took"."""
    forms = _tables().get_table("lemma_exc")["verb"]
    return {form: known[-1] for form, known in forms.items() if form not in verbs() and not form.endswith(("s", "ing"))}


def verb_in_past(word: str) -> str | None:
    """Return the verb of a regular past form in lower case: "dye" of "dyed", "knit" of "knitted"."""
    if not word.endswith("ed") or word in verbs():
        return None
    stem = word.removesuffix("ed")
    bases = (
        f"{stem}e",
        stem,
        stem[:-1] if stem[-1:] == stem[-2:-1] else "",
        f"{stem[:-1]}y" if stem[-1:] == "i" else "",
    )
    return next((base for base in bases if base in verbs()), None)


@functools.cache
def mere_adjectives() -> frozenset[str]:
    """Return English adjectives in lower case that are no other word."""
    index = _tables().get_table("lemma_index")
    return frozenset(index["adj"]).difference(index["noun"], index["verb"], index["adv"])


@functools.cache
def explained_names() -> frozenset[str]:
    """Return names of people and places in lower case that WordNet explains and that are no other word."""
    lines = files("chronomem.extractors.language.lexicon") / "explained_names.txt"
    return frozenset(lines.read_text(encoding="utf-8").splitlines())


@functools.cache
def english_words() -> frozenset[str]:
    """Return English words in lower case: lemmas of WordNet, irregular forms, and words of chats; no mere names."""
    return (dictionary() | stop_words() | _SPOKEN) - explained_names()


def is_english(word: str) -> bool:
    """Whether a word, in lower case, is an ordinary English one or a regular form of one."""
    known = english_words()
    if word in known or len(word) < 2 or not word.isascii():
        return word in known or len(word) < 2
    for ending, base in _ENDINGS:
        if word.endswith(ending):
            stem = word[: -len(ending)]
            doubled = len(stem) > 2 and stem[-1:] == stem[-2:-1]
            if stem + base in known or (doubled and stem[:-1] in known):
                return True
    return False


@functools.cache
def adjectives() -> frozenset[str]:
    """Return English adjectives that are no nouns, in lower case."""
    index = _tables().get_table("lemma_index")
    return frozenset(index["adj"]) - frozenset(index["noun"])


@functools.cache
def verbs() -> frozenset[str]:
    """Return English verbs in lower case, with auxiliaries."""
    return frozenset(_tables().get_table("lemma_index")["verb"]) | {"will", "may", "can", "drew", "said"}


@functools.cache
def known_nouns() -> frozenset[str]:
    """Return English nouns in lower case, those that are other words as well among them."""
    return frozenset(_tables().get_table("lemma_index")["noun"])


@functools.cache
def only_verbs() -> frozenset[str]:
    """Return English verbs in lower case that are no other word: "prefer", "marry"."""
    index = _tables().get_table("lemma_index")
    return frozenset(index["verb"]).difference(index["noun"], index["adj"], index["adv"])


def verb_in_present(word: str, among: frozenset[str] | None = None) -> str | None:
    """Return the verb whose third person a word in lower case is: "marry" of "marries".

    Args:
        among: the verbs that it may be; left out, those that are no other word.
    """
    if not word.endswith("s"):
        return None
    bases = (word[:-1], f"{word[:-3]}y" if word.endswith("ies") else "", word[:-2] if word.endswith("es") else "")
    known = only_verbs() if among is None else among
    return next((base for base in bases if base in known), None)


@functools.cache
def only_nouns() -> frozenset[str]:
    """Return English nouns in lower case that are neither verbs nor adjectives nor adverbs; names are among them."""
    index = _tables().get_table("lemma_index")
    return frozenset(index["noun"]).difference(verbs(), index["adj"], index["adv"], stop_words())


@functools.cache
def lower_names() -> frozenset[str]:
    """Return the first names of the lexicon in lower case that are nothing but names."""
    return frozenset(name.lower() for name in first_names() if _is_mere_name(name.lower())) - AMBIGUOUS


@functools.cache
def lower_places() -> dict[str, str]:
    """Return the places of the lexicon in their usual spelling, by the lower-case one.

    One that is a word as well is among them only if it is one of `PLACES_AND_WORDS`.
    """
    spelled = {name.lower(): name for name in places()}
    return {
        word: name for word, name in spelled.items() if " " in word or word in PLACES_AND_WORDS or _is_mere_name(word)
    }


def _is_mere_name(word: str) -> bool:
    return len(word) > 2 and (word in explained_names() or not is_english(word))


AMBIGUOUS = frozenset({
    "abbey", "al", "ali", "alma", "alpha", "amber", "ami", "an", "angel", "april", "art", "asia", "august", "aura",
    "aurora", "autumn", "barb", "basil", "bath", "baz", "beau", "belle", "berry", "bill", "birdie", "blanch", "bo",
    "booker", "bonnie", "brain", "brandy", "brook", "brooks", "buck", "bud", "buddy", "burl", "buster", "candida",
    "candy", "carol", "chad", "chance", "chang", "charity", "chase", "chastity", "cherry", "chester", "chi",
    "christen", "christian", "chuck", "clay", "clement", "cliff", "cody", "concepcion", "coral", "cornell", "coy",
    "cristal", "crystal", "daisy", "dale", "dane", "dawn", "dean", "dee", "del", "derrick", "destiny", "dev", "dewey",
    "dick", "dirk", "dolly", "don", "dona", "dong", "drew", "dusty", "earl", "earnest", "easter", "ebony", "ed",
    "eddy", "elder", "era", "eve", "faith", "fanny", "fawn", "fern", "flora", "forest", "foster", "frank", "freeman",
    "gale", "garland", "garnet", "garret", "gay", "gene", "ginger", "glen", "golden", "grace", "grant", "guy", "hai",
    "hal", "hank", "harper", "harry", "hazel", "heath", "heather", "herb", "holly", "homer", "hope", "hung", "hunter",
    "ida", "ima", "ina", "iris", "ivory", "ivy", "jack", "jade", "jan", "jarred", "jasmine", "jasper", "jay", "jc",
    "jean", "jenny", "jewel", "josh", "joy", "juan", "jude", "june", "jun", "jung", "junior", "kay", "ken", "kip",
    "kitty", "lacy", "lan", "lance", "lane", "laurel", "lea", "lee", "les", "lily", "lon", "lou", "love", "ma", "mac",
    "mack", "madonna", "mae", "magnolia", "mai", "man", "many", "manual", "margarita", "marina", "mark", "marlin",
    "marquis", "marshal", "marshall", "marvel", "mason", "may", "mel", "melody", "mercy", "merlin", "merry", "mi",
    "mickey", "mike", "miles", "min", "minerva", "ming", "miss", "missy", "misty", "monte", "morgan", "my", "myrtle",
    "nan", "nat", "nestor", "neva", "nice", "nick", "noble", "noe", "noel", "nova", "novella", "numbers", "ok",
    "olive", "oliver", "oma", "ona", "opal", "ora", "otto", "page", "palmer", "pansy", "parker", "pat", "patience",
    "patsy", "patty", "pearl", "penny", "peter", "pilar", "poppy", "porter", "precious", "prince", "princess",
    "prudence", "queen", "rae", "randy", "raven", "ray", "reading", "reed", "rex", "rey", "rich", "rob", "robin",
    "rocky", "rod", "roman", "romeo", "rose", "rosemary", "royal", "ruby", "rusty", "sage", "sally", "sal", "sam's",
    "sandy", "santos", "scot", "scotty", "see", "shad", "shay", "sherry", "sierra", "sky", "so", "sol", "son",
    "sonny", "soon", "starr", "sterling", "storm", "sue", "summer", "sun", "sung", "sunny", "tad", "tanner", "tara",
    "teddy", "thanh", "tiara", "tod", "tory", "tracy", "trey", "trinity", "troy", "tu", "ty", "val", "valentine",
    "van", "venus", "victor", "viola", "violet", "virgil", "von", "wade", "walker", "wally", "ward", "warren", "wei",
    "will", "windy", "wm", "yong", "young",
})  # fmt: skip
"""First names that in lower case are more often a word: they need a context in which only a name fits."""

PLACES_AND_WORDS = frozenset({
    "alhambra", "archway", "aspen", "bath", "bari", "boulder", "buffalo", "bursa", "cali", "centennial", "champagne",
    "china", "clovis", "cologne", "columbia", "concord", "cork", "corona", "cypress", "dayton", "deal", "delta",
    "derby", "enterprise", "essen", "fes", "fargo", "granada", "guinea", "hamburg", "harrow", "hull", "independence",
    "jersey", "lima", "limerick", "male", "man", "martinique", "mesa", "mesquite", "midland", "mobile", "nice", "of",
    "orange", "oral", "paradise", "perm", "pest", "phoenix", "pueblo", "providence", "queens", "reading", "regina",
    "reunion", "riverside", "sale", "salem", "slough", "split", "surprise", "turkey", "union", "vista", "wells",
    "whistler", "worth", "chili", "chad", "hove", "sur", "bar", "ajax", "waterloo", "panama", "van", "can", "date",
    "most", "ore", "side",
})  # fmt: skip
"""Places whose names are words: they are places only after "live in" and the like."""
