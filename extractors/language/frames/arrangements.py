"""The present for what is arranged: "I'm moving to Rome next month", "I fly on Friday", "we're getting married"."""

from chronomem.extractors.language.clauses.clause import Clause
from chronomem.extractors.language.clauses.phrases import is_time
from chronomem.extractors.language.clauses.references import Resolver
from chronomem.extractors.language.lexicon import GENERIC_OWNED, RELATION_OF_NOUN
from chronomem.extractors.language.parsing.syntax import SyntaxTree

GOTTEN = {"married", "engaged", "divorced", "fired"}
"""Participles of "got …", whose meaning is recorded by the states that it begins or ends."""
_ACQUIRED = {"get", "buy", "adopt"}
_STATIVE = {
    "think", "look", "expect", "hope", "wait", "dream", "feel", "wonder", "consider", "save", "train", "prepare",
    "plan", "intend",
}  # fmt: skip
"""Verbs whose progressive is no arrangement: "I'm thinking of moving in May"."""
_ARRANGED = {"move", "leave", "fly", "travel", "marry", "go", "visit", "sell", "meet"}
"""Verbs whose progressive can describe a plan."""
_UNTIL = {"until", "till", "before"}
"""Prepositions of the time at which something begins that doesn't do so earlier."""
_MOVING, _BEGINNING = {"move", "leave", "fly", "travel", "marry", "retire"}, {"start", "begin", "join"}
"""Verbs for what has its day; of the latter, with what begins."""
_TIMETABLED = {
    "fly", "leave", "travel", "go", "arrive", "visit", "come", "return", "drive", "depart", "sail", "perform", "sell",
    "buy", "get", "marry", "adopt", "move", "meet", "sign", "collect", "finish", "receive", "divorce",
    "become", "start", "begin", "join", "retire",
}  # fmt: skip
"""Verbs whose present with a time to come tells what is arranged: "I fly to Oslo on Friday"."""


def is_arrangement(resolver: Resolver, clause: Clause, coming: bool) -> bool:
    """Whether the progressive describes the future: "I'm moving to Rome next month"."""
    tree, head = resolver.tree, clause.head
    if is_being_done(tree, head) and clause.modality == "actual" and not clause.perfect:
        return clause.tense == "present"
    main = coming and tree.full_deps[head] != "advcl" and not clause.negated  # not "when I finish work tomorrow"
    if main and tree.tags[head] in ("VBP", "VBZ") and tree.lemmas[head] in _TIMETABLED:
        return clause.tense == "present" and clause.modality == "actual" and not clause.auxiliaries
    if tree.tags[head] != "VBG" or clause.perfect or clause.tense != "present" or clause.modality != "actual":
        return False
    inner = tree.child(head, "xcomp")
    verbal = inner is not None and (tree.is_verb(inner) or tree.child(inner, "cop", "mark") is not None)
    outing = verbal and inner is not None and tree.tags[inner] == "VBG" and coming  # "going camping this weekend"
    if any(tree.lower[i] == "still" and i < head for i in tree.having(head, "advmod")):
        return False  # "still going strong, six years in May"
    if tree.lemmas[head] in _STATIVE or (tree.lemmas[head] in ("go", "gon") and verbal and not outing):
        return False
    near = [i for i in tree.children[head] if i > head]
    words = {tree.lower[j] for i in near for j in (i, *tree.having(i, "amod")) if is_time(tree, i, set())}
    if (thing := tree.child(head, "obj")) is not None and tree.lemmas[head] in _ACQUIRED:
        noun = tree.lemmas[thing]
        bought = tree.lemmas[head] != "get" or noun in GENERIC_OWNED or RELATION_OF_NOUN.get(noun) == "has_pet"
        if bought:
            return True
    if coming or words & {"tomorrow", "tonight", "next", "soon"}:
        return True
    out = any(tree.lower[i] == "out" for i in tree.having(head, "compound:prt", "advmod"))
    couple = out and any(tree.lower[j] == "with" for i in tree.having(head, "obl") for j in tree.having(i, "case"))
    return tree.lemmas[head] in _ARRANGED and not couple  # "I'm going out with Dario"


def put_off(tree: SyntaxTree, clause: Clause) -> int | None:
    """Return the verb of what begins at a time and not before: "I don't start at Lidl until May"."""
    if not clause.negated or clause.tense == "past" or clause.ended:
        return None
    inner = tree.child(clause.head, "xcomp") if tree.lemmas[clause.head] in ("go", "gon", "plan") else None
    verb = clause.head if inner is None else inner
    beside = [i for i in tree.having(verb, "obl", "obl:unmarked", "advmod") if i > verb]
    words = _UNTIL - {"before"} if clause.modality == "able" else _UNTIL  # who can't move before summer may stay
    until = [i for i in beside if any(tree.lower[j] in words for j in tree.having(i, "case", "mark"))]
    days = ("st", "nd", "rd", "th")
    hours = (i for i in until if tree.tags[i] == "CD" and not tree.lower[i].endswith(days))
    if any(tree.child(i, "nmod", "nmod:unmarked") is None for i in hours):
        return None  # "I don't leave until five"
    what = len(beside) > len(until) or tree.child(verb, "obj") is not None
    told = tree.lemmas[verb] in _MOVING or (tree.lemmas[verb] in _BEGINNING and what)
    return verb if told and until else None


def is_being_done(tree: SyntaxTree, head: int) -> bool:
    """Whether the clause is "getting married"."""
    getting = any(tree.lower[i] == "getting" for i in tree.having(head, "aux:pass", "aux"))
    return getting and tree.lower[head] in GOTTEN
