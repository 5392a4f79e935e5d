"""What stands between the words of a chat: emoji, captions, links, markup, line breaks, dots and dashes.

Nobody says a link or a caption, so they are blanked. An emoji, a line break, "..." and " - " separate what somebody
says; the parser knows full stops and commas.
"""

import re

from chronomem.extractors.language.lexicon import OWN_KIN
from chronomem.extractors.language.readable.dictionary import is_english
from chronomem.extractors.language.readable.offsets import TextEdits

CONTINUING = frozenset({
    "in", "at", "with", "from", "to", "for", "of", "on", "near", "by", "until", "till", "since", "because", "and",
    "but", "or", "who", "which", "whose", "where", "that", "as", "than", "about", "into", "like", "called", "named",
    "cause", "w", "w/", "bc", "cuz", "cos", "so", "after", "before", "during", "without", "nor", "though", "although",
    "while",
})  # fmt: skip
"""Words that continue what was said: before them stands no full stop."""

_LINK = re.compile(r"(?:https?://|www\.)\S+|[\w.+-]{1,64}@[\w-]{1,64}\.[\w.-]{2,64}")
_CAPTION = re.compile(r"\[[^\[\]\n]*\](?:\([^()\s]*\))?|<[/!]?\w[^<>\n]*>|```.*?(?:```|\Z)", re.DOTALL)
_CITED = re.compile(r"^[ \t]*>.*$", re.MULTILINE)
_BULLET = re.compile(r"^[ \t]*(?:[-*\u2022\u00b7\u2013]|\d{1,2}[.)])[ \t]+", re.MULTILINE)
_MARKUP = re.compile(r"(?<!\w)(?:[*_~]{1,3}|`)(?=\w)|(?<=[\w.!?,])(?:[*_~]{1,3}|`)(?!\w)|^#{1,6}[ \t]+", re.MULTILINE)
_LAST_TAG = re.compile(r"(?<!\S)#\w+\s*$")
_TAG = re.compile(r"(?<!\w)[#@](?=[^\W\d])")
_AT = re.compile(r"(?<=\w )@(?= \w)")
_LONGEST_TAG = 50
_KISSES = re.compile(r"(?<=[\w.!?])[ \t]++[xo]{1,4}(?=[ \t]*(?:$|\n))", re.IGNORECASE)
_HEART = re.compile(r"(?<=\b[iI] )(?:<3+|\u2764\ufe0f?)(?= \w)")
_SMILEY = re.compile(
    r"(?<![ \t])[ \t]*+(?:[\u2190-\u21ff\u2300-\u23ff\u25a0-\u27bf\u2b00-\u2bff\ufe0f\u200d\u20e3\U0001f000-\U0001faff]"
    r"|(?<![\w:;=])[:;=]['\u2019]?-?[()\[\]|/\\DPpOo3*$](?![\w/])|(?<!\w)[xX]D(?!\w)|<3+(?!\d)|\^\^|\u00af\\_\(\u30c4\)_/\u00af)+"
    r"(?:[ \t]*(?:[\u2190-\u21ff\u2300-\u23ff\u25a0-\u27bf\u2b00-\u2bff\ufe0f\u200d\U0001f000-\U0001faff])+)*"
)
_BREAK = re.compile(r"(?<![ \t])[ \t]*+:?[ \t]*+\n\s*+")
_DOTS = re.compile(r"(?<![ \t])[ \t]*+(?:\.{2,}|\u2026)[ \t]*(?=\w)")
_DASH = re.compile(
    r"(?<![ \t])[ \t]++(?:-{1,3}|\u2013|\u2014)[ \t]+(?=(\w+))|(?:\u2014|(?<=[^\W\d]{3})-[ \t]+)(?=(\w+))"
)
_COLON = re.compile(
    r":(?=\s+(?:(?i:i|we|he|she|they|it)(?:['\u2019]\w+)?\s|[A-Z][\w'\u2019-]+ and I\b|(?i:my|our) \w+ \w+ed\b))"
)
_GUESS = re.compile(r"(?<=\bguess what)(?:,|(?= +(?:i|we|i'm|i've|we're|we've|my|our|back)\b))", re.IGNORECASE)
"""The end of "guess what", which asks nothing: "guess what, back at Lidl"."""
_LONGEST_LABEL = 6
"""In words."""
_SAYING = re.compile(
    r"\b(?:says?|said|tell|told|ask(?:ed)?|answer(?:ed)?|text(?:ed)?|write|wrote|reply|replied|messaged?|goes|went|like|quote|motto"
    r"|lyrics?|note|sign|reads?|called?|words?|he|she|they|you|how|list|love|hate|letter|email|post|translat\w+|proofread"
    r"|rephrase|reword|correct|improve|summar\w+|caption)\b",
    re.IGNORECASE,
)
"""Words before a colon after which somebody else may speak, or a list may follow."""
_SPACES = re.compile(r"[ \t]{2,}+")
_NEXT = re.compile(r"[\s\"'(]*([^\W\d_][\w/]*)?")
_BEGINS = {
    "i", "im", "ive", "id", "we", "were", "weve", "he", "hes", "she", "shes", "they", "theyre", "you", "youre", "it",
    "its", "this", "thats", "my", "our", "then", "there", "theres", "so", "but", "no", "yes", "what", "how", "why",
    "do", "did", "can", "will", "are", "is",
}  # fmt: skip
"""Words with which a new statement or question begins after a dash."""


def separate(edits: TextEdits) -> None:
    """Blank out what nobody says, and put full stops and commas where other marks separate what is said."""
    for pattern in (_LINK, _CITED, _CAPTION):
        edits.substitute(pattern, _blank)
    edits.substitute(_BULLET, _blank_bullet)
    edits.substitute(_MARKUP, _blank)
    _blank_last_tags(edits)
    edits.substitute(_TAG, " ")
    edits.substitute(_AT, "at")
    edits.substitute(_KISSES, _blank)
    edits.substitute(_HEART, "love")
    edits.substitute(_SMILEY, _mark_smiley)
    edits.substitute(_BREAK, _mark_break)
    edits.substitute(_DOTS, _mark)
    edits.substitute(_DASH, _mark_dash)
    edits.substitute(_COLON, _mark_label)
    edits.substitute(_GUESS, ".")
    edits.substitute(_SPACES, " ")


def _blank_last_tags(edits: TextEdits) -> None:
    """Blank out the hashtags at the end, which nobody says; one inside a sentence is a word of it."""
    end = len(edits.text)
    while end and (tag := edits.text.rfind("#", max(0, end - _LONGEST_TAG), end)) >= 0:
        if _LAST_TAG.match(edits.text[tag:end]) is None or (tag and not edits.text[tag - 1].isspace()):
            break
        end = tag
    edits.change([(end, len(edits.text), " " * (len(edits.text) - end))])


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match[0])


def _blank_bullet(match: re.Match[str]) -> str:
    """Blank out what opens an item of a list; a number in the only line of a message is told: "34. send help"."""
    counts = any(c.isdecimal() for c in match[0]) and "\n" not in match.string
    return match[0] if counts else _blank(match)


def _mark(match: re.Match[str]) -> str:
    """Return the mark that stands for a match: none at the beginning and after another, a comma before "and"."""
    left = match.string[: match.start()].rstrip()
    if not left or left[-1] in ".!?,;:(-":
        return " "
    following = _NEXT.match(match.string, match.end())
    word = (following[1] or "").lower() if following is not None else ""
    return ", " if word in CONTINUING else ". "


def _mark_label(match: re.Match[str]) -> str:
    """Return a full stop for the colon after an announcement: "big news: Tom and I are engaged"."""
    label = re.split(r"[.!?\n]", match.string[: match.start()])[-1].strip()
    words = label.split() or [""]
    last = words[-1].lower()
    announces = len(words) <= _LONGEST_LABEL and (last == words[-1] or is_english(last)) and last not in OWN_KIN
    return "." if announces and _SAYING.search(label) is None else match[0]


def _mark_smiley(match: re.Match[str]) -> str:
    left = match.string[: match.start()]
    if match[0].isascii() and left[-1:].isalnum() and match[0][0] not in " <^:;=":
        return match[0]
    return _mark(match)


def _mark_break(match: re.Match[str]) -> str:
    following = _NEXT.match(match.string, match.end())
    if following is None or (following[1] is None and match.end() == len(match.string)):
        return match[0]
    return _mark(match)


def _mark_dash(match: re.Match[str]) -> str:
    word = match[1] or match[2]
    if word.lower() in _BEGINS:
        return _mark(match)
    aside = match[1] and word.isalpha() and word.islower() and match.string[: match.start()][-1:].isalpha()
    return ", " if aside else match[0]
