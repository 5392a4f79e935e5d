"""Tags of what is not so yet, or only in thought: "they want me to work at Bosch", "living in Leeds sounds nice"."""

import re

from chronomem.extractors.language.clauses.untrue import is_someday
from chronomem.extractors.language.parsing.syntax import SyntaxTree

_ASKED = {
    "want", "ask", "tell", "expect", "suppose", "encourage", "urge", "advise", "beg", "order", "invite", "refuse",
    "fail", "forget", "hope", "wish", "long", "dread", "scare", "tempt", "mean", "push", "recommend",
}  # fmt: skip
"""Verbs before "to" for what needn't come true."""
_RELUCTANT = {
    "scared", "afraid", "terrified", "reluctant", "hesitant", "unwilling", "desperate", "keen", "eager", "tempted",
    "impossible", "supposed",
}  # fmt: skip
"""Adjectives before "to" of what needn't be so."""
_WOULD = {"would", "'d", "could", "must"}
_THOUGHTS = {"idea", "thought", "dream", "fear", "prospect", "possibility", "plan", "chance", "hope", "goal", "fantasy"}
_GIVEN_UP = {"give", "decide", "vote", "advise"}
"""Verbs that with "up on" or "against" tell that something doesn't come about."""
_INSTEAD = {"instead", "without", "against", "rather"}
_LEAVING = {"leave", "quit", "stop", "drop", "give", "sell"}
"""Verbs for the end of what is so until then: "I'm considering leaving the band"."""
_IMAGINED = {"deny", "avoid", "consider", "imagine", "fancy", "picture", "mind", "suggest", "contemplate", "fear"}
_WISHFUL = re.compile(
    r"\W*(?:(?:oh|haha|lol|well|no|god|man)\W+)*(?:i wish|if only|i'?d (?:love|like) to|(?:god|heaven) forbid)\b",
    re.IGNORECASE,
)
_PEOPLE = {
    "people", "person", "someone", "somebody", "anyone", "anybody", "one", "those", "guy", "man", "woman", "folk",
    "everyone", "everybody",
}  # fmt: skip
_SOME, _OF_THEM = {"most", "many", "some", "few", "several"}, (["people"], ["folks"], ["men"], ["women"], ["of"])
_SAYING = {"say", "tell", "think", "believe", "claim"}


def is_unreal(tree: SyntaxTree, token: int, *, own: bool) -> bool:
    """Whether something isn't so by the words around it, or only of some people or other.

    Args:
        token: a token of what is told.
        own: whether it is told of the speaker.
    """
    if own and _begins_with_people(tree, token):
        return True
    for i in tree.upwards(token):
        if _is_unreal(tree, i, own):
            return True
        if tree.full_deps[i] == "ccomp" and tree.child(i, "nsubj", "nsubj:pass") is not None:
            break  # "I should mention that I work at Bosch"
    return False


def is_wishful(tree: SyntaxTree) -> bool:
    """Whether a reply only wishes for what was asked, or hopes that it never comes: "I'd love to", "God forbid"."""
    return _WISHFUL.match(tree.text) is not None


def _is_unreal(tree: SyntaxTree, verb: int, own: bool) -> bool:
    dep, head = tree.full_deps[verb], tree.heads[verb]
    auxiliaries = {tree.lower[i] for i in tree.having(verb, "aux")}
    if auxiliaries & {"should", "ought"}:
        return tree.is_verb(verb)
    if auxiliaries & {"will", "'ll"} and is_someday(tree, verb):
        return True
    if tree.lemmas[verb] in ("imagine", "picture") and tree.tags[verb] == "VB" and tree.child(verb, "nsubj") is None:
        return True  # "imagine me as a teacher"
    going = dep == "xcomp" and tree.lemmas[head] == "go"
    if going and any(tree.lower[i] in ("was", "were") for i in tree.having(head, "aux")):
        return True  # "we were going to call him Leon"
    if own and dep == "acl:relcl" and tree.lemmas[head] in _PEOPLE:
        return True  # "I envy people who work at Bosch"
    if own and dep == "ccomp" and tree.lemmas[head] in _SAYING and _is_asked_of_you(tree, head):
        return True
    if tree.tags[verb] == "VB" and any(tree.lower[i] == "to" for i in tree.having(verb, "mark")):
        return _is_only_wanted(tree, verb, head)
    return tree.tags[verb] == "VBG" and _is_only_thought_of(tree, verb, head)


def _is_asked_of_you(tree: SyntaxTree, verb: int) -> bool:
    """Whether it is asked why the listener says or thinks something: "who told you I teach?"."""
    beside = {tree.lower[i] for i in tree.having(verb, "nsubj", "iobj", "obj")}
    return tree.is_asked(verb) and bool(beside & {"you", "who", "what"})


def _is_only_wanted(tree: SyntaxTree, verb: int, head: int) -> bool:
    """Whether an infinitive tells what somebody is to do: "I was told to …", "too expensive to …"."""
    if any(tree.lower[i] == "too" for i in tree.having(head, "advmod")) or _would(tree, head):
        return True
    wanted = tree.lemmas[head] in _ASKED and not tree.negated(head)
    return tree.full_deps[verb] in ("xcomp", "ccomp", "advcl", "csubj") and (wanted or tree.lower[head] in _RELUCTANT)


def _is_only_thought_of(tree: SyntaxTree, verb: int, head: int) -> bool:
    """Whether a gerund names a thought: "living there sounds nice", "the idea of …", "gave up on …", "denies …"."""
    marks = {tree.lower[i] for i in tree.having(verb, "mark", "case", "advmod") if i < verb}
    if tree.full_deps[verb] == "csubj":
        return _would(tree, head) or tree.lemmas[head] in _THOUGHTS | {"sound"}
    if marks & _INSTEAD or (tree.lemmas[head] in _GIVEN_UP and marks & {"on", "against"}):
        return True
    about = tree.lemmas[head] in _THOUGHTS or tree.lower[head] in ("scared", "afraid", "terrified", "tempted")
    if about and marks & {"of", "to", "about"}:
        return True
    imagined = tree.lemmas[head] in _IMAGINED and not tree.negated(head)  # but "I don't mind living here"
    return tree.full_deps[verb] == "xcomp" and imagined and tree.lemmas[verb] not in _LEAVING


def _would(tree: SyntaxTree, head: int) -> bool:
    """Whether a judgement is about what isn't so: "it would be nice to …"."""
    return any(tree.lower[i] in _WOULD for i in tree.having(head, "aux"))


def _begins_with_people(tree: SyntaxTree, token: int) -> bool:
    """Whether a sentence tells of some people or other: "most people in my town …", "everyone but me …"."""
    first, _ = next(sentence for sentence in tree.sentences if sentence[0] <= token < sentence[1])
    following = tree.lower[first + 1 : first + 3]
    others = tree.lower[first] in ("everyone", "everybody", "all") and following[1:] in (["me"], ["i"])
    return (tree.lower[first] in _SOME and following[:1] in _OF_THEM) or (others and following[0] in ("but", "except"))
