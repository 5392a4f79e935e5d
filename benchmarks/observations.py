"""Extraction without a language model, compared with LoCoMo's observations.

LoCoMo's `observation` holds facts that a large model drew from each session, each with a person and the ids of
its turns. What is counted:

- coverage: share of observations for which one extracted fact of the same turns and the same person shares at
  least half of the observation's content words. Content words are stems of words that are no stop words and not
  the person's own name; those of a fact come from its text, predicate, object and value. A fact counts as the
  person's when its subject is that person or somebody named by them ("Ann's sister").
- malformed: share of facts with a subject that is empty, a pronoun or a stop word; with no object and no value;
  with an object or value made of stop words and pronouns alone; with punctuation at its edges; that begins with
  a conjunction or ends with an article, a possessive or a preposition; or with an empty text.
- pairs: names of people in one conversation that may be one person: one is a short form or a slip of the other, or a
  longer form of it. Each is to be looked at by hand.
- turns/s: tokenising, parsing and reading in one process, model loading left out.
"""

import json
import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import combinations
from pathlib import Path
from typing import Any

import Stemmer
from rapidfuzz.distance import Levenshtein
from spacy.lang.en.stop_words import STOP_WORDS

from chronomem.extractors.entity_resolution import EntityIndex, KnownEntity, is_nickname
from chronomem.extractors.language.extracted import Extraction, Mention, Statement
from chronomem.extractors.language.extraction import extract_turn, readable_doc
from chronomem.extractors.language.parsing.pipeline import load_pipeline
from chronomem.extractors.language.readable.turn_text import make_readable

PRONOUNS = {
    "i", "me", "my", "you", "your", "he", "him", "his", "she", "her", "it", "its", "we", "us", "our", "they", "them",
    "their", "this", "that", "these", "those", "who", "which", "what", "someone", "everyone", "there", "here", "one",
}  # fmt: skip
CONJUNCTIONS = {"and", "or", "but", "because", "if"}
DANGLING = {"of", "the", "a", "an", "and", "or", "with", "from", "my", "your", "their", "his", "to"}
_stemmer = Stemmer.Stemmer("english")


@dataclass(frozen=True)
class Turn:
    id: str
    speaker: str
    others: tuple[str, ...]
    text: str
    said_at: datetime


@dataclass(frozen=True)
class Observation:
    person: str
    text: str
    turn_ids: tuple[str, ...]


@dataclass(frozen=True)
class Report:
    observations: int
    coverage: float
    facts_per_turn: float
    malformed: float
    pairs: int
    turns: int
    turns_per_second: float
    turns_per_cpu_second: float


def content_words(text: str, person: str = "") -> set[str]:
    """Stems of the words that carry meaning."""
    own = {person.lower(), f"{person.lower()}s"}
    words = re.findall(r"[a-z0-9]+", text.lower().replace("\u2019", "'"))
    return {_stemmer.stemWord(w) for w in words if w not in STOP_WORDS and w not in own and len(w) > 1}


def read_conversations(path: Path) -> Iterator[tuple[list[Turn], list[Observation]]]:
    for record in json.loads(path.read_text(encoding="utf-8")):
        conversation = record["conversation"]
        speakers = (conversation["speaker_a"], conversation["speaker_b"])
        turns = [
            Turn(t["dia_id"], t["speaker"], tuple(s for s in speakers if s != t["speaker"]), t["text"], said_at)
            for said_at, session in _sessions(conversation)
            for t in session
        ]
        yield turns, list(_observations(record["observation"]))


def _sessions(conversation: dict[str, Any]) -> Iterator[tuple[datetime, list[dict[str, Any]]]]:
    for key, session in conversation.items():
        if re.fullmatch(r"session_\d+", key) and isinstance(session, list):
            date = conversation[f"{key}_date_time"]
            yield datetime.strptime(f"{date} +0000", "%I:%M %p on %d %B, %Y %z"), session


def _observations(sessions: dict[str, Any]) -> Iterator[Observation]:
    for people in sessions.values():
        for person, items in people.items():
            for text, ids in items:
                found = re.findall(r"D\d+:\d+", ids if isinstance(ids, str) else " ".join(ids))
                yield Observation(person, text, tuple(found))


def is_about(fact: Statement, person: str) -> bool:
    return fact.subject == person or fact.subject.startswith(f"{person}'s ")


def is_covered(observation: Observation, facts: Sequence[Statement]) -> bool:
    wanted = content_words(observation.text, observation.person)
    for fact in facts:
        if is_about(fact, observation.person):
            said = " ".join((fact.text, fact.predicate.replace("_", " "), fact.object or "", fact.value or ""))
            if 2 * len(wanted & content_words(said)) >= len(wanted):
                return True
    return False


def fault_of(fact: Statement) -> str | None:
    """What is wrong with a fact, or None."""
    subject = fact.subject.lower().split()
    if not subject or all(w in PRONOUNS or w in STOP_WORDS for w in subject):
        return "subject is a pronoun, a stop word or empty"
    thing = fact.object if fact.object is not None else fact.value
    if thing is None or not thing.strip():
        return "no object and no value"
    words = re.findall(r"[\w']+", thing.lower())
    if all(w in PRONOUNS or w in STOP_WORDS for w in words):
        return "object or value of stop words"
    if thing != thing.strip(" ,.;:!?-"):
        return "punctuation at an edge"
    if words[0] in CONJUNCTIONS or words[-1] in DANGLING:
        return "cut in the middle"
    if not fact.text.strip():
        return "no text"
    return None


def people_of(found: Extraction) -> list[Mention]:
    """Whatever a turn names, in its facts as well."""
    owned = [(fact.subject, fact.subject_type) for fact in found.statements]
    owned += [(fact.object, fact.object_type or "other") for fact in found.statements if fact.object is not None]
    return [*found.mentions, *(Mention(0, 0, name, name, kind) for name, kind in owned)]


def suspicious_pairs(turns: Sequence[Turn], named: Sequence[Mention]) -> list[str]:
    """Lines on the people of a conversation whose names are nearly one; of one entity are those that became one."""
    speakers = {turn.speaker for turn in turns}
    index = EntityIndex(KnownEntity(name, name, "person", speaker=True) for name in speakers)
    entities = set(speakers)
    for mention in named:
        if index.resolve(mention.name, mention.type).kind != "same":
            index.add(KnownEntity(mention.name, mention.name, mention.type))
            if mention.type in ("person", "other"):
                entities.add(mention.name)
    people = sorted(entities)
    return [f"{one} / {other}" for one, other in combinations(people, 2) if _may_be_one(one, other)]


def _may_be_one(one: str, other: str) -> bool:
    left, right = one.lower().split(), other.lower().split()
    if left[0].endswith("'s") or right[0].endswith("'s"):
        return left[0] == right[0] and left[-1] == right[-1]
    if set(left) < set(right) or set(right) < set(left) or left[0] == right[0]:
        return True
    return is_nickname(left[0], right[0]) or Levenshtein.distance(one.lower(), other.lower(), score_cutoff=1) <= 1


def read_all(nlp: Any, turns: Sequence[Turn]) -> dict[str, Extraction]:
    readable = [make_readable(turn.text, others=turn.others, names=[turn.speaker]) for turn in turns]
    docs = nlp.pipe((each.text for each in readable), batch_size=256)
    return {
        turn.id: extract_turn(readable_doc(doc, made), speaker=turn.speaker, others=turn.others, said_at=turn.said_at)
        for turn, doc, made in zip(turns, docs, readable, strict=True)
    }


def measure(path: Path, misses: int = 0, pipeline: str | None = None) -> tuple[Report, list[str], list[str], list[str]]:
    """The report, and lines on observations that no fact covers, on malformed facts, and on people who may be one."""
    nlp = load_pipeline(pipeline)
    conversations = list(read_conversations(path))
    list(nlp.pipe(turn.text for turn in conversations[0][0][:50]))  # the first batch fills caches
    started, cpu_started = time.perf_counter(), time.process_time()
    read = [read_all(nlp, turns) for turns, _ in conversations]
    seconds, cpu_seconds = time.perf_counter() - started, time.process_time() - cpu_started
    facts = [fact for conversation in read for of_turn in conversation.values() for fact in of_turn.statements]
    faults = [f"{fault}: {fact}" for fact in facts if (fault := fault_of(fact)) is not None]
    covered, total, missed = 0, 0, []
    for (turns, observations), found in zip(conversations, read, strict=True):
        texts = {turn.id: f"{turn.speaker}: {turn.text}" for turn in turns}
        for observation in observations:
            total += 1
            own = [fact for i in observation.turn_ids if i in found for fact in found[i].statements]
            if is_covered(observation, own):
                covered += 1
            else:
                missed.append(_describe(observation, own, texts))
    pairs = [
        line
        for (turns, _), found in zip(conversations, read, strict=True)
        for line in suspicious_pairs(turns, [m for turn in turns for m in people_of(found[turn.id])])
    ]
    count = sum(len(turns) for turns, _ in conversations)
    report = Report(
        observations=total,
        coverage=round(covered / total, 4),
        facts_per_turn=round(len(facts) / count, 3),
        malformed=round(len(faults) / max(1, len(facts)), 4),
        pairs=len(pairs),
        turns=count,
        turns_per_second=round(count / seconds, 1),
        turns_per_cpu_second=round(count / cpu_seconds, 1),
    )
    step = max(1, len(missed) // misses) if misses else 1
    return report, missed[::step][:misses] if misses else [], faults, pairs


def _describe(observation: Observation, facts: Sequence[Statement], texts: dict[str, str]) -> str:
    lines = [f"- {observation.person}: {observation.text}"]
    lines += [f"    {texts.get(turn_id, '?')}" for turn_id in observation.turn_ids]
    lines += [f"      -> {f.subject} | {f.predicate} | {f.object or f.value} :: {f.text}" for f in facts]
    return "\n".join(lines)
