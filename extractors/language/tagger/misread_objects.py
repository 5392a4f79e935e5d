"""Objects of tags that show that the tag is wrong: "my line manager" is no work, "came second" wins nothing."""

from collections.abc import Sequence

from chronomem.extractors.language.clauses.clause import Clause
from chronomem.extractors.language.clauses.clause_times import is_of_then, is_visit
from chronomem.extractors.language.clauses.given_names import further_name
from chronomem.extractors.language.clauses.references import FIRST_POSSESSIVE, SECOND_PERSON, Resolver
from chronomem.extractors.language.clauses.relation_nouns import PARTNER_NOUNS, is_address
from chronomem.extractors.language.frames.occupations import is_occupation, is_part
from chronomem.extractors.language.lexicon import HOME_NOUNS, RELATION_OF_NOUN
from chronomem.extractors.language.parsing.syntax import SyntaxTree
from chronomem.extractors.language.tagger.amendments import AVOIDED, EXCHANGING, HANDING_ON, clause_of
from chronomem.extractors.language.tagger.rivals import POSTS
from chronomem.graph_schema.facts.predicates import PARTNERS, predicate_named

KIN = {*RELATION_OF_NOUN.values()}
"""Predicates of relatives, friends and pets."""
_OPINIONS = {"likes", "dislikes"}
_LIKING = {"like", "love", "hate", "enjoy", "dislike", "adore", "detest"}
_TOGETHER = {"work", "study", "play", "train", "run", "travel", "sing", "row", "climb", "teach"}
"""What one does with colleagues and friends, without living with them."""
_BORN = {"has_child", "has_sibling", "has_parent", "has_grandparent"}
"""Relations that nobody comes into by what happens later."""
_OF_CHILDREN = {
    "kid", "child", "baby", "toddler", "teen", "teenager", "twin", "boy", "girl", "bear", "birth",
    "school", "nursery", "daycare", "kindergarten", "preschool", "crèche", "creche", "reception", "secondary", "grade",
    "homework", "teacher", "nap", "bedtime", "tooth", "teeth", "potty", "nappy", "diaper", "pram", "cot", "crib",
    "playground", "mummy", "mommy", "daddy", "adopt", "foster", "grow", "young",
    "youngest", "eldest", "oldest", "pregnant", "labour", "milk", "feed", "cry", "crawl",
    "walk", "little", "small", "bath", "lego", "cartoon", "birthday", "uni", "university", "college", "exam", "class",
    "football", "training", "swimming", "ballet", "lesson", "childcare", "babysitter", "sitter", "nanny", "sleep",
    "kg", "kilo", "lb", "lbs", "pound", "gram",
}  # fmt: skip
"""Words of those who talk of children."""
AS_COUPLES = {
    "be", "marry", "engage", "date", "live", "move", "expect", "have", "break", "split", "separate", "divorce", "see",
    "meet", "get", "kiss", "celebrate", "adopt", "buy", "rent", "share", "fight", "argue", "try", "plan", "want",
}  # fmt: skip
"""Verbs of what couples do rather than friends, or as often."""
OF_COUPLES = {
    *PARTNER_NOUNS, "marry", "engage", "wedding", "anniversary", "honeymoon", "together", "couple", "kid", "baby",
}  # fmt: skip
"""Words of those who talk of couples."""
_OF_AGES = ("old", "age", "birthday", "turn", "year", "young", "born", "bear", "introduce")
_STANDING = {
    "lives_in", "works_at", "works_as", "works_in", "studies", "studies_at", "has_age", "is_from", "graduated_from",
    "speaks", "plays",
}  # fmt: skip
"""What a clause about "him" or "her" tells of nobody else."""
_SHOWN = {"series", "season", "seasons", "episode", "episodes", "film", "movie", "show"}
_BRINGING_HOME = {
    "have", "get", "own", "adopt", "keep", "foster", "rescue", "buy", "be", "welcome", "inherit", "find", "want",
    "bring", "love", "take", "call",
}  # fmt: skip
"""Verbs beside which an animal that is named may be one's own."""
_LACKED = {"room", "space", "time", "money", "place", "need", "use", "energy"}
_AHEAD = {"next", "due", "on", "sure", "certain", "close", "near", "definite", "ready"}
_RIDES = {"taxi", "bus", "train", "tram", "metro", "ferry", "bike", "car", "uber"}
_DRIVING = {"drive", "do"}
_BELONGING = {"member_of", "studies_at", "works_at", "joined"}
_PLACES = {"second", "third", "fourth", "fifth", "last", "2nd", "3rd", "4th", "5th"}


def is_object_misread(resolver: Resolver, clauses: Sequence[Clause], predicate: str, head: int, *, own: bool) -> bool:
    """Whether the object of a tag tells that the tag is wrong.

    Args:
        predicate, head: of the tag, and the head of its object.
        own: whether the tag is about the speaker.
    """
    tree, lower = resolver.tree, resolver.tree.lower
    if _is_other_end(tree, head, predicate) or (predicate == "studies_at" and _is_employer(tree, head)):
        return True
    if lower[head - 1 : head] == ["than"]:
        return True  # "I have never been further north than Oslo"
    if predicate == "lives_with" and (tree.lemmas[head] in HOME_NOUNS or _is_done_together(tree, head)):
        return True
    if predicate in _OPINIONS and own and _is_where(tree, head):
        return True  # "I hate loud music in restaurants"
    if predicate == "works_as" and tree.lemmas[head] in _RIDES and tree.lemmas[tree.heads[head]] not in _DRIVING:
        return True  # "taking the taxi", "I'm his taxi"; not "I drive the night bus"
    placed = predicate == "works_as" and tree.lemmas[tree.heads[head]] == "put"
    if placed and any(tree.lower[i] in ("in", "on") for i in tree.having(head, "case")):
        return True  # "today they put me in waders"
    if predicate == "works_as" and (_is_relation(tree, head) or _is_praise(tree, clauses, head)):
        return True
    if predicate == "works_as" and is_part(tree, head):
        return True
    if predicate == "works_at" and is_part(tree, tree.heads[head]):
        return True  # "a shepherd in the school play"
    if predicate == "takes" and tree.tags[head] == "VBG":
        return True  # "back driving since the 29th"
    if predicate == "read" and not _SHOWN.isdisjoint(lower):
        return True  # "I've finished Happy Valley, all three series"
    if own and predicate in _STANDING and _is_of_third(tree, clauses, head):
        return True
    if predicate == "has_age" and _is_no_age(resolver, head, own=own):
        return True
    if predicate == "has_child" and own and _may_be_anybody(resolver, head):
        return True
    if predicate == "has_pet" and own and _is_any_animal(tree, head):
        return True
    if predicate in ("has_pet", "owns", "has") and _has_no_room(tree, head):
        return True
    if predicate == "plans" and _is_only_praised(tree, head):
        return True
    if predicate in KIN and any(lower[i] == "only" for i in tree.having(head, "amod")) and head not in resolver.named:
        return True  # "my boss is an only child"
    if predicate in KIN and lower[head] == "one" and tree.child(head, "nmod:poss") is None:
        return True  # "the middle one"
    if predicate == "has_name" and any(further_name(tree, i) for i in tree.having(head, "nsubj")):
        return True  # "my maiden name was Novak"
    if predicate in KIN and own and _is_kin_of_third(tree, head):
        return True
    if predicate in _BORN and own and _is_introduced_otherwise(resolver, predicate, head):
        return True
    if predicate == "has_child" and head not in resolver.named and is_address(tree, head):
        return True
    if predicate == "lives_in" and lower[max(0, head - 2) : head] == ["back", "from"]:
        return True  # "back from Skye since Friday"
    if predicate == "is_from" and is_visit(tree, tree.heads[head]):
        return True
    if predicate == "plays" and tree.tags[head] in ("VBP", "VBZ"):
        return True  # "I row"
    if predicate == "won" and lower[head] in _PLACES:
        return True  # "came second"
    if predicate == "works_in" and tree.lemmas[head] == "work":
        return True  # the verb of "works at a bank"
    if predicate == "has_status" and is_occupation(tree.lemmas[head]):
        return True  # "he's a retired bus driver"
    return predicate_named(predicate).group == PARTNERS and _is_no_partner(resolver, clauses, head, own=own)


def _is_done_together(tree: SyntaxTree, person: int) -> bool:
    """Whether somebody works or plays with a person, which is no living with them."""
    beside = any(tree.lower[i] == "with" for i in tree.having(person, "case"))
    return beside and tree.lemmas[tree.heads[person]] in _TOGETHER


def _is_where(tree: SyntaxTree, noun: int) -> bool:
    """Whether a noun tells where something is liked that the same clause names."""
    placed = any(tree.lower[i] in ("in", "at", "on", "from") for i in tree.having(noun, "case"))
    verb = tree.heads[noun]
    things = tree.having(verb, "obj") if tree.is_verb(verb) else []
    return placed and tree.lemmas[verb] in _LIKING and any(tree.tags[i].startswith("N") for i in things)


def _is_relation(tree: SyntaxTree, noun: int) -> bool:
    """Whether a noun is who somebody is to the speaker, and no work of theirs: "my line manager wants a report"."""
    mine = any(tree.lower[i] in FIRST_POSSESSIVE for i in tree.having(noun, "nmod:poss"))
    return mine and tree.child(noun, "cop") is None


def _is_praise(tree: SyntaxTree, clauses: Sequence[Clause], noun: int) -> bool:
    """Whether somebody is told what they are like: "you're a cruel archivist", no question."""
    clause = clause_of(tree, clauses, noun)
    if clause is None or clause.subject is None or clause.head != noun or tree.is_asked(noun):
        return False
    return tree.lower[clause.subject] in SECOND_PERSON and tree.child(noun, "amod") is not None


def _is_kin_of_third(tree: SyntaxTree, head: int) -> bool:
    """Whether a clause tells whose relative somebody is, who is no participant: "Leo isn't her brother"."""
    role = tree.heads[head] if tree.full_deps[head].startswith("nsubj") else head
    if role == head or tree.lemmas[role] not in RELATION_OF_NOUN or tree.child(role, "cop") is None:
        return False
    return any(tree.lower[i] in ("his", "her", "their") for i in tree.having(role, "nmod:poss"))


def _is_introduced_otherwise(resolver: Resolver, predicate: str, head: int) -> bool:
    """Whether a name was introduced as another relative, or as another's: "my niece Ida", "my friend's son Leo"."""
    named, before = resolver.named.get(head), resolver.before
    known = None if named is None or before is None else before.relative_called(named.name)
    if known is None:
        return False
    return known.owner != resolver.speaker or RELATION_OF_NOUN.get(known.noun or "") != predicate


def _has_no_room(tree: SyntaxTree, thing: int) -> bool:
    """Whether somebody lacks room, time or money for a thing: "I've no room even for a goldfish"."""
    wanted = any(tree.lower[i] == "for" for i in tree.having(thing, "case"))
    above = tree.heads[thing]
    lacked = (above, *tree.having(above, "obj", "nsubj"))
    return wanted and any(tree.lemmas[i] in _LACKED and tree.negated(i) for i in lacked)


def _is_any_animal(tree: SyntaxTree, name: int) -> bool:
    """Whether a clause tells what some animal did, or of seeing it: "a dog called Rex bit me"."""
    called = tree.heads[name]
    animal = tree.heads[called]
    if tree.lemmas[called] not in ("call", "name") or tree.deps[called] != "acl":
        return False
    if not any(tree.lower[i] in ("a", "an") for i in tree.having(animal, "det")):
        return False
    first, last = next(sentence for sentence in tree.sentences if sentence[0] <= name < sentence[1])
    verbs = {tree.lemmas[i] for i in range(first, last) if i != called and tree.tags[i].startswith("V")}
    return bool(verbs) and verbs.isdisjoint(_BRINGING_HOME)


def _is_only_praised(tree: SyntaxTree, place: int) -> bool:
    """Whether a clause only says what a place is like: "Lisbon is gorgeous"; not "Lisbon is booked" or "is next"."""
    told = tree.heads[place]
    praised = (
        tree.full_deps[place] == "nsubj" and tree.tags[told] in ("JJ", "JJR", "JJS") and tree.lower[told] not in _AHEAD
    )
    return praised and tree.child(told, "cop") is not None


def _is_no_age(resolver: Resolver, head: int, *, own: bool) -> bool:
    """Whether a number is another figure, or the age that somebody had once."""
    tree = resolver.tree
    if own and _is_another_figure(resolver, head):
        return True
    if any(tree.lower[i] in ("was", "were") for i in tree.having(head, "cop")):
        return True  # "she was 4 at the time"
    past = any(tree.tags[i] == "VBD" for i in tree.upwards(head))
    return past and tree.lower[head - 1 : head] == ["at"]  # "she went back to school at thirty"


def _is_no_partner(resolver: Resolver, clauses: Sequence[Clause], head: int, *, own: bool) -> bool:
    """Whether whom a tag took for a partner is somebody else, or one of the past."""
    tree, named = resolver.tree, resolver.named.get(head)
    told = RELATION_OF_NOUN.get(tree.lemmas[head - 1])
    if told is not None and predicate_named(told).group != PARTNERS:
        return True  # "his friend Idris"
    if is_of_then(tree, head) or (own and _is_a_companion(tree, clauses, head)) or _is_of_ex(tree, head):
        return True
    return named is not None and named.type == "location"  # "getting married in Goa"


def _is_other_end(tree: SyntaxTree, token: int, predicate: str) -> bool:
    """Whether a group is the one that gets something, or a thing the better one: "gave it to a club", "swap it for"."""
    verb = tree.lemmas[tree.heads[token]]
    marks = {tree.lower[i] for i in tree.having(token, "case")}
    given = predicate in _BELONGING and verb in HANDING_ON and "to" in marks
    return given or (predicate in AVOIDED and verb in EXCHANGING and "for" in marks)


def _is_employer(tree: SyntaxTree, school: int) -> bool:
    """Whether a job at a school is told of: "got a job at Leeds University"."""
    head = tree.heads[school]
    return any(tree.lemmas[i] in POSTS for i in (head, *tree.having(head, "obj")))


def _is_of_ex(tree: SyntaxTree, token: int) -> bool:
    """Whether a sentence tells of an ex, and of no partner of today: "met Tom's ex, Ryan"."""
    told = {*next(tree.lemmas[first:last] for first, last in tree.sentences if first <= token < last)}
    return "ex" in told and told.isdisjoint(PARTNER_NOUNS)


def _may_be_anybody(resolver: Resolver, token: int) -> bool:
    """Whether a name is only mentioned, and nothing that is told or was told before is of children."""
    tree = resolver.tree
    above = {tree.lemmas[i] for i in (tree.heads[token], tree.heads[tree.heads[token]])}
    had = tree.full_deps[token] != "nsubj" and bool({"have", "be"} & above)
    named = token in resolver.named and tree.child(token, "nmod:poss") is None and not had
    aged = any(tag == "CD" and tree.full_deps[i] != "nummod" for i, tag in enumerate(tree.tags))
    return named and not resolver.talked_of(*_OF_CHILDREN) and not aged


def _is_of_third(tree: SyntaxTree, clauses: Sequence[Clause], token: int) -> bool:
    """Whether a clause tells of somebody by a pronoun: "my younger one plays. Now she's at Stellenbosch"."""
    clause = clause_of(tree, clauses, token)
    return clause is not None and clause.subject is not None and tree.lower[clause.subject] in ("he", "she")


def _is_another_figure(resolver: Resolver, number: int) -> bool:
    """Whether a bare number answers no question about an age: "84", to what somebody weighs."""
    tree = resolver.tree
    first, last = next(sentence for sentence in tree.sentences if sentence[0] <= number < sentence[1])
    alone = tree.tags[number] == "CD" and all(not tree.words[i][0].isalnum() for i in range(first, last) if i != number)
    return alone and resolver.before is not None and not resolver.talked_of(*_OF_AGES)


def _is_a_companion(tree: SyntaxTree, clauses: Sequence[Clause], token: int) -> bool:
    """Whether a clause tells what somebody does together with the speaker, as friends do: "Tom and I built a shed"."""
    beside = {*tree.lower[token + 1 : token + 3]}, {*tree.lower[max(0, token - 2) : token]}
    joined = any(words & {"i", "me", "myself"} and words & {"and", "n", "&"} for words in beside)
    clause = clause_of(tree, clauses, token) if joined else None
    if clause is None or not tree.is_verb(clause.head) or tree.lemmas[clause.head] in AS_COUPLES:
        return False
    said = {*next(tree.lemmas[first:last] for first, last in tree.sentences if first <= token < last)}
    return said.isdisjoint(OF_COUPLES)
