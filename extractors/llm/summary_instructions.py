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
_RETOLD = (
    '"texts" are what was said, one on each line. Retell it in the third person, by name, and only what "earlier" does'
    " not tell yet. Keep everything of substance: who, what, when, where, why, numbers in figures, feelings that are"
    " named, the speakers' own words for titles, things and activities, and what somebody asks. Keep relative times"
    " exactly as they were said, such as last night: never make dates of them. Drop only greetings, words of agreement"
    " and fillers. Write two to four plain sentences, more where details need them, on one matter, without lists. If"
    " nothing is new, tell in a sentence what it was about. Add and infer nothing. Write in the language of the texts."
)
_LISTED = (
    '"texts" are what was said, one on each line, under the day on which it was said, where days are given. Use names,'
    " never I, you or we. Count relative times from the day, or tie them to it: the week before 2 May 2023. Invent"
    " nothing. Write in the language of the texts."
)

UNBOUNDED = frozenset({"timem.segment", "hmem.event", "recmem.semantic"})
"""The kinds of texts whose length depends on what there is to tell."""
MAY_BE_EMPTY = frozenset({"hmem.event", "recmem.semantic"})
"""The kinds of lists that hold nothing where nothing is worth remembering."""
COPIED = frozenset({"calendar.week", "calendar.month", "calendar.year", "topics.topic", "profiles.persistent"})
"""The kinds of summaries of which a single source, if it is no turn, is the summary already."""

BY_PURPOSE: Mapping[str, str] = {
    "calendar.day": "Tell what was said on this day: what happened, what is new of whom, what is planned.",
    "calendar.week": "Tell this week from the summaries of its days, in order of time, with the dates.",
    "calendar.month": "Tell this month from the summaries of its weeks: what mattered and what changed, with dates.",
    "calendar.year": "Tell this year from the summaries of its months: the turning points, with dates.",
    "timem.segment": "Write down an exchange of a conversation, so that nothing of substance is lost.",
    "timem.session": "Merge what this conversation told into one account without repetitions.",
    "timem.day": "Tell this day from its conversations: what happened, and the habits and wishes that show in it.",
    "timem.week": "Tell this week from its days: what recurs in what somebody does and prefers, what changes, and"
    " what somebody works towards.",
    "timem.profile": 'Bring the picture of these people in "earlier" up to date with this month: who they are, what'
    " they like and do, how they are related, what lasts. Keep what still holds.",
    "hmem.event": "List what this text tells that is worth remembering, one event or state on each line, each a short"
    ' sentence that stands by itself. Where it tells nothing, leave "summary" empty.',
    "hmem.week": "Say what these events of one week, which are alike, tell together, with their dates.",
    "hmem.month": "Say what these memories of one month, which are alike, tell together: what went on, what changed.",
    "hmem.year": "Say what these memories of one year, which are alike, tell together: how it began and how it stands.",
    "recmem.episode": "Tell these exchanges, which are about one thing, as one episode, in order of time.",
    "recmem.merge": "The first text is an episode as told so far, the others go on with it. Tell it as one episode, in"
    " order of time: how it began, what changed, how it stands.",
    "recmem.semantic": 'List what these texts tell of the people talking that "earlier", the summary of the same texts,'
    ' leaves out or shortens, and that "known", if given, doesn\'t tell in other words: fewer than ten statements, the'
    " dated and the rarest details first. Each is one sentence that stands by itself, with its date where one is known,"
    " and has a type: event (done, asked, attended, begun, ended, decided), preference (lasting: tastes, limits, plans,"
    " habits), update (a change of something in known or told before: the new state, the old one, and when),"
    " relation (between named people, places, groups or things). Leave the list empty where nothing is new.",
    "segtree.segment": "Say what these turns of a conversation are about, and what they tell of it.",
    "segtree.span": "Say what these passages of a conversation share, and what they tell of it.",
    "topics.topic": "Say what theme these texts of one month share, and what was told of it.",
    "topics.persona": "Describe each person who speaks in these texts, one after the other and by name: lasting traits,"
    " preferences, and patterns of behaviour that show with regard to this theme.",
    "profiles.persistent": 'Describe "subject" by what lasts: who that is, ties, home, work, tastes, habits.',
    "profiles.recent": 'Tell what is new with "subject".',
}
_ANY = "Summarise these texts."


def instructions(purpose: str) -> str:
    """Return the instructions for a kind of summary, such as `calendar.day`."""
    shared = _RETOLD if purpose == "timem.segment" else _LISTED if purpose in UNBOUNDED else _COMMON
    return f"{BY_PURPOSE.get(purpose, _ANY)} {shared}"
