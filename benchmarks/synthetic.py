"""Invented chat histories of any length, to load and to time a memory with.

Two friends talk in sessions, about what their month is about; now and then one of them says something that
can be asked for later. Words and sentences are in `synthetic.toml`: about 1,200 common words and 20,000
invented names, drawn by Zipf's law from an order that is each user's own, so that a lexical index meets what
it meets in real text: a few words in most turns, and a long tail that keeps growing.

    python benchmarks/synthetic.py --users 1 --turns 10000 --seed 1 OUT.jsonl

The same seed gives the same bytes; user n of a seed is the same whatever the number of users.
"""

import argparse
import json
import random
import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple, NotRequired, TypedDict

SOURCE = Path(__file__).with_suffix(".toml")
START = datetime.fromisoformat("2015-01-01T08:00:00")  # without a zone, as in the neutral form
SESSION_TURNS = (10, 40)
SESSION_GAP_HOURS = 20.0  # mean pause between sessions: 10,000 turns fill about a year
MAX_QUESTIONS = 200
THEMES_A_MONTH = 4
THEMES_A_SESSION = 2
ASKABLE_SHARE = 0.02  # of turns
STATEMENTS = (1, 2, 3, 6)  # in one turn, with these chances:
STATEMENT_CHANCES = (0.45, 0.35, 0.15, 0.05)
ONSETS = ("b", "br", "c", "d", "dr", "f", "g", "gr", "h", "j", "k", "l", "m", "n", "p", "r", "s", "st", "t", "v", "w")
VOWELS = ("a", "e", "i", "o", "u", "ai", "ea", "ou")
CODAS = ("", "", "", "l", "m", "n", "r", "s", "t")
SLOT = re.compile(r"\{(\w+)\}")
ARTICLE = re.compile(r"\b(a) (?!uni|us|uk|eu)(?=[aeiou])", re.IGNORECASE)  # that should be "an"


class Turn(TypedDict):
    id: str
    session: str
    speaker: str
    role: str
    text: str
    said_at: str


class Question(TypedDict):
    id: str
    text: str
    asked_at: str
    category: str
    gold: list[str]
    answer: str


class Conversation(TypedDict):
    """One line of a neutral file."""

    id: str
    user: str
    turns: list[Turn]
    questions: list[Question]


class Askable(TypedDict):
    """Something that is said once, the question that it answers, and what it changes for the speaker."""

    say: str
    ask: str
    answer: str
    category: str
    weight: int
    sets: NotRequired[dict[str, str]]


class Asked(NamedTuple):
    """A question that a turn has made possible."""

    text: str
    answer: str
    category: str
    gold: str


@dataclass(frozen=True)
class World:
    """What all users of one seed share: the words of each kind, and the sentences that they fill."""

    words: dict[str, list[str]]
    phrases: dict[str, list[str]]
    themes: dict[str, list[str]]
    askables: list[Askable]


class Lexicon:
    """Words of one kind; the word of rank r is drawn with a chance in proportion to 1 / (r + 2)."""

    def __init__(self, words: Sequence[str], rng: random.Random) -> None:
        self._rng = rng
        self._words = rng.sample(words, len(words))
        self._cumulative = list(accumulate(1 / (rank + 2) for rank in range(1, len(words) + 1)))

    def draw(self) -> str:
        return self._rng.choices(self._words, cum_weights=self._cumulative)[0]


@dataclass
class Person:
    """A speaker: how they write, and what is true of them at the moment."""

    name: str
    lower_case: bool
    circumstances: dict[str, str]


def read_world(seed: int) -> World:
    """The word lists and sentences of `synthetic.toml`, with the names that this seed invents."""
    source: dict[str, Any] = tomllib.loads(SOURCE.read_text(encoding="utf-8"))
    rng = random.Random(f"world {seed}")
    words = {kind: listed.split() for kind, listed in source["words"].items()}
    words["number"] = [str(number) for number in range(2, 91)]
    words["ordinal"] = [f"{day}{_ordinal_suffix(day)}" for day in range(1, 29)]
    taken = {word.lower() for listed in words.values() for word in listed}
    for kind, form in source["invented"].items():
        words[kind] = _invent(form["count"], form["endings"], taken, rng)
    words["dish"] = [dish.lower() for dish in words["dish"]]
    return World(words, source["phrases"], source["themes"], source["askable"])


def _ordinal_suffix(day: int) -> str:
    return "th" if day in {11, 12, 13} else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")


def _invent(count: int, endings: Sequence[str], taken: set[str], rng: random.Random) -> list[str]:
    """`count` names that nobody has taken yet: one or two syllables and an ending of their kind."""
    names: list[str] = []
    while len(names) < count:
        syllables = rng.choice((1, 2, 2))
        stem = "".join(rng.choice(ONSETS) + rng.choice(VOWELS) for _ in range(syllables))
        name = stem + rng.choice(CODAS) + rng.choice(endings)
        if name not in taken:
            taken.add(name)
            names.append(name.capitalize())
    return names


class Storyteller:
    """Writes the turns of one user, and keeps the questions that they make possible."""

    def __init__(self, world: World, rng: random.Random) -> None:
        self._world = world
        self._rng = rng
        self._lexicons = {kind: Lexicon(words, rng) for kind, words in world.words.items()}
        self._lexicons["friend"] = Lexicon(rng.sample(world.words["first_name"], 12), rng)
        self._themes_of_month: dict[str, list[str]] = {}
        names = rng.sample(world.words["first_name"], 2)
        self._people = [
            self._introduce(name, lower_case) for name, lower_case in zip(names, (False, True), strict=True)
        ]
        self._asked: dict[str, list[Asked]] = {}

    def turns(self, count: int) -> Iterator[Turn]:
        """`count` turns, in sessions of 10 to 40 whose themes are those of their month."""
        now, session, written = START, 0, 0
        while written < count:
            session += 1
            themes = self._pick_themes(now)
            speaker = self._rng.randrange(2)
            for _ in range(min(self._rng.randint(*SESSION_TURNS), count - written)):
                written += 1
                turn_id = f"t{written:06d}"
                yield {
                    "id": turn_id,
                    "session": f"s{session:05d}",
                    "speaker": self._people[speaker].name,
                    "role": "user",
                    "text": self._write(turn_id, speaker, themes, now),
                    "said_at": now.isoformat(),
                }
                now += timedelta(seconds=self._rng.randint(10, 240))
                speaker = 1 - speaker if self._rng.random() < 0.9 else speaker
            now = self._next_session(now)

    def questions(self) -> list[Asked]:
        """What the turns so far can be asked for, without the questions that several turns answer."""
        return [same[0] for same in self._asked.values() if len(same) == 1]

    def _introduce(self, name: str, lower_case: bool) -> Person:
        kinds = {"home": "town", "employer": "employer", "own_pet": "pet"}
        return Person(name, lower_case, {slot: self._lexicons[kind].draw() for slot, kind in kinds.items()})

    def _pick_themes(self, now: datetime) -> list[str]:
        month = f"{now:%Y-%m}"
        if month not in self._themes_of_month:
            self._themes_of_month[month] = self._rng.sample(list(self._world.themes), THEMES_A_MONTH)
        return self._rng.sample(self._themes_of_month[month], THEMES_A_SESSION)

    def _next_session(self, now: datetime) -> datetime:
        """An hour later at the least, and not in the middle of the night."""
        pause = 1 + self._rng.expovariate(1 / (SESSION_GAP_HOURS - 1))
        start = now + timedelta(minutes=round(60 * pause))
        return start + timedelta(hours=8) if start.hour < 7 else start

    def _write(self, turn_id: str, speaker: int, themes: Sequence[str], now: datetime) -> str:
        """One turn: perhaps a reaction, one to three statements, perhaps a question back."""
        person, listener = self._people[speaker], self._people[1 - speaker]
        known = person.circumstances | {
            "speaker": person.name,
            "said_month": f"{now:%B %Y}",
            "their_employer": listener.circumstances["employer"],
            "their_pet": listener.circumstances["own_pet"],
        }
        phrases, chance = self._world.phrases, self._rng.random
        parts = [self._rng.choice(phrases["opener"])] if chance() < 0.35 else []
        if chance() < ASKABLE_SHARE:
            parts.append(self._tell_askable(turn_id, person, known))
        else:
            statements = self._rng.choices(STATEMENTS, weights=STATEMENT_CHANCES)[0]
            parts += [self._rng.choice(self._world.themes[self._rng.choice(themes)]) for _ in range(statements)]
        parts += [self._rng.choice(phrases["question"])] if chance() < 0.3 else []
        parts += [self._rng.choice(phrases["closer"])] if chance() < 0.1 else []
        text = " ".join(_punctuate(self._fill(part, dict(known))) for part in parts)
        return text.lower() if person.lower_case else text

    def _tell_askable(self, turn_id: str, person: Person, known: dict[str, str]) -> str:
        askables = self._world.askables
        askable = self._rng.choices(askables, weights=[one["weight"] for one in askables])[0]
        known = dict(known)
        said = self._fill(askable["say"], known)
        question, answer = self._fill(askable["ask"], known), self._fill(askable["answer"], known)
        self._asked.setdefault(question, []).append(Asked(question, answer, askable["category"], turn_id))
        for slot, source in askable.get("sets", {}).items():
            person.circumstances[slot] = known[source]
        return said

    def _fill(self, template: str, known: dict[str, str]) -> str:
        """The template with every slot filled; `known` remembers what with."""
        filled = SLOT.sub(lambda slot: self._value(slot[1], known), template)
        return ARTICLE.sub(r"\1n ", filled)

    def _value(self, slot: str, known: dict[str, str]) -> str:
        if slot not in known:
            kind = slot.removesuffix("_two")
            if kind in self._lexicons:
                known[slot] = self._lexicons[kind].draw()
            else:
                known[slot] = self._fill(self._rng.choice(self._world.phrases[kind]), known)
        return known[slot]


def _punctuate(sentence: str) -> str:
    closed = sentence if not sentence[-1].isalnum() else f"{sentence}."
    return closed[0].upper() + closed[1:]


def conversations(users: int, turns_each: int, seed: int) -> Iterator[Conversation]:
    """`users` histories of `turns_each` turns and at most 200 questions each, made one at a time.

    All questions are asked an hour after the last turn; none has two right answers.
    """
    world = read_world(seed)
    for number in range(1, users + 1):
        name = f"synthetic-{seed}-{number}"
        rng = random.Random(name)
        storyteller = Storyteller(world, rng)
        turns = list(storyteller.turns(turns_each))
        asked_at = datetime.fromisoformat(turns[-1]["said_at"]) + timedelta(hours=1)
        asked = storyteller.questions()
        chosen = sorted(rng.sample(asked, min(MAX_QUESTIONS, len(asked))), key=lambda one: one.gold)
        questions: list[Question] = [
            {
                "id": f"{name}/{index}",
                "text": one.text,
                "asked_at": asked_at.isoformat(),
                "category": one.category,
                "gold": [one.gold],
                "answer": one.answer,
            }
            for index, one in enumerate(chosen)
        ]
        yield {"id": name, "user": name, "turns": turns, "questions": questions}


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is not a number of 1 or more")
    return number


def main() -> None:
    parser = argparse.ArgumentParser(description="Write invented chat histories, one JSON line a user.")
    parser.add_argument("--users", type=_positive, default=1, help="number of histories (default 1)")
    parser.add_argument("--turns", type=_positive, default=10_000, help="turns of each (default 10000)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same file (default 1)")
    parser.add_argument("out", type=Path, metavar="OUT.jsonl", help="the file to write")
    arguments = parser.parse_args()
    with arguments.out.open("w", encoding="utf-8") as file:
        for conversation in conversations(arguments.users, arguments.turns, arguments.seed):
            file.write(json.dumps(conversation, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
