"""Kinds of plans, and the words by which one speaks of a plan without naming it: "the race is off", "the plan"."""

import re
from functools import lru_cache

from chronomem.graph_schema.model.entity_names import words_of

_TRIPS = "trip trips holiday holidays hols vacation flight flights travel getaway cruise honeymoon journey"
_KINDS = (
    (_TRIPS, f"{_TRIPS} fly camping skiing hike hiking trek"),
    ("race run marathon half", "race marathon half 10k 5k triathlon duathlon ironman relay regatta parkrun ultra"),
    ("operation op surgery procedure", "operation op surgery procedure replacement bypass biopsy"),
    ("gig concert show tickets", "gig concert show ticket tickets"),
    ("exam exams test", "exam exams test tests final finals midterm midterms viva theory resit"),
    ("party celebration bash do", "party celebration bash birthday housewarming bbq barbecue"),
    ("wedding", "wedding marry married"),
    ("leaving", "leave leaving quit quitting drop dropping resign resigning switch switching move moving"),
    ("move moving", "move relocate"),
    ("appointment", "appointment dentist doctor gp scan checkup check-up physio vet hairdresser"),
    ("match game", "match game derby final"),
    (
        "paper work",
        "application thesis dissertation essay paper report manuscript proposal grant chapter article draft",
    ),
    ("course class classes lessons", "course class classes lesson lessons workshop"),
)
"""For each kind, the words that speak of such a plan, and those that the words of such a plan hold."""
_SPOKEN = [(frozenset(spoken.split()), frozenset(held.split())) for spoken, held in _KINDS]
_GOING = re.compile(r"\b(?:go|travel|drive|sail|cycle|head)(?: \w+)? to [A-Z]|\bvisit [A-Z]")
"""A plan to travel that names no trip."""
_ARTICLES = {"the", "a", "an", "my", "our", "his", "her", "their", "this", "that", "whole"}
TRIP = "trip"
"""A word that speaks of any plan to travel."""
PLAN = "plan"
"""A word that speaks of any plan."""
_ANY = {PLAN, "idea", "dream"}


@lru_cache(maxsize=16384)
def speaks_of(words: str, plan: str) -> bool:
    """Whether words that only name a kind of plan may mean this one: "the race" a plan to "run the Cork half"."""
    named = [word for word in words_of(words) if word not in _ARTICLES]
    if len(named) != 1:
        return False
    if named[0] in _ANY:
        return True
    told = set(words_of(plan))
    return any(
        named[0] in spoken and (not told.isdisjoint(held) or (TRIP in spoken and bool(_GOING.search(plan))))
        for spoken, held in _SPOKEN
    )
