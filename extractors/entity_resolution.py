"""Decide which known entity a name refers to: the same one, a new one, or possibly the same one.

Names are compared in the following order. Each step considers only entities of a compatible type:

1. equal after normalisation ("The  Louvre!" and "louvre"), or equal to an alias;
2. the words of one name contain the words of the other ("Anna" and "Anna Smith"), if only one entity fits;
3. nearly equal spelling (rapidfuzz), for names so long that a misspelling is likelier than a different name;
4. similar meaning, if an embedder provides the similarity of two names.

Nicknames ("Mel" and "Melanie", "Bob" and "Robert") and spellings just below the threshold are reported as possibly the
same: they get an edge for traversal and are never merged. Two speakers of a conversation are never merged, whatever
their names. A possessive name ("Ann's sister") matches an equal name, and one that tells the age besides ("Ann's little
sister") if she has no other sister who is known by her age.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from rapidfuzz import fuzz

from chronomem.graph_schema.facts.given import EntityType, PackagedType
from chronomem.graph_schema.model.entity_names import comparable_name, name_keys

Similarity = Callable[[str, str], float]
"""Cosine similarity of two names."""

SAME_SPELLING = 90.0
"""rapidfuzz ratio from which two long names are taken for one misspelt name."""
NEAR_SPELLING = 82.0
"""rapidfuzz ratio from which two names are possibly the same."""
SAME_MEANING = 0.92
"""Cosine similarity from which two names other than names of people mean the same thing."""
_AGES = {"little", "big", "older", "younger", "elder", "kid", "baby", "twin", "oldest", "youngest", "eldest"}
"""Words that tell a relative's age."""
_SHORTEST_FUZZY = 6
_SHORTEST_NICKNAME = 3

_COMPATIBLE: dict[EntityType, set[EntityType]] = {
    "organization": {"location", "product", "event"},
    "location": {"organization"},
    "event": {"organization", "work"},
    "product": {"organization", "work"},
    "work": {"product", "event"},
}
_PACKAGED: frozenset[EntityType] = frozenset(get_args(PackagedType))
_NICKNAMES = {
    "bob": "robert", "rob": "robert", "bobby": "robert", "bill": "william", "will": "william", "billy": "william",
    "liz": "elizabeth", "beth": "elizabeth", "betty": "elizabeth", "lizzie": "elizabeth", "peggy": "margaret",
    "maggie": "margaret", "meg": "margaret", "dick": "richard", "rick": "richard", "rich": "richard",
    "jim": "james", "jimmy": "james", "jack": "john", "johnny": "john", "mike": "michael", "mickey": "michael",
    "kate": "katherine", "katie": "katherine", "kathy": "katherine", "tony": "anthony", "ted": "edward",
    "ed": "edward", "eddie": "edward", "ned": "edward", "chuck": "charles", "charlie": "charles", "dave": "david",
    "steve": "stephen", "sue": "susan", "sally": "sarah", "molly": "mary", "polly": "mary", "nell": "eleanor",
    "ellie": "eleanor", "hank": "henry", "harry": "henry", "larry": "lawrence", "andy": "andrew", "drew": "andrew",
    "sasha": "alexander", "alex": "alexander", "sandy": "alexandra", "tom": "thomas", "tommy": "thomas",
    "joe": "joseph", "joey": "joseph", "matt": "matthew", "nick": "nicholas", "pat": "patricia", "trish": "patricia",
    "debbie": "deborah", "deb": "deborah", "becky": "rebecca", "abby": "abigail", "jenny": "jennifer",
    "jen": "jennifer",
    "vicky": "victoria", "tina": "christina", "chris": "christopher", "dan": "daniel", "danny": "daniel",
    "sam": "samuel", "ben": "benjamin", "greg": "gregory", "ron": "ronald", "ray": "raymond", "gus": "august",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class KnownEntity:
    """An entity that is already in memory.

    Attributes:
        id: its key.
        name: its canonical name.
        type: its entity type.
        aliases: other names that were resolved to it.
        speaker: True if it takes part in the conversation itself.
    """

    id: str
    name: str
    type: EntityType
    aliases: tuple[str, ...] = ()
    speaker: bool = False


@dataclass(frozen=True, slots=True)
class Resolution:
    """The result of resolving a name.

    Attributes:
        kind: "same" (merge into `entity_id`), "maybe_same" (a new entity with an edge to `entity_id`), "new".
        entity_id: the known entity, or None if the name is new.
        score: 0 to 1; 1 for equal names.
        reason: the step that decided.
    """

    kind: Literal["same", "maybe_same", "new"]
    entity_id: str | None
    score: float
    reason: Literal["exact", "alias", "words", "spelling", "meaning", "nickname", "none"]


_LANDFORMS = {"mount", "mt", "lake", "river", "cape", "downtown", "port", "isle"}
"""First words of a place's name that people often leave out."""

NEW = Resolution("new", None, 0.0, "none")


def are_compatible(one: EntityType, other: EntityType) -> bool:
    """Whether one thing can be assigned these two types in different mentions."""
    if one == other:
        return True
    if "other" in (one, other) or not {one, other} <= _PACKAGED:
        return True  # an ontology's kind is a special case of any
    return other in _COMPATIBLE.get(one, set()) or one in _COMPATIBLE.get(other, set())


class EntityIndex:
    """An index of the known entities by name.

    Args:
        entities: the known entities, in any order; the result doesn't depend on it.
        similarity: cosine similarity of two names by an embedder, or None to leave that step out.
    """

    def __init__(self, entities: Iterable[KnownEntity] = (), similarity: Similarity | None = None) -> None:
        self._similarity = similarity
        self._by_name: dict[str, list[tuple[KnownEntity, bool]]] = defaultdict(list)
        self._by_word: dict[str, list[tuple[KnownEntity, str]]] = defaultdict(list)
        self._by_start: dict[str, list[tuple[KnownEntity, str]]] = defaultdict(list)
        for entity in sorted(entities, key=lambda e: e.id):
            self.add(entity)

    def add(self, entity: KnownEntity) -> None:
        """Add an entity to the index."""
        for name in (entity.name, *entity.aliases):
            normal = comparable_name(name)
            if not normal:
                continue
            self._by_name[normal].append((entity, name == entity.name))
            for word in set(normal.split()):
                self._by_word[word].append((entity, normal))
            self._by_start[normal[:2]].append((entity, normal))

    def resolve(self, name: str, kind: EntityType, *, speaker: bool = False) -> Resolution:
        """Resolve a name to a known entity.

        Args:
            name: the name as it stands in the text.
            kind: type of the mention.
            speaker: True if the name belongs to a participant of the conversation.
        """
        normal = comparable_name(name)
        if not normal:
            return NEW
        exact = self._exact(normal, kind, speaker)
        if exact is not None:
            return exact
        if "'" in normal:
            return self._role(normal, kind) or NEW
        for step in (self._words, self._spelling, self._meaning, self._nickname):
            found = step(normal, kind, speaker)
            if found is not None:
                return found
        return NEW

    def _exact(self, normal: str, kind: EntityType, speaker: bool) -> Resolution | None:
        fitting = [(e, own) for e, own in self._by_name.get(normal, []) if _fits(e, kind)]
        if speaker:
            fitting = [(e, own) for e, own in fitting if e.speaker or own]
        if not fitting:
            return None
        entity, own = min(fitting, key=lambda pair: (not pair[1], not pair[0].speaker, pair[0].id))
        return Resolution("same", entity.id, 1.0, "exact" if own else "alias")

    def _role(self, normal: str, kind: EntityType) -> Resolution | None:
        """Match "Ann's little brother" with "Ann's brother" if no other brother of hers is known by another word."""
        words = normal.split()
        ages = words[1:-1]
        found: set[str] = set()
        for entity, other in self._by_word.get(words[-1], []) if len(words) > 1 else ():
            known = other.split()
            theirs = known[1:-1]
            same = len(known) > 1 and (known[0], known[-1]) == (words[0], words[-1])
            if not same or not {*ages, *theirs} <= _AGES or not _fits(entity, kind):
                continue
            if ages and theirs:
                return None  # "little" and "big"
            found.add(entity.id)
        return Resolution("same", found.pop(), 0.9, "words") if len(found) == 1 else None

    def _words(self, normal: str, kind: EntityType, speaker: bool) -> Resolution | None:
        """Match "Anna" with "Anna Smith" if there is only one Anna; with two of them, merge neither."""
        words = set(normal.split())
        found: dict[str, KnownEntity] = {}
        for word in words:
            for entity, other in self._by_word.get(word, []):
                theirs = set(other.split())
                if "'" in other or not _fits(entity, kind) or (speaker and entity.speaker):
                    continue
                if words < theirs or theirs < words:
                    if kind == "person" and normal.split()[0] != other.split()[0]:
                        continue
                    if "location" in (kind, entity.type) and _lies_in(normal, other):
                        continue
                    if kind != "person" and len(words & theirs) * 2 < max(len(words), len(theirs)):
                        continue
                    found[entity.id] = entity
        if not found:
            return None
        first = min(found)
        if found[first].speaker and len(words) > len(comparable_name(found[first].name).split()):
            return Resolution("maybe_same", first, 0.6, "words")  # another person with that first name
        if len(found) > 1 or (kind != "person" and found[first].type == "person"):
            return Resolution("maybe_same", first, 0.6, "words")
        return Resolution("same", first, 0.9, "words")

    def _spelling(self, normal: str, kind: EntityType, speaker: bool) -> Resolution | None:
        best = max(
            ((fuzz.ratio(normal, other), entity.id) for entity, other in self._near(normal, kind, speaker)),
            default=None,
            key=lambda pair: (pair[0], pair[1]),
        )
        if best is None or best[0] < NEAR_SPELLING:
            return None
        score, found = best
        if score >= SAME_SPELLING and len(normal) >= _SHORTEST_FUZZY:
            return Resolution("same", found, score / 100, "spelling")
        return Resolution("maybe_same", found, score / 100, "spelling")

    def _near(self, normal: str, kind: EntityType, speaker: bool) -> Iterator[tuple[KnownEntity, str]]:
        """Yield entities whose names begin alike and hold the same numbers: "iPhone 14" isn't "iPhone 15"."""
        digits = re.findall(r"\d+", normal)
        for entity, other in self._by_start.get(normal[:2], []):
            if "'" in other or not _fits(entity, kind) or (speaker and entity.speaker):
                continue
            if re.findall(r"\d+", other) == digits:
                yield entity, other

    def _meaning(self, normal: str, kind: EntityType, speaker: bool) -> Resolution | None:
        if self._similarity is None or kind == "person" or speaker:
            return None
        best = max(
            (
                (self._similarity(normal, other), entity.id)
                for word in normal.split()
                for entity, other in self._by_word.get(word, [])
                if entity.type != "person" and _fits(entity, kind) and "'" not in other
                if re.findall(r"\d+", other) == re.findall(r"\d+", normal)
            ),
            default=None,
        )
        if best is None or best[0] < SAME_MEANING:
            return None
        return Resolution("same", best[1], min(1.0, best[0]), "meaning")

    def _nickname(self, normal: str, kind: EntityType, speaker: bool) -> Resolution | None:
        if kind != "person" or " " in normal:
            return None
        candidates = [
            (entity, other.split()[0])
            for names in self._by_start.values()
            for entity, other in names
            if entity.type == "person" and "'" not in other and not (speaker and entity.speaker)
        ]
        for entity, other in sorted(candidates, key=lambda pair: pair[0].id):
            if is_nickname(normal, other):
                return Resolution("maybe_same", entity.id, 0.7, "nickname")
        return None


def _fits(entity: KnownEntity, kind: EntityType) -> bool:
    if entity.speaker and kind not in ("person", "other"):
        return False
    return are_compatible(entity.type, kind)


def _lies_in(one: str, other: str) -> bool:
    """Whether one place name merely ends in the other: "lisbon portugal" isn't "portugal", nor "new york" "york"."""
    short, long = sorted((one, other), key=len)
    return long.endswith(f" {short}") and long.split()[0] not in _LANDFORMS


@dataclass(frozen=True, slots=True)
class ToldSame:
    """Two entities that are one as somebody said: "Kuba, short for Jakub", "my sister Meera".

    Attributes:
        alias, name: their ids; the name is the fuller one, or the one that a role ("Dev's sister") belongs to.
    """

    alias: str
    name: str


def keys_of_meant(name: str) -> set[str]:
    """Return keys of the names of all entities that `EntityIndex` may resolve a name to: see `name_keys`."""
    normal = comparable_name(name)
    nicknames = {other for pair in _NICKNAMES.items() if normal in pair for other in pair}
    return name_keys(name) | nicknames


def may_mean(name: str, other: str) -> bool:
    """Whether a name may resolve to an entity by the name of another; both in the form in which names are compared.

    Types and the meaning of names may still speak against it.
    """
    if not set(name.split()).isdisjoint(other.split()):
        return True
    if name[:2] == other[:2] and fuzz.ratio(name, other) >= NEAR_SPELLING:
        return True
    return " " not in name and is_nickname(name, other.split()[0])


def join_told(told: Iterable[ToldSame], names: Mapping[str, str], speakers: Collection[str]) -> dict[str, str]:
    """Return, for each entity that is another one as was said, that other one.

    The result depends only on what was said, in no order. Where it contradicts itself, nothing is joined: an alias of
    two names ("Mel" is Melanie, and Melissa), a role in which two names were told, and two speakers stay apart.

    Args:
        names: the name of each entity.
        speakers: the entities that speak in the conversation.
    """
    meant: defaultdict[str, set[str]] = defaultdict(set)
    for pair in set(told):
        meant[pair.alias].add(pair.name)
    root: dict[str, str] = {}

    def top(entity: str) -> str:
        while (above := root.get(entity, entity)) != entity:
            entity = above
        return entity

    plain = {alias: own for alias, own in meant.items() if not _is_role(names[alias])}
    for alias, own in sorted(plain.items()):
        if len(own) == 1:
            root[top(alias)] = top(next(iter(own)))
    members: defaultdict[str, list[str]] = defaultdict(list)
    for entity in sorted({*plain, *(name for own in meant.values() for name in own)}):
        members[top(entity)].append(entity)
    into: dict[str, str] = {}
    group: dict[str, str] = {}
    for together in members.values():
        speaking = [entity for entity in together if entity in speakers]
        first = min(together, key=lambda e: (e not in speakers, e in plain, -len(names[e]), e))
        for entity in together:
            group[entity] = entity if len(speaking) > 1 else first
            if group[entity] != entity:
                into[entity] = first
    for alias, own in meant.items():
        joined = {group[name] for name in own}
        if _is_role(names[alias]) and len(joined) == 1:
            into[alias] = joined.pop()
    return into


def _is_role(name: str) -> bool:
    return "'s " in name or "' " in name


def is_nickname(one: str, other: str) -> bool:
    """Whether one normalised first name is a nickname of the other: a part of it, or a listed pair."""
    short, long = sorted((one, other), key=lambda name: (len(name), name))
    if _NICKNAMES.get(short) == long or _NICKNAMES.get(long) == short:
        return True
    if len(short) < _SHORTEST_NICKNAME or len(short) == len(long):
        return False
    stem = short.rstrip("iey") if len(short) > _SHORTEST_NICKNAME else short
    return long.startswith(short) or long.endswith(short) or (len(stem) >= _SHORTEST_NICKNAME and long.startswith(stem))
