"""What is known beforehand of the people and things in some turns, as a language model is shown it."""

from collections.abc import Sequence
from datetime import UTC
from operator import itemgetter

import numpy as np

from chronomem.extractors.embeddings.embedder import Embedder, StaticEmbedder
from chronomem.extractors.llm.told_facts import KnownFact
from chronomem.extractors.turns.stored_turn import StoredTurn
from chronomem.graph_schema.database.name_index import find_named
from chronomem.graph_schema.database.results import Row
from chronomem.graph_schema.database.store import GraphStore
from chronomem.graph_schema.facts.given import EntityType
from chronomem.graph_schema.model.entity_names import comparable_name, normalise
from chronomem.retrieval.index.terms import terms

_NAMES_SHOWN = 20
_FACTS_SHOWN, _OTHERS_SHOWN = 16, 6
"""The most facts that are shown, and among them the most states of which the turns seem to tell nothing."""
_LEAST_ALIKE = 0.5
"""Least similarity to a turn of a fact that shares no word with the turns."""


class KnownFacts:
    """Finds the names and the current facts that are relevant to turns.

    Args:
        embedder: compares facts with turns by meaning, if it is one that calls no server.
    """

    def __init__(self, store: GraphStore, embedder: Embedder) -> None:
        self._store = store
        self._embedder = embedder if isinstance(embedder, StaticEmbedder) else None

    async def about(self, user: str, turns: Sequence[StoredTurn]) -> tuple[dict[str, EntityType], list[KnownFact]]:
        """Return the types of the entities that turns name, and current facts about these and the speakers.

        An entity that no other turn names is left out, since what tells most of it are the turns themselves. Facts that
        name one of the entities come first, then those that share words or meaning with the turns. A fact of which only
        one can hold at a time, such as a home, is worth showing even if nothing is said of it. Then follow some other
        states, of which turns may tell a change without naming them: "that makes five" of three hens.
        """
        rows = await self._store.read("entities_of_turns", user=user, ids=[turn.id for turn in turns])
        rows.sort(key=lambda row: (-row["times"], row["id"]))
        speakers = {row["id"] for row in rows if row["how"] == "SPOKEN_BY"}
        others = [row for row in rows if row["id"] not in speakers]
        named = {row[name]: row["type"] for row in others for name in ("name", "called")}
        shown = {row[name]: row["type"] for row in others if row["elsewhere"] for name in ("name", "called")}
        owners = sorted({f"{row[name]}'s " for row in rows for name in ("name", "called")})
        found = await find_named(self._store, user, {comparable_name(owner).split()[-1] for owner in owners})
        near = sorted({entry.id for entries in found.values() for entry in entries})
        owned = await self._store.read("find_owned", user=user, ids=near, owners=owners)
        facts = await self._store.read(
            "current_facts_about",
            user=user,
            ids=sorted({row["id"] for row in (*rows, *owned)}),
            at=min(turn.said_at for turn in turns).astimezone(UTC),
        )
        return dict([*shown.items()][:_NAMES_SHOWN]), self._bearing(facts, turns, set(map(normalise, named)))

    def _bearing(self, rows: Sequence[Row], turns: Sequence[StoredTurn], named: set[str]) -> list[KnownFact]:
        said = {term for turn in turns for term in terms(turn.text)}
        alike = self._alike(rows, turns)
        bearing: list[tuple[tuple[float, float, int, str], Row]] = []
        others: list[tuple[tuple[float, float, int, str], Row]] = []
        for row, similarity in zip(rows, alike, strict=True):
            rule = self._store.vocabulary.named(row["predicate"])
            names = named & {normalise(row["subject"]), normalise(row["object"] or "")}
            words = f"{row['predicate'].replace('_', ' ')} {row['object'] or row['value'] or ''}"
            shared = len(said & set(terms(words)))
            rank = (-len(names), -(shared + similarity + rule.single), -row["reinforcements"], row["id"])
            if names or shared or rule.single or similarity >= _LEAST_ALIKE:
                bearing.append((rank, row))
            elif rule.kind == "state" and not rule.is_open and not rule.minor:
                others.append((rank, row))
        ranked = sorted(bearing, key=itemgetter(0)) + sorted(others, key=itemgetter(0))[:_OTHERS_SHOWN]
        return [self._known(row) for _, row in ranked[:_FACTS_SHOWN]]

    def _alike(self, rows: Sequence[Row], turns: Sequence[StoredTurn]) -> list[float]:
        """Return the similarity of each fact to the turn that it resembles most."""
        if self._embedder is None or not rows or not turns:
            return [0.0] * len(rows)
        of_facts = self._embedder.embed([self._known(row).line.replace("_", " ") for row in rows])
        of_turns = self._embedder.embed([turn.text for turn in turns])
        return [float(value) for value in np.einsum("fd,td->ft", of_facts, of_turns).max(axis=1)]

    def _known(self, row: Row) -> KnownFact:
        rule = self._store.vocabulary.named(row["predicate"])
        began = row["valid_at"][:10] if row["dated"] and row["valid_at"] else None
        ends = row["invalid_at"][:10] if row["invalid_at"] and rule.kind == "state" and rule.lasts is None else None
        when = None if began is None else f"on {began}" if rule.kind == "event" else f"since {began}"
        told = " ".join(filter(None, (when, ends and f"until {ends}")))
        return KnownFact(row["id"], row["subject"], row["predicate"], row["object"], row["value"], told)
