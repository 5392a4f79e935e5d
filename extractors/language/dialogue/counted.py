"""Animals, children and things that are counted or named after they are told: "we've got hens now! Six of them"."""

import re
from collections.abc import Iterator

from chronomem.extractors.language.dialogue.completions import ASKED_NAME
from chronomem.extractors.language.dialogue.conversation import ParsedTurn, TurnInContext
from chronomem.extractors.language.dialogue.fragments import NUMBER, Shared
from chronomem.extractors.language.dialogue.wording import digits
from chronomem.extractors.language.lexicon import KEPT, KEPT_ANIMALS, RELATION_OF_NOUN
from chronomem.extractors.language.parsing.syntax import SyntaxTree

_HAVE = (
    r"\b(?:i|we)(?:'ve)? (?:(?:just|also|now|only|still) )?"
    r"(?:have|got|have got|keep|own|breed|raise|adopted|bought|brought home)(?: (?:just|now))?"
)
_PAUSE = r"(?: (?:now|today|yesterday|too|already|at home|this week|last week))*\W{0,3}[,.!;:\u2013-]\W{0,8}"
_OF_THEM = re.compile(
    rf"{_HAVE} (?P<what>(?:some )?(?:[a-z-]+ )??[a-z]+s|sheep|fish){_PAUSE}"
    rf"(?:there are |there's |all )?(?P<number>{NUMBER}) of (?:them|'em)(?=\W*$|[,.!;])",
    re.IGNORECASE,
)
_NAME = r"(?-i:[A-Z])[\w'-]+"
_NAMED = re.compile(
    rf"{_HAVE} (?P<what>(?P<number>{NUMBER}) (?:[a-z-]+ )??(?P<noun>[a-z]+)){_PAUSE}"
    rf"(?P<names>{_NAME}(?:(?:, |,? (?:and|&) ){_NAME})+)(?=\W*$|[.!;])",
    re.IGNORECASE,
)
_LIST = re.compile(rf"\W*{_NAME}(?:(?:, |,? (?:and|&) ){_NAME})+(?=\W*$|[.!;])")
_COUNTED = re.compile(rf"\b(?P<number>{NUMBER}) (?:[a-z-]+ )??(?P<noun>[a-z]+)\b", re.IGNORECASE)
_GETTING = {"have", "get", "adopt", "give", "welcome", "deliver", "expect"}
_BOTH = re.compile(r"\b(?:a (?:little )?boy and a (?:little )?girl|a girl and a boy|twins)\b", re.IGNORECASE)
_CHILDREN = {"girls": "daughters", "boys": "sons"}
_LEFT = re.compile(
    rf"\b(?:i'm|we're|i am|we are) (?:back )?(?:down|up) to (?:only |just )?"
    rf"(?P<what>{NUMBER} (?:[a-z-]+ )??(?P<noun>[a-z]+))"
    r"(?= now|\W*$|[,.!;]| and | after )",
    re.IGNORECASE,
)


def counted_after(now: ParsedTurn) -> Iterator[Shared]:
    """Yield how many or whom somebody has who tells it after: "I have six hens", "I have two rats, Mochi and Anko"."""
    text = now.tree.text
    for found in _OF_THEM.finditer(text):
        yield f"I have {found['number'].lower()} {found['what'].removeprefix('some ')}", found.span("number")
    for found in _NAMED.finditer(text):
        names = re.findall(_NAME, found["names"])
        if _is_kept(found["noun"]) and digits(found["number"]) == str(len(names)):
            yield f"I have {found['what']}, {', '.join(names[:-1])} and {names[-1]}", found.span("names")
    for found in _LEFT.finditer(text):
        if _is_kept(found["noun"]):
            yield f"I have {found['what']}", found.span()


def names_given(conversation: TurnInContext) -> Iterator[Shared]:
    """Yield whom the speaker counted, by the names that another asked for: "two cats" "names?" "Pip and Squeak"."""
    now, asked_back = conversation.now, conversation.asked_back
    given = _LIST.match(now.tree.text)
    if asked_back is None or given is None or ASKED_NAME.search(asked_back[1].tree.text) is None:
        return
    names = re.findall(_NAME, given[0])
    if len(names) == 2 and _BOTH.search(asked_back[0].tree.text):
        yield f"{_who_has(asked_back[0].tree)} two children, {names[0]} and {names[1]}", given.span()
        return
    for found in _COUNTED.finditer(asked_back[0].tree.text):
        if _is_kept(found["noun"]) and digits(found["number"]) == str(len(names)):
            told = found[0].lower().replace(found["noun"].lower(), _CHILDREN.get(found["noun"].lower(), found["noun"]))
            have = _who_has(asked_back[0].tree)
            yield f"{have} {told}, {', '.join(names[:-1])} and {names[-1]}", given.span()
            return


def _who_has(tree: SyntaxTree) -> str:
    """Return "I have", or "Tamar has" of a turn that tells of another: "Tamar had the twins! Two girls"."""
    verbs = [i for i, lemma in enumerate(tree.lemmas) if lemma in _GETTING and tree.is_verb(i)]
    subject = None if not verbs else tree.child(verbs[0], "nsubj")
    if subject is None or not (tree.tags[subject] == "NNP" or tree.lemmas[subject] in RELATION_OF_NOUN):
        return "I have"
    first, last = tree.extent(subject)
    return f"{tree.text[tree.starts[first] : tree.end(last - 1)]} has"


def _is_kept(plural: str) -> bool:
    """Whether a noun names animals, relatives or things that people keep: not "three days a week"."""
    noun = plural.lower()
    one = {_CHILDREN.get(noun, noun).removesuffix("s"), noun, noun.removesuffix("s"), f"{noun.removesuffix('ies')}y"}
    return any(each in RELATION_OF_NOUN or each in KEPT or each in KEPT_ANIMALS for each in one)
