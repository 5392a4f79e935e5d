"""What people ask an assistant to do in every answer is told from what they say otherwise."""

import pytest

from chronomem.extractors.turns.instructions import Told, instructions_in

STANDING = {
    "Always include version numbers when I mention libraries.": "include version numbers when I mention libraries",
    "always format dates as MM/DD/YYYY if I ask about them": "format dates as MM/DD/YYYY if I ask about them",
    "Thanks! Always use metric units, please.": "use metric units, please",
    "Please always answer in bullet points.": "answer in bullet points",
    "From now on, keep your answers short.": "keep your answers short",
    "Going forward, please use British spelling": "use British spelling",
    "In future, cite your sources.": "cite your sources",
    "When I ask about recipes, give the weights in grams.": "give the weights in grams when I ask about recipes",
    "Whenever I ask for code, add type hints.": "add type hints when I ask for code",
    "Include the page numbers whenever I ask about the book.": "include the page numbers whenever I ask about the book",
    "I want you to always explain your reasoning.": "explain your reasoning",
    "I'd like you to always double-check the totals": "double-check the totals",
    "You should always mention the price first.": "mention the price first",
    "Remember to always ask before you book anything.": "ask before you book anything",
    "Make sure you always convert currencies to euros.": "convert currencies to euros",
    "Could you always start with a summary?": "start with a summary",
    "please limit your replies to two sentences": "limit your replies to two sentences",
    "Give me short answers.": "give me short answers",
    "Use imperial units please": "use imperial units",
    "reply in Dutch please": "reply in Dutch",
}
FORBIDDEN = {
    "Never suggest pork.": "suggest pork",
    "never ever use emojis with me": "use emojis with me",
    "Please never call me on Sundays.": "call me on Sundays",
    "Don't ever recommend horror films.": "recommend horror films",
    "From now on, don't use tables.": "use tables",
    "You must never share my address.": "share my address",
    "I don't want you to ever mention my ex.": "mention my ex",
    "Stop using emojis.": "use emojis",
    "Please stop calling me sir": "call me sir",
    "no jargon please": "use jargon",
    "and no headings either, I can't read them": "use headings",
}
NAMES = {
    "Call me Jo.": "Jo",
    "You can call me Jo, everyone does": "Jo",
    "please call me Dr. Lee": "Dr. Lee",
    "I'd prefer to be called Sam": "Sam",
    "Everyone calls me Bea, so call me Bea!": "Bea",
    "Just call me Mary Ann from now on.": "Mary Ann",
    "Please address me as Captain.": "Captain",
    "btw call me Liz, only the dentist says Elizabeth": "Liz",
}
ENDED = {
    "You can stop including version numbers.": "include version numbers",
    "You don't have to use metric units any more.": "use metric units",
    "No need to cite your sources anymore": "cite your sources",
    "You needn't add type hints any longer.": "add type hints",
    "Feel free to stop adding summaries": "add summaries",
}
NOTHING = [
    "Compare answers 2 and 3.",
    "Sort the replies by date.",
    "Your answers are great.",
    "ok call me Friday",
    "Use two units of flour.",
    "No bullets were found.",
    "Talk to me in Lyon.",
    "Never mind.",
    "Never mind the weather, let's go!",
    "Always a pleasure!",
    "I always include my sister in these things.",
    "Always loved that song.",
    "Never been there.",
    'He said: "Always use metric units."',
    "My boss told me to always include version numbers.",
    "She never suggests pork.",
    "You always make me laugh!",
    "Why do you always use tables?",
    "Call me when you get there.",
    "Call me tomorrow",
    "Call me back, please",
    "Call me a cab.",
    "Call me crazy, but I liked it.",
    "They call me Jo at work.",
    "Should I always include version numbers?",
    "Don't worry about it.",
    "Don't mention it!",
    "I stopped using emojis last year.",
    "Can you include the version numbers?",
    "Use a table for this one.",
    "> Always include version numbers.",
    "```\n# Always include version numbers\n```",
    "The README says 'Never use tabs.' and I agree",
    "I'd never suggest pork to him.",
    "We always start with a summary at work.",
    "When I ask about recipes, my mother laughs.",
    "Always remember who you are.",
    "Never say never!",
    "Never give up!",
    "You don't have to come.",
    "Stop it!",
    "Always look on the bright side of life.",
]


@pytest.mark.parametrize(("text", "matter"), STANDING.items())
def test_what_is_to_be_done_always(text: str, matter: str) -> None:
    (told,) = instructions_in(text)
    assert (told.predicate, told.value, told.negated, told.ended) == ("instructs", matter, False, False)


@pytest.mark.parametrize(("text", "matter"), FORBIDDEN.items())
def test_what_is_never_to_be_done(text: str, matter: str) -> None:
    (told,) = instructions_in(text)
    assert (told.predicate, told.value, told.negated, told.ended) == ("instructs", matter, True, False)


@pytest.mark.parametrize(("text", "name"), NAMES.items())
def test_what_somebody_wants_to_be_called(text: str, name: str) -> None:
    (told,) = instructions_in(text)
    assert (told.predicate, told.value, told.ended) == ("wants_to_be_called", name, False)


@pytest.mark.parametrize(("text", "matter"), ENDED.items())
def test_what_need_not_be_done_any_more(text: str, matter: str) -> None:
    (told,) = instructions_in(text)
    assert (told.predicate, told.value, told.ended) == ("instructs", matter, True)


@pytest.mark.parametrize("text", NOTHING)
def test_what_asks_for_nothing_lasting(text: str) -> None:
    assert instructions_in(text) == []


def test_each_sentence_is_read_by_itself_and_quoted_as_it_was_said() -> None:
    text = "Hi there. Always use metric units. Is that clear? Never suggest pork!"
    assert instructions_in(text) == [
        Told("instructs", "use metric units", "Always use metric units."),
        Told("instructs", "suggest pork", "Never suggest pork!", negated=True),
    ]
