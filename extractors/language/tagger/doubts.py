"""Tags against which the grammar of their message speaks, of which the network isn't certain."""

from collections.abc import Sequence

from chronomem.extractors.language.clauses.clause import Clause
from chronomem.extractors.language.clauses.clause_times import is_of_then, is_visit
from chronomem.extractors.language.clauses.genders import GENDER_OF_PRONOUN, THEY
from chronomem.extractors.language.clauses.given_names import further_name
from chronomem.extractors.language.clauses.references import FIRST_PERSON, FIRST_POSSESSIVE, SECOND_PERSON, Resolver
from chronomem.extractors.language.clauses.referents import Reference
from chronomem.extractors.language.clauses.relation_nouns import PARTNER_NOUNS, is_address
from chronomem.extractors.language.frames.occupations import is_occupation, is_part
from chronomem.extractors.language.lexicon import RELATION_OF_NOUN, occupations
from chronomem.extractors.language.parsing.syntax import SyntaxTree
from chronomem.extractors.language.tagger.amendments import AVOIDED, EXCHANGING, HANDING_ON, head_of, token_at
from chronomem.extractors.language.tagger.rivals import POSTS
from chronomem.extractors.language.tagger.tags import Tag, TaggedWords
from chronomem.graph_schema.facts.predicates import PARTNERS, predicate_named

KIN = {*RELATION_OF_NOUN.values()}
"""Predicates of relatives, friends and pets."""
_ANYBODY = {"everybody", "everyone", "anybody", "anyone", "somebody", "someone", "people", "folk", "folks", "those"}
_BORN = {"has_child", "has_sibling", "has_parent", "has_grandparent"}
"""Relations that nobody comes into by what happens later."""
GOING = {"plans", "lives_in", "moved_to", "visited", "went_to", "works_at", "studies_at"}
"""Predicates of where somebody is or goes."""
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
_VISITING = {"go", "fly", "drive", "travel", "cycle", "hitchhike"}
"""Verbs that take somebody to a place for a time: "he went to his father in Lyon"."""
_BRIEFLY = {"day", "night", "week", "fortnight", "weekend"}
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
_REFUSING = {"reject", "decline", "refuse"}
_SHOWN = {"series", "season", "seasons", "episode", "episodes", "film", "movie", "show"}
_DECIDING = {"say", "tell", "approve", "refuse", "ring", "call", "write", "offer", "accept", "decide", "lend"}
_BRINGING_HOME = {
    "have", "get", "own", "adopt", "keep", "foster", "rescue", "buy", "be", "welcome", "inherit", "find", "want",
    "bring", "love", "take", "call",
}  # fmt: skip
"""Verbs beside which an animal that is named may be one's own."""
_AHEAD = {"next", "due", "on", "sure", "certain", "close", "near", "definite", "ready"}
_RIDES = {"taxi", "bus", "train", "tram", "metro", "ferry", "bike", "car", "uber"}
_DRIVING = {"drive", "do"}
_PUTTING = {"move", "put", "park", "carry", "store", "take", "bring", "drive"}
_SPLITTING = ("band", "choir", "team", "duo", "trio", "quartet", "orchestra")
"""Groups that split up as couples do."""
_BELONGING = {"member_of", "studies_at", "works_at", "joined"}
_LONG = {"good", "ever", "now", "year", "decade", "life"}
HAD = {"has", "owns", "has_pet", "has_child"}
"""Predicates of what somebody may have a part of."""
_ONES = {"mine", "ours", "other", "others"}
"""Subjects that stand for somebody or something that their sentence doesn't name."""
_PLACES = {"second", "third", "fourth", "fifth", "last", "2nd", "3rd", "4th", "5th"}
_YOU = {"you", "u", "ya"}


def is_doubtful(resolver: Resolver, clauses: Sequence[Clause], token: int, tag: Tag, about: Reference) -> bool:
    """Whether the grammar of a message speaks against a tag, of which the network isn't certain.

    Args:
        resolver, clauses: those of the message.
        token: where the tag's object stands in the message, or else its subject.
        about: whom the tag is about.
    """
    tree, own = resolver.tree, tag.subject == resolver.speaker
    if tag.predicate == "lives_in" and (
        _is_visit(tree, token) or (isinstance(tag.subject, str) and _is_of_others(tree, token))
    ):
        return True
    here = tag.object is not None and tag.object.back == 0
    if here and tag.object and tag.predicate == "works_at" and _is_no_workplace(resolver, head_of(tree, tag.object)):
        return True
    if tag.status == "over" and predicate_named(tag.predicate).group == PARTNERS and resolver.talked_of(*_SPLITTING):
        return True  # "how's the band?" "we broke up"
    if here and tag.object and tag.status == "over" and tag.predicate in HAD:
        head = head_of(tree, tag.object)
        if tree.deps[head] == "obj" and tree.lemmas[tree.heads[head]] in _PUTTING:
            return True  # "we moved the piano to the attic"
    object_here = here and tag.status == "holds"
    if object_here and tag.object is not None:
        head = head_of(tree, tag.object)
        if _is_object_misread(resolver, clauses, tag.predicate, head, own=own):
            return True
    clause = clause_of(tree, clauses, token)
    told = clause is not None and tree.tags[clause.head] in ("VBZ", "VBD") and tag.predicate not in KIN
    if own and told and clause is not None and clause.dropped and clause.reference:
        return clause.reference.name != resolver.speaker  # "Ewa, from Gdynia. Repairs lifts."
    related = tag.predicate in KIN  # "one is my cousin", "my husband is Dale"
    if _is_of_one(tree, token) and not related:
        return True
    if clause is not None and not own and _is_of_one_unnamed(resolver, clause, about):
        return True
    if clause is not None and object_here and not related and _is_of_another(tree, clause, tag, about):
        return True
    going = own and tag.status == "holds" and tag.predicate in GOING
    if clause is not None and going and _is_of_colleague(tree, clause, token):
        return True
    return clause is not None and not _is_about(resolver, clause, tag, about)


def _is_no_workplace(resolver: Resolver, place: int) -> bool:
    """Whether nobody works at what a tag took for a workplace: a place visited once, a job refused, a person."""
    tree, called = resolver.tree, resolver.named.get(place)
    if place not in resolver.named and _is_called_at(tree, place):
        return True
    if any(_is_refused(tree, i) for i in tree.upwards(place)):
        return True  # "turned the Bristol job down"
    deciding = called is None and tree.lemmas[tree.heads[place]] in _DECIDING
    acting = deciding or (called is not None and called.type == "person")
    return acting and tree.full_deps[place] == "nsubj"  # "taking the taxi. Lindiwe gives me a lift"


def _is_object_misread(resolver: Resolver, clauses: Sequence[Clause], predicate: str, head: int, *, own: bool) -> bool:
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
    if predicate == "plans" and _is_only_praised(tree, head):
        return True
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


def _is_of_one(tree: SyntaxTree, token: int) -> bool:
    """Whether a clause tells of one of several: "one is coeliac and one doesn't eat pork"."""
    subjects = (tree.child(i, "nsubj", "nsubj:pass") for i in (token, *tree.upwards(token)))
    subject = next((i for i in subjects if i is not None), None)
    return subject is not None and tree.lower[subject] == "one" and not tree.children[subject]


def _is_of_one_unnamed(resolver: Resolver, clause: Clause, about: Reference) -> bool:
    """Whether a clause tells of one whom it doesn't name: "mine is 4", "the other one lives in Bergen"."""
    tree = resolver.tree
    if clause.subject is None or _ONES.isdisjoint(tree.lower[max(0, clause.subject - 1) : clause.subject + 1]):
        return False
    return clause.reference is None or clause.reference.name != about.name or about.name == resolver.speaker


def _is_of_colleague(tree: SyntaxTree, clause: Clause, token: int) -> bool:
    """Whether a clause tells of somebody by their occupation, and of no speaker: "singer's off to Berlin"."""
    subject = clause.subject
    if subject is None or subject == token or tree.lemmas[subject] not in occupations():
        return False
    first, last = tree.extent(clause.head)
    return {*tree.lower[first:last]}.isdisjoint(FIRST_PERSON | FIRST_POSSESSIVE | {"me", "us"})


def _is_other_end(tree: SyntaxTree, token: int, predicate: str) -> bool:
    """Whether a group is the one that gets something, or a thing the better one: "gave it to a club", "swap it for"."""
    verb = tree.lemmas[tree.heads[token]]
    marks = {tree.lower[i] for i in tree.having(token, "case")}
    given = predicate in _BELONGING and verb in HANDING_ON and "to" in marks
    return given or (predicate in AVOIDED and verb in EXCHANGING and "for" in marks)


def clause_of(tree: SyntaxTree, clauses: Sequence[Clause], token: int) -> Clause | None:
    """Return the smallest clause that holds a token."""
    holding = [clause for clause in clauses if tree.extent(clause.head)[0] <= token < tree.extent(clause.head)[1]]
    return min(holding, key=lambda clause: -clause.head if clause.head <= token else 0, default=None)


def _is_of_others(tree: SyntaxTree, place: int) -> bool:
    """Whether a place says where others are, as in "hello to everybody in Cork" and "a friend in Cork"."""
    who = tree.heads[place]
    return tree.deps[place] == "nmod" and (tree.lower[who] in _ANYBODY or tree.lemmas[who] in RELATION_OF_NOUN)


def _is_employer(tree: SyntaxTree, school: int) -> bool:
    """Whether a job at a school is told of: "got a job at Leeds University"."""
    head = tree.heads[school]
    return any(tree.lemmas[i] in POSTS for i in (head, *tree.having(head, "obj")))


def _is_of_ex(tree: SyntaxTree, token: int) -> bool:
    """Whether a sentence tells of an ex, and of no partner of today: "met Tom's ex, Ryan"."""
    told = {*next(tree.lemmas[first:last] for first, last in tree.sentences if first <= token < last)}
    return "ex" in told and told.isdisjoint(PARTNER_NOUNS)


def is_named_as_ex(tree: SyntaxTree, token: int) -> bool:
    """Whether a name is said to be that of an ex, with whom nobody is back: "my ex, Tom", "my ex-husband. Lars, …"."""
    i = token - 1
    while i > 0 and (tree.lemmas[i] in PARTNER_NOUNS or not tree.words[i][0].isalnum()):
        i -= 1
    return i >= 0 and tree.lemmas[i] == "ex" and {"back", "again", "together"}.isdisjoint(tree.lower)


def _may_be_anybody(resolver: Resolver, token: int) -> bool:
    """Whether a name is only mentioned, and nothing that is told or was told before is of children."""
    tree = resolver.tree
    above = {tree.lemmas[i] for i in (tree.heads[token], tree.heads[tree.heads[token]])}
    had = tree.full_deps[token] != "nsubj" and bool({"have", "be"} & above)
    named = token in resolver.named and tree.child(token, "nmod:poss") is None and not had
    aged = any(tag == "CD" and tree.full_deps[i] != "nummod" for i, tag in enumerate(tree.tags))
    return named and not resolver.talked_of(*_OF_CHILDREN) and not aged


def _is_refused(tree: SyntaxTree, verb: int) -> bool:
    """Whether a verb tells that something offered wasn't taken: "turned it down", "rejected"."""
    down = any(tree.lower[i] == "down" for i in tree.having(verb, "compound:prt"))
    return tree.lemmas[verb] in _REFUSING or (tree.lemmas[verb] == "turn" and down)


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


def _is_called_at(tree: SyntaxTree, place: int) -> bool:
    """Whether somebody was at a place for once: "I was at the bank, they'll let us know"."""
    was = any(tree.lower[i] in ("was", "were") for i in tree.having(place, "cop"))
    at = any(tree.lower[i] == "at" for i in tree.having(place, "case"))
    return was and at and not any(tree.lower[i] in ("for", "until", "since") for i in tree.subtree(place))


def _is_a_companion(tree: SyntaxTree, clauses: Sequence[Clause], token: int) -> bool:
    """Whether a clause tells what somebody does together with the speaker, as friends do: "Tom and I built a shed"."""
    beside = {*tree.lower[token + 1 : token + 3]}, {*tree.lower[max(0, token - 2) : token]}
    joined = any(words & {"i", "me", "myself"} and words & {"and", "n", "&"} for words in beside)
    clause = clause_of(tree, clauses, token) if joined else None
    if clause is None or not tree.is_verb(clause.head) or tree.lemmas[clause.head] in AS_COUPLES:
        return False
    said = {*next(tree.lemmas[first:last] for first, last in tree.sentences if first <= token < last)}
    return said.isdisjoint(OF_COUPLES)


def _is_visit(tree: SyntaxTree, place: int) -> bool:
    """Whether somebody is at a place for something or up to a day: "he's in Berlin for work", "till Friday"."""
    if tree.child(place, "cop") is None:
        going = next((i for i in tree.upwards(place) if tree.is_verb(i)), None)
        gone = going is not None and tree.lemmas[going] in _VISITING and tree.tags[going] in ("VBD", "VBN")
        if going is not None and tree.lemmas[going] == "stay":
            gone = any(tree.lemmas[i] in _BRIEFLY for i in tree.having(going, "obl"))  # "staying in Goa for two weeks"
        return gone or tree.lower[place + 1 : place + 2] in (["until"], ["till"])
    added = [i for i in tree.having(place, "obl", "nmod") if tree.lemmas[i] not in _LONG]
    return any(tree.lower[j] in ("for", "until", "till", "from") for i in added for j in tree.having(i, "case"))


def _is_of_another(tree: SyntaxTree, clause: Clause, tag: Tag, about: Reference) -> bool:
    """Whether a clause says of somebody else what they are: "Dad drove lorries, Mum's a dinner lady"."""
    told = clause.reference
    if tag.object is None or told is None or told.type != "person" or clause.subject is None:
        return False
    said = clause.head == head_of(tree, tag.object) and tree.child(clause.head, "cop") is not None
    return said and tree.tags[clause.subject].startswith("N") and told.name != about.name


def _is_about(resolver: Resolver, clause: Clause, tag: Tag, about: Reference) -> bool:
    """Whether the pronoun that a clause is about may mean whom a tag found: "they" isn't "my husband"."""
    tree = resolver.tree
    pronoun = "" if clause.subject is None else tree.lower[clause.subject]
    if pronoun == "it" and tag.predicate != "has_age" and tag.status == "holds":
        return not _is_where(tree, clause, tag)
    if not isinstance(tag.subject, TaggedWords) or (pronoun not in GENDER_OF_PRONOUN and pronoun not in THEY):
        return pronoun not in _YOU or tag.subject != resolver.speaker or is_own(resolver, tag)
    first, last = tree.extent(clause.head)
    named = token_at(tree, tag.subject.start) if tag.subject.back == 0 else last
    if tag.subject.back == 0 and pronoun in GENDER_OF_PRONOUN and _is_named_later(tree, clause.head, named):
        return False
    if about.noun is None or first <= named < last or pronoun not in THEY:
        return True
    return about.plural or not any(tree.tags[i] == "NNS" for i in range(named + 1, clause.head))


def _is_named_later(tree: SyntaxTree, verb: int, name: int) -> bool:
    """Whether a later sentence names somebody by the way, whom "he" can't mean: "he's married. I live with Leo"."""
    last = next(last for first, last in tree.sentences if first <= verb < last)
    head = tree.heads[name] if tree.full_deps[name] in ("flat", "compound") else name
    return name >= last and tree.full_deps[head] in ("obj", "iobj", "obl", "nmod", "nmod:poss", "conj")


def _is_where(tree: SyntaxTree, clause: Clause, tag: Tag) -> bool:
    """Whether a clause only tells where or how much something is: "it's in Bristol", "it's 28"; not "it's the knee"."""
    if tag.object is None or tag.object.back:
        return False
    head = head_of(tree, tag.object)
    return head == clause.head and (tree.tags[head] == "CD" or bool(tree.having(head, "case")))


def is_own(resolver: Resolver, tag: Tag) -> bool:
    """Whether the message calls the object the speaker's: "you can borrow my old tent"."""
    if tag.object is None or tag.object.back:
        return False
    tree = resolver.tree
    before = tree.before_adjectives(token_at(tree, tag.object.start))
    if before is None or (before and tree.lower[before - 1] in ("not", "n't")):
        return False
    return tree.lower[before] in FIRST_POSSESSIVE
