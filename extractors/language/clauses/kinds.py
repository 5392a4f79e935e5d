"""The kind of a name: what its words say by themselves, and what a sentence says of it.

The words alone ("Anna", "Porto", "Acme Ltd") say the same in every sentence, so they count once for an entity, however
often it is named. What sentences say of it ("a cat called Olive", "I moved to Olive") counts each time. The kind of an
entity is the one with the most evidence in total: a sum, which the order of the sentences can't change. A name of which
nothing is known is of the kind "other", not a person.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from chronomem.extractors.language.clauses.relation_nouns import kind_of_role
from chronomem.extractors.language.extracted import Earlier, Mention, Statement
from chronomem.extractors.language.lexicon import (
    ANIMALS,
    HUMAN_VERBS,
    KIN_TITLES,
    RATHER_PERSONS,
    RELATION_OF_NOUN,
    TITLES,
    WORD_NAMES,
    WORD_PLACES,
    is_first_name,
    is_place,
    occupations,
)
from chronomem.extractors.language.parsing.syntax import SyntaxTree
from chronomem.graph_schema.facts.given import EntityType

Kind = tuple[EntityType, int]
"""A kind with the weight of the evidence for it."""

TITLED: Kind = ("work", 6)
"""The evidence of quotation marks around a name."""
_UNKNOWN: Kind = ("other", 0)
_SURE, _LIKELY, _HINT = 4, 2, 1
_ORGANIZATION_ENDS = {
    "inc", "corp", "llc", "ltd", "gmbh", "plc", "company", "university", "college", "school", "foundation", "institute",
    "bank", "hospital", "church", "association", "agency", "group", "club", "team", "society", "united", "fc",
    "academy", "clinic", "council", "union", "orchestra", "railways", "airlines", "airways", "partners", "solutions",
}  # fmt: skip
_LOCATION_ENDS = {
    "park", "lake", "mountain", "mountains", "river", "beach", "street", "avenue", "island", "islands", "city",
    "county", "square", "bridge", "falls", "canyon", "valley", "bay", "coast", "forest", "museum", "castle", "airport",
    "cafe", "café", "road", "lane", "hills", "hill", "station", "restaurant", "library", "gardens", "garden", "harbour",
    "harbor", "springs", "village", "town", "desert", "province", "district", "resort", "hotel", "gulf", "peninsula",
}  # fmt: skip
_LOCATION_STARTS = {"mount", "mt", "lake", "river", "cape", "port", "isle", "fort", "loch", "gulf", "san", "são"}
_EVENT_ENDS = {
    "festival", "day", "parade", "marathon", "cup", "olympics", "conference", "con", "week", "fest", "show",
    "championship", "championships", "summit", "carnival", "gala",
}  # fmt: skip
_INNER_CAPITALS = ("Mc", "Mac", "De", "Di", "Du", "La", "Le", "Fitz", "Van", "O'")
_WORK_CUES = {
    "book", "movie", "film", "novel", "song", "album", "series", "show", "painting", "poem", "read", "watch", "episode",
}  # fmt: skip
_LIVING = {"live", "move", "relocate", "stay", "settle", "grow", "base", "fly", "travel", "drive", "trip", "holiday",
           "vacation", "visit", "arrive", "emigrate", "be", "bear", "raise", "head", "train", "flight", "come", "go",
           "back", "born", "flat", "house", "apartment", "home", "town", "village", "weekend", "away"}  # fmt: skip
_WHERE = {"in", "to", "from", "near", "around", "through", "across", "outside", "towards", "via"}
_EMPLOYED = {"work", "job", "start", "intern", "employ", "career", "apply", "interview", "role", "hire"}
_USED = {"play", "watch", "read", "use", "drink", "eat", "wear", "drive", "ride", "download", "install", "cook",
         "listen", "speak", "learn", "study", "buy", "order", "sell", "own"}  # fmt: skip
_QUOTES = {'"', "“", "”"}


@lru_cache(maxsize=20_000)
def kind_of_words(name: str) -> Kind:
    """Return the kind of which a name is by its words, whatever is said of it."""
    words = [word.strip(".,!?\"'") for word in _plain(name).split()]
    if not words or not all(words) or not _could_be_read(name):
        return _UNKNOWN
    first, last = words[0], words[-1].lower()
    if first.lower() in TITLES | KIN_TITLES and len(words) > 1 and words[1][0].isupper():
        return "person", _LIKELY
    for ends, kind in _ENDS:
        if last in ends and len(words) > 1:
            return kind, _SURE
    if first.lower() in _LOCATION_STARTS and len(words) > 1:
        return "location", _SURE
    if is_place(name.partition(",")[0]) and name not in RATHER_PERSONS and name.lower() not in WORD_PLACES:
        return "location", _HINT if is_first_name(name) else _LIKELY
    if len(words) <= _LONGEST_NAME and all(word[0].isupper() or word in _PARTICLES for word in words):
        own = next((word for word in words if not _is_initial(word)), "")
        if is_first_name(own) and first.lower() not in ("the", "a"):
            return "person", _HINT if len(words) == 1 and own.lower() in WORD_NAMES else _LIKELY
        if own and own != first:
            return "person", _LIKELY  # "J. Cole"
    return _UNKNOWN


_ENDS: tuple[tuple[set[str], EntityType], ...] = (
    (_EVENT_ENDS, "event"),
    (_LOCATION_ENDS, "location"),
    (_ORGANIZATION_ENDS, "organization"),
)
_LONGEST_NAME = 4
_PARTICLES = {"van", "von", "de", "da", "del", "der", "bin", "ibn", "al", "el", "la", "le", "dos", "di", "ben"}


def _is_initial(word: str) -> bool:
    return len(word.replace(".", "")) <= 2 and word.replace(".", "").isupper()


_BETWEEN = dict.fromkeys(map(ord, " -'.,"))
"""The characters between the letters of a name."""


def _plain(name: str) -> str:
    return name.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")


def _could_be_read(name: str) -> bool:
    """Whether a name is of letters, with capitals only where a name has them: "iPhone", "API" and "f(x)" aren't."""
    name = _plain(name)
    if not name.translate(_BETWEEN).isalpha():
        return False
    if is_place(name.partition(",")[0]):
        return True
    for word in name.replace("-", " ").split():
        inner = word.strip(".'")
        if len(inner) > 2 and inner.isupper():
            return False
        rest = next((inner[len(p) :] for p in _INNER_CAPITALS if inner.startswith(p) and len(inner) > len(p)), inner)
        if any(c.isupper() for c in rest[1:].replace("'", "")) and not _is_initial(inner):
            return False
    return True


def kind_in_sentence(tree: SyntaxTree, first: int, last: int, before: Sequence[Earlier] = ()) -> Kind:
    """Return the kind of which a sentence says that the name with these tokens is, leaving out the name's words."""
    if last < len(tree.words) and tree.tags[last] == "CD" and tree.words[last].isdecimal():
        return "other", _SURE  # "my name is User 2"
    return (
        _introduced(tree, first, last, before)
        or _by_preposition(tree, first, last)
        or _by_verb(tree, first, last)
        or _as_a_thing(tree, first, last)
        or _as_answer(tree, first, before)
        or _beside_pets(tree, first, last)
        or _UNKNOWN
    )


def _as_a_thing(tree: SyntaxTree, first: int, last: int) -> Kind | None:
    """Return "other" for "the Corsa", "a Barbie" and "Zelda games": nobody speaks of a person so."""
    if first and tree.tags[first - 1] == "DT" and not is_place(" ".join(tree.words[first:last])):
        return "other", _SURE
    if tree.tags[last - 1] == "NNPS":
        return "other", _LIKELY
    head = tree.heads[last - 1]
    modifies = tree.deps[last - 1] == "compound" and head >= last and tree.lower[head] == tree.words[head]
    return ("other", _LIKELY) if modifies and tree.tags[head] in ("NN", "NNS") else None


def _introduced(tree: SyntaxTree, first: int, last: int, before: Sequence[Earlier]) -> Kind | None:
    """Return the kind that a noun beside the name gives: "my cat Olive", "a dog named Max", "her name is Rose"."""
    if first and tree.words[first - 1] in _QUOTES:
        return TITLED
    head = tree.heads[last - 1]
    if tree.child(last - 1, "case") is not None or (tree.deps[last - 1] == "compound" and head >= last):
        head = last - 1  # "in Rome", "a Twitch streamer": the noun says nothing of the name
    nouns = [first - 1, head]
    if first > 1 and tree.words[first - 1] == "," and tree.tags[first - 2] == "NN":
        nouns.append(first - 2)
    if first and tree.lower[first - 1] in TITLES | KIN_TITLES and tree.lower[first] not in TITLES:
        return "person", _SURE
    if tree.lemmas[head] in ("name", "call") or (first and tree.lemmas[first - 1] in ("name", "call")):
        verb = head if tree.lemmas[head] in ("name", "call") else first - 1
        nouns = [tree.heads[verb], *tree.children[verb], *range(max(0, verb - 3), verb)]
    if (named := _told_name(tree, first, before)) is not None:
        return named
    beside = tree.deps[last - 1] in ("appos", "flat", "nmod", "compound", "conj", "obj", "xcomp") or nouns[1:] != [head]
    found = (_kind_of_noun(tree, i) for i in nouns if 0 <= i < len(tree.words) and not first <= i < last and beside)
    kinds = (*found, *(_kind_of_noun(tree, i) for i in _described(tree, last)))
    return next((kind for kind in kinds if kind is not None), None)


def _described(tree: SyntaxTree, last: int) -> list[int]:
    """Return the nouns of a description right after a name: "Oscar, my guinea pig", "Woodhaven, a small town"."""
    described = last + 1 < len(tree.words) and tree.lower[last] in (",", "(")
    if not described or tree.lower[last + 1] not in ("my", "our", "his", "her", "their", "your", "a", "an", "the"):
        return []
    found = []
    for i in range(last + 2, min(last + 2 + _LONGEST_NAME, len(tree.words))):
        if tree.tags[i] not in ("NN", "NNS", "JJ", "JJR", "JJS", "HYPH", "VBN"):
            break
        if tree.tags[i].startswith("N"):
            found.append(i)
    return found[-1:]


def _told_name(tree: SyntaxTree, first: int, before: Sequence[Earlier]) -> Kind | None:
    """Return the kind of whoever's name is told: "His name is Spike", said of a turtle."""
    noun = next((i for i in range(max(0, first - 4), first) if tree.lower[i] in ("name", "names")), None)
    if noun is None or not any(tree.lower[i] in ("is", "'s", "are", "was", "were") for i in range(noun, first)):
        return None
    owner = noun - 1
    if owner < 0 or tree.lower[owner] in ("my", "your", "full", "real", "first"):
        return "person", _SURE
    if tree.lower[owner] == "'s" and owner:
        return _kind_of_noun(tree, owner - 1)
    if tree.lower[owner] == "its":
        return "other", _SURE
    return _spoken_of([tree.lemmas[i] for i in range(owner)], before)


def _spoken_of(lemmas: list[str], before: Sequence[Earlier]) -> Kind | None:
    """Return the kind of the animal or relative who was spoken of last, in these words or in the turns before them."""
    earlier = [token.lemma_.lower() for each in before[-_LOOK_BACK:] for token in each.doc]
    last = next((lemma for lemma in reversed(earlier + lemmas) if lemma in ANIMALS or lemma in RELATION_OF_NOUN), None)
    return None if last is None else ("other" if last in ANIMALS else "person", _SURE)


def _as_answer(tree: SyntaxTree, first: int, before: Sequence[Earlier]) -> Kind | None:
    """Return the kind of the names that answer "What are their names?"."""
    if not before or any(tree.tags[i].startswith("V") for i in range(first)):
        return None
    asked = [token.lower_ for token in before[-1].doc]
    if "?" not in asked or not {"name", "names", "called"} & set(asked):
        return None
    return _spoken_of([], before)


def _beside_pets(tree: SyntaxTree, first: int, last: int) -> Kind | None:
    """Return "other" for the only name of a turn that speaks of a pet: "I'm sorry about Max. Losing a pet is tough"."""
    if not any(lemma in _OF_PETS for lemma in tree.lemmas):
        return None
    others = (i for i, tag in enumerate(tree.tags) if tag == "NNP" and not first <= i < last)
    alone = all(tree.deps[i] == "vocative" or not is_first_name(tree.words[i]) for i in others)
    return ("other", _LIKELY) if alone else None


_OF_PETS = {"pet", "vet", "tail", "leash", "paw", "kennel", "groomer", "litter", "kibble", "purr", "bark", "puppy"}


_LOOK_BACK = 3
"""How many turns before this one may have introduced the animal or person whose name is told."""


def _kind_of_noun(tree: SyntaxTree, token: int) -> Kind | None:
    lemma, lower = tree.lemmas[token], tree.lower[token]
    if lemma in ANIMALS:
        return "other", _SURE
    if lemma in RELATION_OF_NOUN or lower in occupations() or lower in _PEOPLE:
        return "person", _SURE
    if lemma in _THINGS:
        return _THINGS[lemma], _SURE
    return None


_PEOPLE = {"guy", "girl", "boy", "man", "woman", "lady", "lad", "lass", "person", "someone", "somebody", "landlord",
           "landlady", "flatmate", "housemate", "veteran", "resident", "client", "patient", "supervisor", "widow",
           "widower", "grandmother", "grandfather", "gf", "bf", "poet", "novelist", "composer", "actress", "dj",
           "leader", "president", "minister", "king", "queen", "saint", "author"}  # fmt: skip
_THINGS: dict[str, EntityType] = {
    **dict.fromkeys(("town", "city", "village", "country", "island", "suburb", "state", "neighborhood"), "location"),
    **dict.fromkeys(("company", "startup", "firm", "employer", "charity", "agency"), "organization"),
    **dict.fromkeys(("app", "car", "bike", "phone", "game", "brand", "tool", "boat", "guitar"), "product"),
    **dict.fromkeys(
        ("band", "album", "song", "movie", "film", "novel", "book", "series", "serie", "podcast", "trilogy"), "work"
    ),
}


def _by_preposition(tree: SyntaxTree, first: int, last: int) -> Kind | None:
    """Return the kind that the preposition and its verb give: "lives in X", "works at X"."""
    if not first:
        return None
    before = tree.lower[first - 1]
    if tree.lower[first - 1] == "the" and first > 1:
        before = tree.lower[first - 2]
    head = tree.heads[last - 1]
    heads = {tree.lemmas[head], tree.lemmas[tree.heads[head]], tree.lemmas[max(0, first - 2)]}
    is_modifier = last < len(tree.words) and tree.deps[last - 1] == "compound" and head >= last
    if before != tree.lower[first - 1] and not heads & (_DWELLING | {"go", "visit", "trip"}):
        return None  # "I was in the Navy"
    if before in ("in", *_WHERE) and not is_modifier and (heads & _LIVING or tree.child(last - 1, "cop") is not None):
        strong = before in ("in", "to", "from") and heads & _DWELLING
        return "location", _SURE if strong else _HINT
    if before in ("at", "for", "with") and heads & _EMPLOYED and not is_modifier:
        return "organization", _LIKELY if before == "at" else _HINT
    if before in ("join", "joined", "left", "quit"):
        return "organization", _HINT
    return None


_DWELLING = {"live", "move", "relocate", "settle", "grow", "base", "emigrate", "fly", "travel", "bear", "born", "trip"}


def _by_verb(tree: SyntaxTree, first: int, last: int) -> Kind | None:
    """Return the kind that a verb gives: persons say and marry, things are played and watched."""
    token = last - 1
    while tree.deps[token] == "flat" and tree.heads[token] != token:
        token = tree.heads[token]
    head, dep = tree.heads[token], tree.full_deps[token]
    if dep == "vocative" and is_first_name(tree.words[first]):
        return "person", _LIKELY
    if dep == "conj" and tree.full_deps[head].startswith("nsubj"):
        head, dep = tree.heads[head], tree.full_deps[head]
    if dep in ("nsubj", "nsubj:pass"):
        if tree.is_verb(head) and tree.lemmas[head] in HUMAN_VERBS:
            return "person", _LIKELY
        if tree.child(head, "cop") is not None:
            return _kind_of_noun(tree, head)
        return None
    if tree.full_deps[token] == "nmod:poss" and (tree.lemmas[head] in RELATION_OF_NOUN or tree.lemmas[head] in _OWNED):
        return "person", _LIKELY
    if last - first > 1 and _WORK_CUES.intersection(tree.lemmas[max(0, first - 3) : first]):
        return "work", _LIKELY
    if dep == "obj" and tree.lemmas[head] in _USED:
        return "product" if tree.lemmas[head] in ("drive", "ride", "own", "install", "download") else "other", _SURE
    if dep == "obj" and tree.lemmas[head] in ("meet", "marry", "date", "phone", "text"):
        return "person", _HINT
    return None


_OWNED = {"birthday", "wedding", "funeral", "surname", "job", "boss", "house", "place"}


def weigh_statements(mentions: Iterable[Mention], statements: Iterable[Statement]) -> list[Mention]:
    """Return the mentions with the kinds that the statements of their turn give: who has a sister is a person."""
    told: dict[str, Kind] = {}
    for statement in statements:
        if statement.polarity == "negated":
            continue
        for name, kind in (
            (statement.subject, _OF_SUBJECTS.get(statement.predicate)),
            (statement.object, _OF_OBJECTS.get(statement.predicate)),
        ):
            if name is not None and kind is not None and kind[1] > told.get(name, _UNKNOWN)[1]:
                told[name] = kind
    return [_weighed(mention, told.get(mention.name, _UNKNOWN)) for mention in mentions]


def _weighed(mention: Mention, told: Kind) -> Mention:
    if told[1] <= mention.evidence[1]:
        return mention
    return replace(mention, evidence=told, type=kind_of_entity(mention.name, dict([told])))


_PERSON: Kind = ("person", _LIKELY)
_RELATIVE: Kind = ("person", _SURE)
_PLACE: Kind = ("location", _LIKELY)
_EMPLOYER: Kind = ("organization", _LIKELY)
_OF_SUBJECTS: dict[str, Kind] = dict.fromkeys(
    ("works_at", "works_as", "studies_at", "married_to", "engaged_to", "has_partner", "has_sibling", "has_parent",
     "has_grandparent", "has_relative", "has_friend", "has_colleague", "has_mentor", "has_status", "owns"),
    _PERSON,
)  # fmt: skip
_OF_OBJECTS: dict[str, Kind] = {
    **dict.fromkeys(
        ("married_to", "engaged_to", "has_partner", "has_sibling", "has_parent", "has_grandparent", "has_relative",
         "has_friend", "has_colleague", "has_mentor", "has_child"),
        _RELATIVE,
    ),
    **dict.fromkeys(("lives_in", "moved_to", "is_from"), _PLACE),
    **dict.fromkeys(("works_at", "studies_at"), _EMPLOYER),
    "has_pet": ("other", _SURE),
}  # fmt: skip


def kind_of_entity(name: str, told: Mapping[EntityType, int]) -> EntityType:
    """Return the kind of an entity by the words of its name, and by all that is said of it.

    Whoever is called by a role ("Ann's sister", "Ann's doctor") is of the role's kind, whatever is said.
    """
    role = _kind_of_somebodys(name)
    if role is not None:
        return role
    kind, weight = kind_of_words(name)
    found = likeliest({**told, kind: told.get(kind, 0) + weight})
    return found if found not in ("person", "location") or _could_be_read(name) else "other"


def _kind_of_somebodys(name: str) -> EntityType | None:
    owner, _, role = _plain(name).rpartition("'s ")
    noun = role.casefold().rpartition(" ")[2]
    for law in ("-in-law", "-in-laws"):
        noun = noun.removesuffix(law)
    singular = noun if kind_of_role(noun) is not None else noun.removesuffix("ren").removesuffix("s")  # "children"
    return kind_of_role(singular) if owner else None


def likeliest(weights: Mapping[EntityType, int]) -> EntityType:
    """Return the kind with most evidence: of two with as much, one of an ontology, or the first of `_ORDER`."""
    most = max(weights.values(), default=0)
    if most <= 0:
        return "other"
    likely = [kind for kind, weight in weights.items() if weight == most]
    return min(likely, key=lambda kind: (_ORDER.index(kind), "") if kind in _ORDER else (-1, kind))


_ORDER: tuple[EntityType, ...] = (
    "other", "location", "organization", "work", "product", "event", "person", "date", "time",
)  # fmt: skip
