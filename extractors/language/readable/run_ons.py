"""Statements in a row without a mark between them: "i sold the bike it's gone i still have the kayak".

A full stop is put where a new subject and its verb begin, only where the words before can neither govern a clause ("i
think it's …") nor be followed by a relative one ("the bike i sold"): an object after the new verb tells that the noun
before is none of its own.
"""

import re

from chronomem.extractors.language.lexicon import FEELINGS
from chronomem.extractors.language.readable.offsets import TextEdits

_WORD = re.compile(r"[^\W_]+(?:['\u2019/-][^\W_]+)*")
_IMPERSONAL = {"it's", "that's", "there's"}
_CONTRACTED = {
    "he's", "she's", "they're", "we're", "you're", "i'm", "i've", "we've", "they've", "you've", "i'll", "we'll",
    "he'll", "she'll", "they'll",
}  # fmt: skip
_PRONOUNS = {"i", "we", "he", "she", "they", "you", "it"}
_OWNED = {"my", "our", "his", "her", "their", "the"}
_ADVERBS = {
    "just", "still", "also", "really", "never", "always", "only", "now", "even", "already", "actually", "finally",
    "both", "all", "probably", "literally", "definitely", "usually", "often", "sometimes", "mostly",
}  # fmt: skip
_FINITE = {
    "am", "is", "are", "was", "were", "have", "has", "had", "do", "don't", "did", "didn't", "does", "doesn't", "can",
    "can't", "could", "couldn't", "will", "won't", "would", "should", "isn't", "aren't", "wasn't", "weren't",
    "haven't", "hasn't",
}  # fmt: skip
_OBJECTS = {
    "the", "a", "an", "my", "your", "our", "his", "her", "their", "this", "that", "it", "him", "them", "me", "us",
    "mine", "no", "some", "two", "three", "four", "five", "another", "everything", "nothing",
}  # fmt: skip
_ASKING = {"did", "do", "are", "have", "can", "will", "could", "would", "don't", "didn't", "aren't"}
_FUNCTION = {
    "and", "but", "or", "so", "because", "cause", "since", "that", "which", "who", "whom", "whose", "where", "when",
    "what", "why", "how", "if", "unless", "whether", "until", "till", "before", "after", "while", "as", "than",
    "though", "although", "like", "once", "whenever", "wherever", "whatever", "however", "not", "for", "with", "to",
    "of", "in", "at", "on", "from", "by", "about", "into", "except", "the", "a", "an", "my", "your", "our", "his",
    "her", "their", "this", "these", "those", "some", "any", "every", "each", "no", "only", "just", "even", "maybe",
    "perhaps", "also", "then", "i", "we", "you", "he", "she", "they", "it", "out", "me", "very", "too", "both",
    "either", "neither",
}  # fmt: skip
_GOVERNING = {
    "think", "thinks", "thought", "thinking", "know", "knows", "knew", "say", "says", "said", "saying", "hope",
    "hopes", "hoped", "hoping", "guess", "wish", "wishes", "wished", "believe", "believes", "bet", "swear", "swore",
    "heard", "hear", "hears", "mean", "means", "meant", "see", "sees", "saw", "seen", "tell", "tells", "told",
    "telling", "realise", "realize", "realised", "realized", "notice", "noticed", "find", "found", "forgot", "forget",
    "remember", "suppose", "assume", "assumed", "imagine", "decided", "promised", "claims", "claimed", "reckon",
    "figured", "seems", "looks", "sounds", "let", "let's", "make", "makes", "made", "certain", "aware", "showed",
    "admit", "admitted", "idk", "asked", "texted", "dreamt", "dreamed", "wrote", "explained", "insists", "pretend",
    "doubt",
}  # fmt: skip
_HEADS = {
    "time", "times", "day", "days", "way", "reason", "moment", "minute", "second", "thing", "things", "fact", "stuff",
    "everything", "anything", "something", "nothing", "everyone", "anyone", "someone", "nobody", "people", "person",
    "one", "ones", "all", "much", "many", "more", "most", "first", "best", "worst", "long", "soon", "far", "such",
    "same", "place", "places", "kind", "sort", "bit", "lot", "chance", "god", "word", "idea", "case", "point",
    "proof", "sign",
}  # fmt: skip
"""Nouns that are followed by a clause of their own more often than by another statement."""
_GREETING = {"ok", "okay", "yes", "yeah", "oh", "hey", "hi", "wow", "omg", "lol", "haha", "btw", "tbh", "honestly",
             "actually", "basically", "anyway", "well", "sorry", "thanks", "yep", "nope", "ngl", "ugh"}  # fmt: skip
_CLOSING = {
    "now", "today", "yesterday", "tomorrow", "tonight", "anymore", "already", "yet", "ago", "again", "there", "here",
    "though", "either", "later", "lately", "recently", "atm", "together", "alone", "home", "away", "forever", "gone",
    "week", "month", "year", "weekend", "night", "summer", "winter", "spring", "autumn", "monday", "tuesday",
    "wednesday", "thursday", "friday", "saturday", "sunday", "january", "february", "march", "april", "june", "july",
    "august", "september", "october", "november", "december", "morning", "evening", "afternoon", "soon",
}  # fmt: skip
"""Words that end a clause and do not begin the next, as long as there is a clause before them."""
_CONNECTING = {"and", "but", "so", "then", "or", "where"}
"""Words that open a clause with what stands before its subject: "and on 1 august we move"."""
_FRONTING = {"from", "in", "on", "since", "by", "until", "till", "at", "after", "before", "during", "starting", "as"}
_LONGEST_FRONT = 2
"""How many words a phrase in front of its clause has that is no clause of its own: "from May I'm …"."""
_SUBORDINATE = {"if", "when", "while", "whenever", "once", "unless", "although", "as", "since", "because", "until"}
_LONGEST_CONDITION = 8
"""How many words a condition may have before what it is the condition of: "when i was in paris i …"."""
_ASIDE = re.compile(
    r"\s*,\s+(?=(?:please )?(?:don't|dont|do not) "
    r"(?:laugh|judge|tell|ask|worry|panic|forget|hate|blame|shout|cry|say)\b)",
    re.IGNORECASE,
)
"""What stands before words to the listener that end a statement: "bought a boat, don't laugh"."""
_SUM = re.compile(
    r"(?:,|\s+and)?\s+(?=so (?:now|that's now|it's now) (?:\d+|two|three|four|five|six|seven|eight|nine|ten)\b)",
    re.IGNORECASE,
)
"""What stands before the sum of a statement: "bought two more so now six hens"."""
_ANNOUNCED = re.compile(r"(?<=\bit's official)\s*[,:]\s+", re.IGNORECASE)
"""What stands between "it's official" and what is."""
_DAY = r"(?:mon|tues?|weds?|thu|thurs?|fri|sat|sun|(?:mon|tues|wednes|thurs|fri|satur|sun)day)"
_DAYS = re.compile(
    rf"\b(?:at|for|with) (?P<place>[\w'-]+(?: [\w'-]+){{0,5}}?)(?P<gap> )"
    rf"(?:(?P<range>{_DAY}s?(?: to | till | through | thru |-){_DAY}s?)|{_DAY}s)\b",
    re.IGNORECASE,
)
"""Days of the week that follow where somebody works: "at the library mon to fri", "at Marlowe School Mondays"."""
_BEFORE_DAYS = {"on", "from", "every", "each", "all", "most", "only", "some", "except", "working", "always"}
_LONGEST = 40
"""How many words before it are looked at where a statement may begin."""
_SHORTEST = 3
"""How many words a statement has at least before what is said to the listener."""
_REACH = 4
"""Within how many words after "my" or "the" the verb of a new subject follows."""


def split(edits: TextEdits) -> None:
    """Put a full stop between statements that follow each other without a mark."""
    text = edits.text
    words = list(_WORD.finditer(text))
    lower = [match[0].lower().replace("\u2019", "'") for match in words]
    stops = []
    first = 0
    for i in range(1, len(words)):
        if text[words[i - 1].end() : words[i].start()].strip(" "):
            first = i
        first = max(first, i - _LONGEST)
        if i - first >= 2 and _begins(lower, words, first, i):
            stops.append((words[i - 1].end(), words[i].start(), ". "))
            first = i
    edits.change(stops)
    for pattern in (_ASIDE, _SUM):
        text = edits.text
        edits.change([(*m.span(), ". ") for m in pattern.finditer(text) if not _is_under_condition(text[: m.start()])])
    edits.substitute(_ANNOUNCED, ". ")
    edits.change(
        [(*m.span("gap"), " from " if m["range"] else " on ") for m in _DAYS.finditer(edits.text) if _is_place(m)]
    )


def _is_place(days: re.Match[str]) -> bool:
    """Whether days of the week follow a place: not "for most Mondays", nor "at noon on Fridays"."""
    last = days["place"].lower().split()[-1]
    return last not in _FUNCTION | _BEFORE_DAYS


def _is_under_condition(before: str) -> bool:
    """Whether the sentence so far is a condition: "if you see him, don't tell him"."""
    sentence = re.split(r"[.!?\n]", before)[-1].lower().split()
    return not sentence or sentence[0] in _SUBORDINATE or len(sentence) < _SHORTEST


def _begins(lower: list[str], words: list[re.Match[str]], first: int, i: int) -> bool:
    """Whether a new statement begins with a word, after the statement that began with the word `first`."""
    before, word = lower[i - 1], lower[i]
    if before in _FUNCTION or before in _GOVERNING or before in _HEADS or before in FEELINGS or before in _GREETING:
        return False
    if before in _FINITE or before in _ADVERBS - {"now", "already"} or not _states(lower, words, first, i):
        return False
    after = lower[i + 1] if i + 1 < len(lower) else ""
    if any(each in _GOVERNING or each == "that" for each in lower[max(first, i - 3) : i]):
        return False
    if lower[first] in _SUBORDINATE or _SUBORDINATE & set(lower[max(first, i - _LONGEST_CONDITION) : i]):
        return False
    if _CONNECTING & set(lower[max(first, i - _REACH) : i]):
        return False
    closing = before in _CLOSING or _names_place(lower, words, i - 1)
    if word in _IMPERSONAL:
        return True
    if word in _CONTRACTED:
        return closing or _has_object(lower, i + 1) or _is_next_of_two(lower, first, i)
    if word in _PRONOUNS and after not in _FUNCTION - {"just", "also", "both", "only", "even"}:
        if word in ("you", "it") and after not in _FINITE | _ADVERBS:
            return False
        return closing or _has_object(lower, i + 1)
    if word in _ASKING and after in ("u", "you", "we", "they"):
        return closing or word in ("did", "are")
    return closing and word in _OWNED and any(each in _FINITE for each in lower[i + 2 : i + 1 + _REACH])


def _is_next_of_two(lower: list[str], first: int, i: int) -> bool:
    """Whether a word says of somebody else what the words before say of one: "she's a midwife he's a chef"."""
    beings = {"he's", "she's", "i'm", "they're"}
    if not {lower[first], lower[i]} <= beings or lower[first] == lower[i] or i - first > _REACH:
        return False
    after = lower[i + 1 :]
    return bool(after) and not after[0].endswith("ing") and after[-1] not in _FUNCTION


def _states(lower: list[str], words: list[re.Match[str]], first: int, i: int) -> bool:
    """Whether the words before hold a subject and something said of it."""
    fronted = lower[first] in _FRONTING and i - first <= _LONGEST_FRONT  # "From May I'm at Lidl"
    named = words[first][0].istitle() and lower[first] not in _GREETING and not fronted
    return named or any(
        lower[j] in _PRONOUNS or lower[j] in _CONTRACTED or lower[j] in _FINITE or "'s" in lower[j]
        for j in range(first, i - 1)
    )


def _names_place(lower: list[str], words: list[re.Match[str]], i: int) -> bool:
    """Whether a word is a name after "in", "at" or "to", which ends its clause."""
    return words[i][0][:1].isupper() and i > 0 and lower[i - 1] in ("in", "at", "to", "from", "with")


def _has_object(lower: list[str], verb: int) -> bool:
    """Whether the verb after a pronoun has an object of its own, so that the noun before isn't its object."""
    while verb < len(lower) and lower[verb] in _ADVERBS:
        verb += 1
    if verb + 1 >= len(lower) or lower[verb] in _GOVERNING:
        return False
    return lower[verb + 1] in _OBJECTS
