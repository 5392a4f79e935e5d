"""Tags against which the grammar of their message speaks, of which the network isn't certain."""

from collections.abc import Sequence

from chronomem.extractors.language.clauses.clause import Clause
from chronomem.extractors.language.clauses.genders import GENDER_OF_PRONOUN, THEY
from chronomem.extractors.language.clauses.moods import passes_on, told_before
from chronomem.extractors.language.clauses.references import FIRST_PERSON, FIRST_POSSESSIVE, Resolver
from chronomem.extractors.language.clauses.referents import Reference
from chronomem.extractors.language.clauses.relation_nouns import PARTNER_NOUNS
from chronomem.extractors.language.frames.arrangements import put_off
from chronomem.extractors.language.lexicon import RELATION_OF_NOUN, occupations
from chronomem.extractors.language.parsing.syntax import SyntaxTree
from chronomem.extractors.language.tagger.amendments import clause_of, head_of, token_at
from chronomem.extractors.language.tagger.misread_objects import KIN, is_object_misread
from chronomem.extractors.language.tagger.tags import Tag, TaggedWords
from chronomem.graph_schema.facts.predicates import PARTNERS, predicate_named

_ANYBODY = {"everybody", "everyone", "anybody", "anyone", "somebody", "someone", "people", "folk", "folks", "those"}
GOING = {"plans", "lives_in", "moved_to", "visited", "went_to", "works_at", "studies_at"}
"""Predicates of where somebody is or goes."""
_VISITING = {"go", "fly", "drive", "travel", "cycle", "hitchhike"}
"""Verbs that take somebody to a place for a time: "he went to his father in Lyon"."""
_PASSING = {
    "rehab", "training", "conference", "treatment", "holiday", "vacation", "hotel", "hostel", "airbnb", "trip", "tour",
    "business", "festival", "congress", "retreat", "resort", "honeymoon",
}  # fmt: skip
"""What somebody is at a place for, who will be home again."""
_GREETING = {
    "greetings", "hello", "hi", "hey", "morning", "afternoon", "evening", "night", "love", "regards", "postcard",
}  # fmt: skip
"""Words before "from" of those who write from where they are."""
_AT_HOME = {"move", "live", "flat", "house", "home", "unpack", "settle", "neighbour", "neighbor", "landlord", "back"}
_BRIEFLY = {"day", "night", "week", "fortnight", "weekend"}
_REFUSING = {"reject", "decline", "refuse"}
_DECIDING = {"say", "tell", "approve", "refuse", "ring", "call", "write", "offer", "accept", "decide", "lend"}
_PUTTING = {"move", "put", "park", "carry", "store", "take", "bring", "drive"}
_SPLITTING = ("band", "choir", "team", "duo", "trio", "quartet", "orchestra")
"""Groups that split up as couples do."""
_LONG = {"good", "ever", "now", "year", "decade", "life"}
HAD = {"has", "owns", "has_pet", "has_child"}
"""Predicates of what somebody may have a part of."""
_ONES = {"mine", "ours", "other", "others"}
"""Subjects that stand for somebody or something that their sentence doesn't name."""
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
    if here and tag.object and tag.predicate == "works_as":
        head = head_of(tree, tag.object)
        if tree.tags[head] == "NNS" and tree.full_deps[head] == "nsubj":
            return True  # "freelance translators starve, they say"
    object_here = here and tag.status == "holds"
    if object_here and tag.object is not None:
        head = head_of(tree, tag.object)
        if is_object_misread(resolver, clauses, tag.predicate, head, own=own):
            return True
    clause = clause_of(tree, clauses, token)
    told = clause is not None and tree.tags[clause.head] in ("VBZ", "VBD") and tag.predicate not in KIN
    if clause is not None and tag.status != "holds" and put_off(tree, clause) is not None:
        return True  # "I don't start at Lidl until May"
    if own and told and clause is not None and clause.dropped and clause.reference:
        return clause.reference.name != resolver.speaker  # "Ewa, from Gdynia. Repairs lifts."
    related = tag.predicate in KIN  # "one is my cousin", "my husband is Dale"
    if _is_of_one(tree, token) and not related:
        return True
    coupled = predicate_named(tag.predicate).group == PARTNERS and tag.status == "holds"
    if not own and coupled and _is_only_asked(tree, token):
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
    if any(tree.lemmas[i] == "apply" and tree.tags[i].startswith("V") for i in tree.upwards(place)):
        return True  # "she has applied in two places, Lufthansa and Turkish Airlines"
    deciding = called is None and tree.lemmas[tree.heads[place]] in _DECIDING
    acting = deciding or (called is not None and called.type == "person")
    return acting and tree.full_deps[place] == "nsubj"  # "taking the taxi. Lindiwe gives me a lift"


def _is_only_asked(tree: SyntaxTree, token: int) -> bool:
    """Whether a sentence asks whether it is so: "Giulio got engaged to Carlotta?", not "you knew he did?"."""
    first, last = next(sentence for sentence in tree.sentences if sentence[0] <= token < sentence[1])
    if not tree.is_asked(token) or passes_on(tree, first, last) or told_before(tree, first, last) is not None:
        return False
    root = next(i for i in tree.upwards(token) if tree.heads[i] == i)
    verb = next((i for i in tree.upwards(token) if tree.is_verb(i) or tree.child(i, "cop") is not None), None)
    return verb == root


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


def _is_of_others(tree: SyntaxTree, place: int) -> bool:
    """Whether a place says where others are, as in "hello to everybody in Cork" and "a friend in Cork"."""
    who = tree.heads[place]
    return tree.deps[place] == "nmod" and (tree.lower[who] in _ANYBODY or tree.lemmas[who] in RELATION_OF_NOUN)


def is_named_as_ex(tree: SyntaxTree, token: int) -> bool:
    """Whether a name is said to be that of an ex, with whom nobody is back: "my ex, Tom", "my ex-husband. Lars, …"."""
    i = token - 1
    while i > 0 and (tree.lemmas[i] in PARTNER_NOUNS or not tree.words[i][0].isalnum()):
        i -= 1
    return i >= 0 and tree.lemmas[i] == "ex" and {"back", "again", "together"}.isdisjoint(tree.lower)


def _is_refused(tree: SyntaxTree, verb: int) -> bool:
    """Whether a verb tells that something offered wasn't taken: "turned it down", "rejected"."""
    down = any(tree.lower[i] == "down" for i in tree.having(verb, "compound:prt"))
    return tree.lemmas[verb] in _REFUSING or (tree.lemmas[verb] == "turn" and down)


def _is_called_at(tree: SyntaxTree, place: int) -> bool:
    """Whether somebody was at a place for once: "I was at the bank, they'll let us know"."""
    was = any(tree.lower[i] in ("was", "were") for i in tree.having(place, "cop"))
    at = any(tree.lower[i] == "at" for i in tree.having(place, "case"))
    return was and at and not any(tree.lower[i] in ("for", "until", "since") for i in tree.subtree(place))


def _is_visit(tree: SyntaxTree, place: int) -> bool:
    """Whether somebody is at a place for something or up to a day: "he's in Berlin for work", "till Friday"."""
    first, last = next(sentence for sentence in tree.sentences if sentence[0] <= place < sentence[1])
    greeted = tree.lower[place - 1 : place] == ["from"] and not _GREETING.isdisjoint(tree.lower[first:place])
    if greeted or not _PASSING.isdisjoint(tree.lemmas[place:last]):
        return greeted is False or _AT_HOME.isdisjoint(tree.lemmas)
    following = tree.lower[place + 1 : place + 2]
    if following in (["until"], ["till"]):
        return True
    going = next((i for i in tree.upwards(place) if tree.is_verb(i)), None)
    thing = next((i for i in range(place + 2, min(last, place + 6)) if tree.tags[i].startswith("NN")), None)
    dwells = going is not None and tree.lemmas[going] in ("live", "move", "relocate", "settle")
    if following == ["for"] and not dwells and thing is not None and tree.lemmas[thing] not in _LONG:
        return True
    if tree.child(place, "cop") is None and going is not None:
        gone = tree.lemmas[going] in _VISITING and tree.tags[going] in ("VBD", "VBN")
        if tree.lemmas[going] == "stay":
            gone = any(tree.lemmas[i] in _BRIEFLY for i in tree.having(going, "obl"))  # "staying in Goa for two weeks"
        return gone
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
