"""Names that were typed in lower case: "marek moved to brno", "greta and i"."""

import re
from collections.abc import Collection

from chronomem.extractors.language.lexicon import RELATION_OF_NOUN, first_names, stop_words
from chronomem.extractors.language.readable.dictionary import (
    AMBIGUOUS,
    PLACES_AND_WORDS,
    english_words,
    is_english,
    lower_names,
    lower_places,
    only_nouns,
    verbs,
)
from chronomem.extractors.language.readable.offsets import TextEdits

_WORD = re.compile(r"[^\W\d_]+(?:['\u2019-][^\W\d_]+)*")
_POSSESSIVE = re.compile(r"['\u2019]s$")
_SETTLING = {
    "live", "lives", "living", "lived", "move", "moves", "moving", "moved", "born", "based", "raised", "grew", "grow",
    "stay", "staying", "stayed", "fly", "flying", "flew", "travel", "travelling", "traveling", "relocated",
    "relocating", "am", "i'm", "is", "are", "he's", "she's", "we're", "they're", "come", "comes", "back", "up",
    "originally", "flat", "house", "apartment", "place", "home", "job", "study", "studying", "work", "working",
    "works", "worked", "office", "go", "goes", "going", "went", "gone", "trip", "drive", "driving", "drove", "flight",
    "train", "bus", "been", "over",
    "here", "there", "still", "was", "met", "arrived", "landed", "wedding",
}  # fmt: skip
"""Words before "in", "to" or "from" after which a place is named."""
_STAYING = {
    "live", "lives", "living", "lived", "move", "moves", "moving", "moved", "born", "based", "raised", "stay",
    "staying", "stayed", "fly", "flying", "flew", "relocated", "relocating", "travel", "travelling", "traveling",
    "trip", "flight", "train", "bus", "back", "i'm",
}  # fmt: skip
"""Words before "in" or "to" after which a bare noun is a place's name, other than `_BARE_PLACES`."""
_BARE_PLACES = {
    "town", "bed", "church", "school", "college", "uni", "university", "hospital", "prison", "jail", "sin", "harmony",
    "poverty", "squalor", "luxury", "exile", "bliss", "captivity", "suburbia", "misery", "solitude", "isolation",
    "chaos", "filth", "heaven", "uptown", "pain", "bits", "tears", "charge", "management", "marketing", "sales",
    "production", "rehab", "therapy", "court", "quarantine", "lockdown", "trouble", "traffic", "danger", "debt",
    "kindergarten", "nursery", "preschool", "academia", "software", "politics", "finance", "journalism", "agony",
    "shambles", "training", "advance", "reality", "normality", "normal", "basics", "classes", "class", "work", "life",
}  # fmt: skip
_HIRED = {"work", "works", "working", "worked", "job", "started", "starting", "internship", "shift", "shifts"}
"""Words before "at" after which a bare noun is a company's name, other than `_BARE_PLACES` and `_AT_NO_COMPANY`."""
_AT_NO_COMPANY = {
    "home", "night", "noon", "midnight", "dawn", "dusk", "sea", "heights", "weekends", "camp", "reception", "hand",
    "speed", "scale", "pace", "capacity", "lunch", "lunchtime", "dinner", "breakfast", "christmas", "easter",
}  # fmt: skip
_ENROLLED = {"join", "joined", "joining", "quit", "cancelled", "canceled"}
"""Words after which an unknown word is the name of a club or company."""
_ACTING = {
    "moved", "moves", "lives", "lived", "works", "worked", "got", "gets", "says", "said", "told", "loves", "loved",
    "hates", "hated", "likes", "liked", "wants", "wanted", "came", "comes", "went", "goes", "bought", "sold", "quit",
    "left", "broke", "dumped", "married", "died", "called", "calls", "texted", "asked", "asks", "thinks", "thought",
    "started", "starts", "plays", "played", "knows", "knew", "met", "turned", "turns", "passed", "won", "lost",
    "made", "makes", "gave", "gives", "would", "wouldn't", "isn't", "wasn't", "hasn't", "doesn't", "didn't", "won't",
}  # fmt: skip
"""What a person does; an unknown word before it is a name."""
_ME = {"me", "i", "myself"}
_CALLED = {"called", "named", "name's", "nicknamed"}
_GREETING = {"hey", "hi", "hello", "thanks", "thank", "dear", "congrats", "bye", "morning", "night", "yo", "ty", "thx"}
_OPENS = re.compile(
    r"(?:^|[.!?,;:(\n\"\u201c])\s*"
    r"(?:(?:and|but|so|btw|also|then|because|yeah|yes|no|ok|oh|omg|wow|lol|well|anyway|haha) )*$"
)
_ASIDE = re.compile(r" \([\w ']{2,25}\) (\w+)")
"""What stands in brackets behind a name, with the word after it: " (housemate) turned"."""
_HAVING = re.compile(r" \w")
_HAVING_NUMBER = re.compile(r" \d")
_JOINING = {"and", "or", "n", "but", "who", "i", "last", "this", "yesterday", "today", "now", "too"}
"""Words after a name that ends in "s", rather than after one that lacks an apostrophe."""
_KIN = frozenset(RELATION_OF_NOUN) | {"gf", "bf", "mate", "ex", "guy", "girl", "boss", "baby", "bestie"}
_NOT_AFTER_KIN = {"who", "n", "rn", "tmrw", "irl", "tho", "fr"}
_LIST = re.compile(
    rf"(\b(?:{'|'.join(sorted(_KIN))})s?,? )([^\W\d_]+(?:, [^\W\d_]+)* (?:and|n|&) [^\W\d_]+)", re.IGNORECASE
)
_US = re.compile(r"\bthe us\b(?!\s+(?:two|three|all|both))")
_DAYS = {
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "january", "february", "march",
    "april", "may", "june", "july", "august", "september", "october", "november", "december",
}  # fmt: skip
_DAYS_AND_WORDS = {"march", "may"}
_BEFORE_MONTH = {"in", "since", "until", "till", "last", "next", "early", "late", "mid", "of", "by", "this"}
_TITLES = {"mr", "mrs", "ms", "dr", "prof"}
_CODES = {"uk": "UK", "usa": "USA", "nyc": "NYC", "uae": "UAE", "eu": "EU"}


def capitalise(edits: TextEdits, names: Collection[str]) -> None:
    """Give names their capital.

    Args:
        names: names that are known, in their usual spelling: those of the speakers, and others of the conversation.
    """
    known = {part.lower(): part for name in names for part in (name, *name.split()) if part[:1].isupper()}
    edits.substitute(_US, "the US")
    words = list(_WORD.finditer(edits.text))
    lower = [match[0].lower().replace("\u2019", "'") for match in words]
    changes = []
    for i, match in enumerate(words):
        if not match[0].islower():
            continue
        usual = _usual(edits.text, words, lower, i, known)
        if usual is not None and usual != match[0]:
            changes.append((match.start(), match.end(), usual))
    edits.change(changes)
    edits.substitute(_LIST, _spell_list)


def _spell_list(match: re.Match[str]) -> str:
    """Return a list of names after a noun for people or animals with their capitals: "two cats, pamuk and zeytin"."""
    return match[1] + _WORD.sub(lambda word: _listed(word[0]), match[2])


def _listed(word: str) -> str:
    unknown = word.islower() and len(word) > 2 and (not is_english(word) or word in lower_names())
    return word.title() if unknown else word


def _usual(text: str, words: list[re.Match[str]], lower: list[str], i: int, known: dict[str, str]) -> str | None:
    """Return the usual spelling of a word if it is a name, and None otherwise."""
    word = _POSSESSIVE.sub("", lower[i])
    rest = words[i][0][len(word) :]
    before = lower[i - 1] if i and _adjoins(text, words, i - 1) else ""
    after = lower[i + 1] if i + 1 < len(words) and _adjoins(text, words, i) else ""
    if aside := _ASIDE.match(text, words[i].end()):
        after = aside[1].lower()
    if word in _CODES:
        return _CODES[word] + rest
    if word in _DAYS and (word not in _DAYS_AND_WORDS or before in _BEFORE_MONTH or before[:1].isdigit()):
        return word.title() + rest
    if word in known:
        certain = word not in AMBIGUOUS and not _is_word(word)
        last = after == "" and word not in stop_words() and before not in _DETERMINERS
        return known[word] + rest if certain or last or _is_named(text, words, lower, i) else None
    place = _place(lower, words, text, i)
    if place is not None:
        return place + rest
    if word[-1] == "s" and not rest and _HAVING.match(text, words[i].end()) and after not in _ACTING | _JOINING:
        bearer = word[:-1]
        had = after in only_nouns() or after.endswith("ing") or _HAVING_NUMBER.match(text, words[i].end()) is not None
        told = bearer in lower_names() or (before in _KIN and not is_english(bearer) and had)
        if bearer in known or (told and word not in lower_names() and not is_english(word)):
            return f"{known.get(bearer, bearer.title())}'s"
    if word in lower_names() or (word in AMBIGUOUS and _is_named(text, words, lower, i)):
        return word.title() + rest
    settled = before in ("in", "to", "from") and i > 1 and lower[i - 2] in _STAYING
    settled |= before == "at" and i > 1 and lower[i - 2] in _HIRED and word not in _AT_NO_COMPANY
    if settled and word in only_nouns() - _BARE_PLACES and (after == "" or after in _AFTER_PLACE):
        return word.title() + rest
    opens = _OPENS.search(text[max(0, words[i].start() - 24) : words[i].start()]) is not None
    if opens and after in _ACTING and word.title() in first_names() and word not in AMBIGUOUS | verbs():
        return word.title() + rest
    if opens and lower[i].endswith("'s") and len(word) > 3 and word.isalpha() and word not in english_words():
        return word.title() + rest  # "sioned's", as no verb has that ending
    if before in _TITLES and word.isalpha() and len(word) > 2 and word not in stop_words():
        return word.title() + rest
    if len(word) < 3 or is_english(word) or not word.isalpha():
        return None
    kin = before in _KIN and word not in _NOT_AFTER_KIN
    placed = before in _ENROLLED or before in ("at", "near", "from")
    placed |= before in ("in", "to") and i > 1 and lower[i - 2] in _SETTLING
    if kin or placed or before in _CALLED or (opens and (after in _ACTING or lower[i].endswith("'s"))):
        return word.title() + rest
    if _is_named(text, words, lower, i):
        return word.title() + rest
    return None


def _is_word(word: str) -> bool:
    """Whether a speaker's name is a word as well, as that of "Mum" or "Coach"."""
    return word in english_words() and word not in lower_names()


def _adjoins(text: str, words: list[re.Match[str]], i: int) -> bool:
    """Whether only a space stands between a word and the next."""
    return text[words[i].end() : words[i + 1].start()].strip(" ") == ""


def _is_named(text: str, words: list[re.Match[str]], lower: list[str], i: int) -> bool:
    """Whether only a name fits: "rose and i", "me and mark", "a dog called poppy", "thanks will"."""
    if lower[i] in _DETERMINERS:
        return False
    before = lower[i - 1] if i and _adjoins(text, words, i - 1) else ""
    after = lower[i + 1] if i + 1 < len(words) and _adjoins(text, words, i) else ""
    if before in ("and", "n", "&") and i > 1 and lower[i - 2] in _ME and _adjoins(text, words, i - 2):
        return True
    if after in ("and", "n") and i + 2 < len(words) and lower[i + 2] in ("i", "me") and before not in _DETERMINERS:
        return before == "" or before in ("so", "but", "because", "when", "that", "if", "yeah", "then", "with")
    if before in _KIN and i > 1 and lower[i - 2] in _OWNERS and lower[i] not in stop_words():
        return lower[i] not in verbs() or after in _ACTING or after in ("is", "was", "has")
    return before in _CALLED or before in _GREETING


_OWNERS = {"my", "our", "your", "his", "her", "their"}
_DETERMINERS = {"the", "a", "an", "my", "your", "our", "his", "her", "their", "this", "that", "some", "any", "no"}


def _place(lower: list[str], words: list[re.Match[str]], text: str, i: int) -> str | None:
    """Return the usual spelling of the place that a word names, or begins to name ("new york")."""
    word = _POSSESSIVE.sub("", lower[i])
    usual = lower_places()
    joined = bool(i) and _adjoins(text, words, i - 1)
    if joined and f"{lower[i - 1]} {word}" in usual:
        return usual[f"{lower[i - 1]} {word}"].split(" ", 1)[-1]
    if i + 1 < len(words) and _adjoins(text, words, i):
        pair = usual.get(f"{word} {_POSSESSIVE.sub('', lower[i + 1])}")
        if pair is not None:
            return pair.split(" ")[0]
    if word not in usual:
        return None
    before = lower[i - 1] if joined else ""
    if word in PLACES_AND_WORDS or word in lower_names() or word in AMBIGUOUS:
        settled = (
            before in ("in", "to", "from") and i > 1 and lower[i - 2] in _SETTLING - {"back", "up", "place", "job"}
        )
        free = i + 1 == len(words) or not _adjoins(text, words, i) or lower[i + 1] in _AFTER_PLACE
        return usual[word] if settled and free else None
    return usual[word]


_AFTER_PLACE = {
    "and", "but", "with", "for", "now", "since", "last", "next", "this", "because", "in", "to", "from", "on", "at",
    "when", "so", "too", "rn", "atm", "tomorrow", "today", "until", "till", "where", "which", "or", "soon", "anymore",
    "again", "these", "after", "before", "lol", "haha", "tho", "btw", "if", "i", "we", "it's", "originally",
}  # fmt: skip
