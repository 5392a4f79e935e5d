"""The instructions to a language model for each kind of summary."""

from collections.abc import Mapping

_COMMON = (
    'Summarise "texts": one on each line, under the day on which it was said or to which it belongs, where days are'
    " given. Write plain sentences that can be read by themselves. Use names, never I, you or we. Use calendar dates,"
    " never yesterday or last week. Keep names, places, numbers, titles, and what was decided, felt and planned. Leave"
    " out greetings, questions, praise and small talk. Invent nothing. Write in the language of the texts, at most"
    ' "words" words. "earlier", if given, are the summaries before this one. "subject", if given, is whom or what it is'
    " about."
)

LARGER_PERIODS = frozenset({"calendar.week", "calendar.month", "calendar.year"})
"""The kinds of summaries of which a single source is the summary already."""

BY_PURPOSE: Mapping[str, str] = {
    "calendar.day": "Tell what was said on this day: what happened, what is new of whom, what is planned.",
    "calendar.week": "Tell this week from the summaries of its days, in order of time, with the dates.",
    "calendar.month": "Tell this month from the summaries of its weeks: what mattered and what changed, with dates.",
    "calendar.year": "Tell this year from the summaries of its months: the turning points, with dates.",
    "timem.segment": 'Tell what this exchange adds to "earlier"; one or two sentences where it adds little.',
    "timem.session": "Merge what this conversation told into one account without repetitions.",
    "timem.day": "Tell this day from its conversations: what happened, and the habits and wishes that show in it.",
    "timem.week": "Tell this week from its days: what recurs, what changes, and what somebody works towards.",
    "timem.profile": 'Bring the picture of these people in "earlier" up to date with this month: who they are, what'
    " they like and do, how they are related, what lasts. Keep what still holds.",
    "hmem.event": "List what this text tells that is worth remembering, one event or state on each line, each a short"
    ' sentence that stands by itself. Where it tells nothing, leave "summary" empty.',
    "hmem.week": "Say what these events of one week, which are alike, tell together, with their dates.",
    "hmem.month": "Say what these memories of one month, which are alike, tell together: what went on, what changed.",
    "hmem.year": "Say what these memories of one year, which are alike, tell together: how it began and how it stands.",
    "recmem.episode": "Tell these exchanges, which are about one thing, as one episode, in order of time.",
    "recmem.semantic": 'List what these texts tell that is not in "earlier" and holds beyond the occasion: facts,'
    " tastes, habits, ties. One statement on each line, each a short sentence that stands by itself, five at the most.",
    "segtree.segment": "Say what these turns of a conversation are about, and what they tell of it.",
    "segtree.span": "Say what these passages of a conversation share, and what they tell of it.",
    "topics.topic": "Say what theme these texts of one month share, and what was told of it.",
    "topics.persona": "Describe the people in these texts by what they do, like and want with regard to this theme.",
    "profiles.persistent": 'Describe "subject" by what lasts: who that is, ties, home, work, tastes, habits.',
    "profiles.recent": 'Tell what is new with "subject".',
}
_ANY = "Summarise these texts."


def instructions(purpose: str) -> str:
    """Return the instructions for a kind of summary, such as `calendar.day`."""
    return f"{BY_PURPOSE.get(purpose, _ANY)} {_COMMON}"
