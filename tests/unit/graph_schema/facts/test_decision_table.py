"""Each row of the decision table in docs/facts.md, by its name there."""

from dataclasses import replace

import pytest
from tests.unit.graph_schema.facts.strategies import Held, assertion, day, held, over, say, since, worded

from chronomem.graph_schema.facts.assertion import Assertion
from chronomem.graph_schema.facts.claims import ARRIVED, PLANNED
from chronomem.graph_schema.facts.derivation import derive
from chronomem.graph_schema.facts.operations import tell
from chronomem.graph_schema.facts.relative import AWAITED

_RUNS = say("likes", "long runs", 1)
HOME, PET, PLACE = "lives_in", "has_pet", "visited"


def perhaps(words: str, at: float) -> Assertion:
    """Something that was found in a turn, and may well be wrong."""
    return found(words, at, 0.5)


def found(words: str, at: float, confidence: float) -> Assertion:
    """Something that was found in a turn, as sure as given."""
    return say(HOME, words, at, confidence=confidence, extracted_by="pipeline", turn_id=f"turn:{at}")


def aged(years: str, at: float) -> Assertion:
    """An age that was found in a turn, and may well be wrong."""
    return since("has_age", years, at, confidence=0.5, extracted_by="pipeline", turn_id=f"turn:{at}")


def planned(words: str, at: float) -> Assertion:
    """A home that is planned, for no day that is told."""
    return say(HOME, words, at, start=day(at), grain=PLANNED, dating="words")


def arrived(words: str, at: float) -> Assertion:
    """A planned home that has begun, by its name or without it."""
    return say(HOME, words, at, start=day(at), grain=ARRIVED, dating="words")


TABLE: dict[str, tuple[list[Assertion], str, list[Held]]] = {
    # doubt
    "a doubtful other value": (
        [since(HOME, "Porto", 1), perhaps("Rome", 5)], "ADD", [("Porto", 1, None), ("Rome", 5, 5)],
    ),
    "a doubtful other value that two turns tell": (
        [since(HOME, "Porto", 1), perhaps("Rome", 5), perhaps("Rome", 7)], "INVALIDATE",
        [("Porto", 1, 7), ("Rome", 5, 5), ("Rome", 7, None)],
    ),
    "a doubtful value after the end of a sure one": (
        [since(HOME, "Porto", 1, 4), perhaps("Rome", 5)], "ADD", [("Porto", 1, 4), ("Rome", 5, None)],
    ),
    "two doubtful values": (
        [perhaps("Porto", 1), perhaps("Rome", 5)], "INVALIDATE", [("Porto", 1, 5), ("Rome", 5, None)],
    ),
    "a doubtful value about as sure as the one before": (
        [found("Porto", 1, 0.63), found("Rome", 5, 0.58)], "INVALIDATE", [("Porto", 1, 5), ("Rome", 5, None)],
    ),
    "a doubtful age that the time since makes of a sure one": (
        [since("has_age", "29", 1), aged("30", 50)], "INVALIDATE", [("29", 1, 50), ("30", 50, None)],
    ),
    "a doubtful age that it doesn't": (
        [since("has_age", "29", 1), aged("45", 50)], "ADD", [("29", 1, None), ("45", 50, 50)],
    ),
    "a doubtful value in the place of a sure one that is denied": (
        [since(HOME, "Porto", 1), since(HOME, "Porto", 1, at=2, negated=True), perhaps("Rome", 2)], "ADD",
        [("Porto", 1, 1), ("not Porto", 1, None), ("Rome", 2, None)],
    ),
    "a sure value that begins again half a year later": (
        [found("Porto", 1, 0.7), worded(HOME, "Porto", 300, 310, confidence=0.9, extracted_by="pipeline")], "DUPLICATE",
        [("Porto", 1, None)],
    ),
    "a sure value that began some weeks later": (
        [found("Porto", 1, 0.7), worded(HOME, "Porto", 20, 30, confidence=0.9, extracted_by="pipeline")], "INVALIDATE",
        [("Porto", 1, 1), ("Porto", 20, None)],
    ),
    # plans without a day
    "a plan alone": ([planned("Rome", 1)], "DUPLICATE", []),
    "an arrival alone": ([arrived(AWAITED, 1)], "DUPLICATE", []),
    "a plan, and an arrival": (
        [since(HOME, "Porto", 1), planned("Rome", 2), arrived(AWAITED, 5)], "INVALIDATE",
        [("Porto", 1, 5), ("Rome", 5, None)],
    ),
    "an arrival before the plan": ([arrived(AWAITED, 1), planned("Rome", 2)], "DUPLICATE", []),
    "an arrival at another place": ([planned("Rome", 1), arrived("Oslo", 2)], "DUPLICATE", []),
    "two plans, and an arrival": (
        [planned("Rome", 1), planned("Oslo", 2), arrived(AWAITED, 5)], "ADD", [("Oslo", 5, None)],
    ),
    "an arrival at the first of two planned places": (
        [planned("Rome", 1), planned("Oslo", 2), arrived("Rome", 5)], "ADD", [("Rome", 5, None)],
    ),
    "a plan that is off, and an arrival": (
        [planned("Rome", 1), over(HOME, "coming Rome", 2, confidence=0.4), arrived(AWAITED, 5)], "DUPLICATE", [],
    ),
    "an arrival years after the plan": ([planned("Rome", 1), arrived(AWAITED, 600)], "DUPLICATE", []),
    # announcements
    "a doubtful value that is announced for later": (
        [since(HOME, "Porto", 1), perhaps("Rome", 5), perhaps("Rome", 6), since(HOME, "Rome", 9, at=7)], "INVALIDATE",
        [("Porto", 1, 9), ("Rome", 5, 5), ("Rome", 9, None)],
    ),
    "a doubtful value that began later": (
        [since(HOME, "Porto", 1), perhaps("Rome", 5), perhaps("Rome", 6), since(HOME, "Rome", 9, at=12)], "INVALIDATE",
        [("Porto", 1, 9), ("Rome", 5, 5), ("Rome", 9, None)],
    ),
    "a former home to which one returns": (
        [perhaps("Rome", 1), since(HOME, "Porto", 3), since(HOME, "Rome", 9, at=7)], "INVALIDATE",
        [("Rome", 1, 3), ("Porto", 3, 9), ("Rome", 9, None)],
    ),
    # endings that are only inferred
    "an inferred ending of nothing": ([over("plans", "run marathon", 5, confidence=0.4)], "DUPLICATE", []),
    "an inferred ending": (
        [say("plans", "run a marathon", 1), over("plans", "run marathon", 5, confidence=0.4)], "INVALIDATE",
        [("run a marathon", 1, 5)],
    ),
    "what an inferred ending ends, told late": (
        [over("plans", "run marathon", 5, confidence=0.4), say("plans", "run a marathon", 1)], "ADD",
        [("run a marathon", 1, 5)],
    ),
    # what is called off before it begins
    "a move that is called off": (
        [since(HOME, "Porto", 1), since(HOME, "Rome", 9, at=2), over(HOME, "Rome", 5)], "INVALIDATE",
        [("Porto", 1, None), ("Rome", 9, 9)],
    ),
    "a last day that is announced for before the first day of what comes": (
        [
            since("works_at", "Acme", 1), since("works_at", "Bolt", 9, at=2),
            assertion("works_at", None, said_at=day(3), end=day(8), ended=True),
        ], "INVALIDATE",
        [("Acme", 1, 8), ("Bolt", 9, None)],
    ),
    "a move that was over once and is to come again": (
        [since(HOME, "Porto", 1), over(HOME, "Rome", 2), since(HOME, "Rome", 9, at=5)], "INVALIDATE",
        [("Rome", None, 1), ("Porto", 1, 9), ("Rome", 9, None)],
    ),
    "an announced move that is off, by its name": (
        [since(HOME, "Porto", 1), since(HOME, "Rome", 9, at=2), over(HOME, "coming Rome", 5, confidence=0.4)],
        "INVALIDATE", [("Porto", 1, None), ("Rome", 9, 9)],
    ),
    "another announced move that is off, by its name": (
        [since(HOME, "Porto", 1), since(HOME, "Rome", 9, at=2), over(HOME, "coming Oslo", 5, confidence=0.4)],
        "DUPLICATE", [("Porto", 1, 9), ("Rome", 9, None)],
    ),
    "a home that one has, and a plan of its name that is off": (
        [since(HOME, "Rome", 1), over(HOME, "coming Rome", 5, confidence=0.4)], "DUPLICATE", [("Rome", 1, None)],
    ),
    "an announced move that is put off": (
        [
            since(HOME, "Porto", 1), since(HOME, "Rome", 9, at=2),
            worded(HOME, "coming Rome", 12, at=5, ended=True, confidence=0.4),
        ], "UPDATE",
        [("Porto", 1, 12), ("Rome", 12, None)],
    ),
    "a move that is announced anew for a later day": (
        [since(HOME, "Porto", 1), since(HOME, "Rome", 9, at=2), since(HOME, "Rome", 12, at=5)], "INVALIDATE",
        [("Porto", 1, 12), ("Rome", 9, 9), ("Rome", 12, None)],
    ),
    # ends that are told for a period within which the state was told
    "an end of the same day": (
        [say(HOME, "Porto", 1.5), worded(HOME, "Porto", 1, at=1.7, ended=True)], "INVALIDATE", [("Porto", 1, 1)],
    ),
    "a successor of the same month": (
        [say(HOME, "Porto", 5), worded(HOME, "Rome", 1, at=40)], "INVALIDATE", [("Porto", 5, 6), ("Rome", 6, None)],
    ),
    "a successor of the same month, after a former one": (
        [say(HOME, "Oslo", -60), say(HOME, "Porto", 5), worded(HOME, "Rome", 1, at=40)], "INVALIDATE",
        [("Oslo", -60, 5), ("Porto", 5, 6), ("Rome", 6, None)],
    ),
    "a doubtful successor of the same month": (
        [say(HOME, "Porto", 5), replace(perhaps("Rome", 40), valid_at=day(1), dating="words", present=False)], "ADD",
        [("Porto", 5, None), ("Rome", 1, 5)],
    ),
    "an end of the same month, told before": (
        [worded(HOME, "Porto", 1, at=3, ended=True), say(HOME, "Porto", 5)], "ADD",
        [("Porto", None, 1), ("Porto", 5, None)],
    ),
    "two homes of one moment, in the order of the session": (
        [say(HOME, "Rome", 1, seq=0), say(HOME, "Porto", 1, seq=1)], "INVALIDATE",
        [("Porto", 1, None), ("Rome", 1, 1)],
    ),
    "an end and then the state, at one moment": (
        [over(HOME, "Porto", 1, seq=0), say(HOME, "Porto", 1, seq=1)], "DUPLICATE", [("Porto", 1, None)],
    ),
    "an end of long before": (
        [say(HOME, "Porto", 100), worded(HOME, "Porto", 1, at=140, ended=True)], "ADD",
        [("Porto", None, 1), ("Porto", 100, None)],
    ),
    "an end of the same year": (
        [say(HOME, "Porto", 100), worded(HOME, "Porto", 1, at=140, ended=True, grain="year")], "INVALIDATE",
        [("Porto", 100, 101)],
    ),
    "a successor of the same season": (
        [say(HOME, "Porto", 90), worded(HOME, "Rome", 1, at=140, grain="season")], "INVALIDATE",
        [("Porto", 90, 91), ("Rome", 91, None)],
    ),
    "an end of the season before": (
        [say(HOME, "Porto", 100), worded(HOME, "Porto", 1, at=140, ended=True, grain="season")], "ADD",
        [("Porto", None, 1), ("Porto", 100, None)],
    ),
    # meaning
    "same object, overlapping": ([since(HOME, "Porto", 1), since(HOME, "Porto", 5)], "DUPLICATE", [("Porto", 1, None)]),
    "same words, other spelling": (
        [say("likes", "the guitars", 1), say("likes", "Guitar".lower(), 5)], "DUPLICATE", [("the guitars", 1, None)],
    ),
    "one word misspelt": (
        [say("studies", "philosophy", 1), say("studies", "philosphy", 5)], "DUPLICATE", [("philosophy", 1, None)],
    ),
    "another number of the same things": (
        [say("owns", "2 bikes", 1), say("owns", "3 bikes", 5)], "INVALIDATE",
        [("2 bikes", 1, 5), ("3 bikes", 5, None)],
    ),
    "numbers of other things": (
        [say("owns", "2 bikes", 1), say("owns", "3 cars", 5)], "ADD", [("2 bikes", 1, None), ("3 cars", 5, None)],
    ),
    "a new number alone": (
        [say("owns", "2 bikes", 1), say("owns", "now three", 5)], "INVALIDATE",
        [("2 bikes", 1, 5), ("three bikes", 5, None)],
    ),
    "a new number of nothing in particular": (
        [say("owns", "2 bikes", 1), say("owns", "3 cars", 1), say("owns", "now five", 5)], "ADD",
        [("2 bikes", 1, None), ("3 cars", 1, None), ("now five", 5, 5)],
    ),
    "engaged to the partner": (
        [since("has_partner", "Ben", 1), say("engaged_to", "someone", 5)], "INVALIDATE",
        [("Ben", 1, 5), ("Ben", 5, None)],
    ),
    "engaged to nobody who is known": (
        [say("engaged_to", "someone", 1), say("married_to", "Tom", 5)], "INVALIDATE",
        [("someone", 1, 5), ("Tom", 5, None)],
    ),
    "married for longer than the spouse is known": (
        [say("married_to", "Ann's husband", 3), since("married_to", "someone", 1, at=5)], "DUPLICATE",
        [("Ann's husband", 1, None)],
    ),
    "the former manager": (
        [since("has_colleague", "Petra", 1, text="Ann's manager is Petra", turn_id="t1"),
         since("has_colleague", "Tom", 2, text="Ann's friend at work is Tom", turn_id="t2"),
         over("has_colleague", "former boss manager", 5, confidence=0.4, turn_id="t5")], "INVALIDATE",
        [("Petra", 1, 5), ("Tom", 2, None)],
    ),
    "an end by the kind": (
        [say(PET, "Rex", 1, text="Ann has a dog called Rex"), over(PET, "dog", 5)], "INVALIDATE", [("Rex", 1, 5)],
    ),
    "an end of what was counted": (
        [say("drinks", "six coffees", 1), over("drinks", "coffee", 5)], "INVALIDATE", [("six coffees", 1, 5)],
    ),
    "a plan that is called off by its kind": (
        [say("plans", "Cork half marathon", 1), say("plans", "exam", 2), say("plans", "race", 5, ended=True)],
        "INVALIDATE", [("Cork half marathon", 1, 5), ("exam", 2, None)],
    ),
    "a plan that is moved under another name": (
        [say("plans", "get married in June", 1), since("plans", "wedding", 5, 20, turn_id="t5"),
         over("plans", "wedding", 5, confidence=0.4, turn_id="t5")], "INVALIDATE",
        [("get married in June", 1, 5), ("wedding", 5, 20)],
    ),
    "the last plan, by no name": (
        [say("plans", "exam", 1), say("plans", "go to Oslo", 2), say("plans", "plan", 5, ended=True)], "INVALIDATE",
        [("exam", 1, None), ("go to Oslo", 2, 5)],
    ),
    "what is prepared for, by its kind": (
        [say("prepares_for", "driving test", 1), over("prepares_for", "exam", 5, confidence=0.4)], "INVALIDATE",
        [("driving test", 1, 5)],
    ),
    "a plan that was never so, in other words": (
        [say("plans", "Skye", 1), say("plans", "go to Skye on Friday", 1, negated=True)], "INVALIDATE",
        [("Skye", 1, 1), ("not go to Skye on Friday", 1, None)],
    ),
    "a plan that was told twice": (
        [say("plans", "fly to Oslo on Friday", 1), say("plans", "go to Oslo", 2), say("plans", "Oslo", 5, ended=True)],
        "INVALIDATE", [("fly to Oslo on Friday", 1, 5), ("go to Oslo", 2, 5)],
    ),
    "the last trip is meant": (
        [say("plans", "go to Oslo", 1), say("plans", "fly to Rome", 2), say("plans", "trip", 5, ended=True)],
        "INVALIDATE", [("go to Oslo", 1, None), ("fly to Rome", 2, 5)],
    ),
    "a plan that is called off by a part of it": (
        [say("plans", "go to Lisbon with Bram", 1), say("plans", "trip to Lisbon", 5, ended=True)], "INVALIDATE",
        [("go to Lisbon with Bram", 1, 5)],
    ),
    "linked as a repetition": (
        [_RUNS, say("likes", "jogging", 5, repeats=(_RUNS.id,))], "DUPLICATE", [("long runs", 1, None)],
    ),
    # one value at a time, or many
    "another value, one at a time": (
        [since(HOME, "Porto", 1), since(HOME, "Rome", 5)], "INVALIDATE", [("Porto", 1, 5), ("Rome", 5, None)],
    ),
    "another value, many at a time": (
        [since(PET, "Rex", 1), since(PET, "Tom", 5)], "ADD", [("Rex", 1, None), ("Tom", 5, None)],
    ),
    "an unknown predicate accumulates": (
        [since("collects", "stamps", 1), since("collects", "coins", 5)], "ADD",
        [("stamps", 1, None), ("coins", 5, None)],
    ),
    "a favourite is one": (
        [since("favorite_color", "red", 1), since("favorite_color", "blue", 5)], "INVALIDATE",
        [("red", 1, 5), ("blue", 5, None)],
    ),
    "any other attribute is one": (
        [since("address_is", "5 Elm Street", 1), since("address_is", "9 Oak Road", 5)], "INVALIDATE",
        [("5 Elm Street", 1, 5), ("9 Oak Road", 5, None)],
    ),
    "liking and disliking exclude each other": (
        [say("likes", "coffee", 1), say("dislikes", "coffee", 5), say("likes", "coffee", 8)], "INVALIDATE",
        [("coffee", 1, 5), ("coffee", 5, 8), ("coffee", 8, None)],
    ),
    "liking another thing": ([say("likes", "coffee", 1), say("dislikes", "tea", 5)], "ADD",
        [("coffee", 1, None), ("tea", 5, None)],
    ),
    "another partner": (
        [say("has_partner", "Ben", 1), say("engaged_to", "Carl", 5)], "INVALIDATE",
        [("Ben", 1, 5), ("Carl", 5, None)],
    ),
    "a later stage with the same partner": (
        [say("engaged_to", "Ben", 1), say("married_to", "Ben", 5)], "INVALIDATE",
        [("Ben", 1, 5), ("Ben", 5, None)],
    ),
    "an earlier stage is no step back": (
        [say("married_to", "Ben", 1), say("has_partner", "Ben", 5)], "ADD", [("Ben", 1, None), ("Ben", 5, None)],
    ),
    "what can't change is corrected": (
        [say("has_birthday", "3 May", 1), say("has_birthday", "4 May", 5)], "INVALIDATE",
        [("3 May", 1, 1), ("4 May", 5, None)],
    ),
    # time
    "back-filled before a newer one": (
        [since(HOME, "Porto", 5), since(HOME, "Faro", 1, at=9)], "ADD", [("Faro", 1, 5), ("Porto", 5, None)],
    ),
    "back-filled with its end": (
        [since(HOME, "Porto", 5), since(HOME, "Faro", 1, 3, at=9)], "ADD", [("Faro", 1, 3), ("Porto", 5, None)],
    ),
    "disjoint intervals never contradict": (
        [since(HOME, "Porto", 1, 3), since(HOME, "Rome", 5, 7)], "ADD", [("Porto", 1, 3), ("Rome", 5, 7)],
    ),
    "true twice is two facts": (
        [since(HOME, "Porto", 1), since(HOME, "Rome", 3), since(HOME, "Porto", 5)], "INVALIDATE",
        [("Porto", 1, 3), ("Rome", 3, 5), ("Porto", 5, None)],
    ),
    "closed inside, not resumed": (
        [since(HOME, "Porto", 1), since(HOME, "Rome", 3, 5)], "INVALIDATE", [("Porto", 1, 3), ("Rome", 3, 5)],
    ),
    "a known end beats an open one": (
        [since(HOME, "Porto", 2), since(HOME, "Porto", 1, 5, at=9)], "INVALIDATE", [("Porto", 1, 5)],
    ),
    "overlapping intervals join": (
        [since(HOME, "Porto", 1, 4), since(HOME, "Porto", 3, 6)], "DUPLICATE", [("Porto", 1, 6)],
    ),
    "equal starts, said later": (
        [since(HOME, "Porto", 3, at=3), since(HOME, "Rome", 3, at=5)], "INVALIDATE",
        [("Porto", 3, 3), ("Rome", 3, None)],
    ),
    "equal starts, said earlier": (
        [since(HOME, "Porto", 3, at=5), since(HOME, "Rome", 3, at=3)], "ADD",
        [("Porto", 3, None), ("Rome", 3, 3)],
    ),
    # unknown times
    "undated after dated": (
        [since(HOME, "Porto", 1), say(HOME, "Rome", 5)], "INVALIDATE", [("Porto", 1, 5), ("Rome", 5, None)],
    ),
    "undated loses to a dated one that was said later": (
        [say(HOME, "Rome", 5), since(HOME, "Porto", 1, at=9)], "INVALIDATE",
        [("Porto", 1, None), ("Rome", 5, 5)],
    ),
    "undated loses inside a known interval": (
        [since(HOME, "Porto", 1, 8), say(HOME, "Rome", 5)], "ADD", [("Porto", 1, 8), ("Rome", 5, 5)],
    ),
    "back-filled move before an undated home": (
        [say(HOME, "Rome", 5), since(HOME, "Porto", 1, at=9, present=False)], "ADD",
        [("Porto", 1, 5), ("Rome", 5, None)],
    ),
    "a mood of that day passes": (
        [since("feels", "tired", 1, dating="words"), since("feels", "glad", 5)],
        "ADD",
        [("tired", 1, 2), ("glad", 5, None)],
    ),
    "an undated mood passes": (
        [say("feels", "tired", 1), say("feels", "tired", 5)], "ADD", [("tired", 1, 2), ("tired", 5, 6)],
    ),
    # endings and denials
    "ended": ([since(HOME, "Porto", 1), over(HOME, "Porto", 5)], "INVALIDATE", [("Porto", 1, 5)]),
    "ended at a known time": (
        [since(HOME, "Porto", 1), over(HOME, "Porto", 9, end=day(5))], "INVALIDATE", [("Porto", 1, 5)],
    ),
    "ended, whatever it was": ([say("works_at", "Acme", 1), over("works_at", None, 5)], "INVALIDATE", [("Acme", 1, 5)]),
    "ended, whatever it was, by the turn that tells what follows": (
        [say("works_at", "Acme", 1), over("works_at", None, 5, turn_id="t"), say("works_at", "Bosch", 5, turn_id="t")],
        "ADD", [("Acme", 1, 5), ("Bosch", 5, None)],
    ),
    "ended what nothing began": ([over(HOME, "Porto", 5)], "ADD", [("Porto", None, 5)]),
    "ended what was over": ([since(HOME, "Porto", 1, 3), over(HOME, "Porto", 5)], "DUPLICATE", [("Porto", 1, 3)]),
    "over before another began": (
        [since(HOME, "Rome", 3), over(HOME, "Porto", 5)], "ADD", [("Porto", None, 3), ("Rome", 3, None)],
    ),
    "parted from a partner": ([say("married_to", "Ben", 1), over("has_partner", "Ben", 5)], "INVALIDATE",
        [("Ben", 1, 5)],
    ),
    "denied": (
        [say("likes", "coffee", 1), say("likes", "coffee", 5, negated=True)], "INVALIDATE",
        [("coffee", 1, 5), ("not coffee", 5, None)],
    ),
    "denied and affirmed": (
        [say("likes", "coffee", 1, negated=True), say("likes", "coffee", 5)], "INVALIDATE",
        [("not coffee", 1, 5), ("coffee", 5, None)],
    ),
    "a denial leaves other values alone": (
        [since(HOME, "Porto", 1), say(HOME, "Rome", 5, negated=True)], "ADD",
        [("Porto", 1, None), ("not Rome", 5, None)],
    ),
    # refinement
    "told more precisely": (
        [say(HOME, "Portugal", 1), say(HOME, "Lisbon, Portugal", 5)], "UPDATE",
        [("Portugal", 1, 1), ("Lisbon, Portugal", 1, None)],
    ),
    "more precise from a later date": (
        [since("works_as", "engineer", 1), since("works_as", "senior engineer", 5)], "UPDATE",
        [("engineer", 1, 5), ("senior engineer", 5, None)],
    ),
    "told less precisely": (
        [say(HOME, "Lisbon, Portugal", 1), say(HOME, "Portugal", 5)], "DUPLICATE", [("Lisbon, Portugal", 1, None)],
    ),
    "all of what was counted ends": (
        [say("owns", "three bikes", 1), over("owns", "both bikes", 5)], "INVALIDATE", [("three bikes", 1, 5)],
    ),
    "one of what was counted ends": (
        [say("owns", "three bikes", 1), over("owns", "bike", 5)], "ADD", [("three bikes", 1, None), ("bike", None, 5)],
    ),
    "the precise one is what ends": (
        [say("owns", "blue bike", 1), over("owns", "bike", 5)], "INVALIDATE", [("blue bike", 1, 5)],
    ),
    "tastes are not refined": (
        [say("likes", "pizza", 1), say("likes", "cold pizza", 5)], "ADD", [("pizza", 1, None), ("cold pizza", 5, None)],
    ),
    # events
    "undated mentions of an event are one": (
        [say(PLACE, "Paris", 1), say(PLACE, "Paris", 5)], "DUPLICATE", [("Paris", 1, None)],
    ),
    "an undated mention belongs to the dated event before": (
        [since(PLACE, "Paris", 1), say(PLACE, "Paris", 5)], "DUPLICATE", [("Paris", 1, None)],
    ),
    "two dates are two events": (
        [since(PLACE, "Paris", 1), since(PLACE, "Paris", 5)], "ADD", [("Paris", 1, None), ("Paris", 5, None)],
    ),
    "a denial takes an event back": (
        [say(PLACE, "Paris", 1), say(PLACE, "Paris", 5, negated=True)], "INVALIDATE",
        [("Paris", 1, 1), ("not Paris", 5, None)],
    ),
}  # fmt: skip


@pytest.mark.parametrize("row", TABLE)
def test_facts(row: str) -> None:
    assert sorted(held(TABLE[row][0]), key=str) == sorted(TABLE[row][2], key=str)


@pytest.mark.parametrize("row", TABLE)
def test_operation_of_the_last_to_arrive(row: str) -> None:
    given = [replace(a, created_at=day(50 + n)) for n, a in enumerate(TABLE[row][0])]
    [outcome] = tell(given[-1:], derive(given), {a.id for a in given[:-1]})
    assert outcome.kind == TABLE[row][1]
