"""Exams that people pass and fail: "I passed my driving test", "how did the theory go?" "failed"."""

from collections.abc import Iterator

from chronomem.extractors.language.clauses.phrases import accompaniments, phrase_text
from chronomem.extractors.language.clauses.references import Resolver
from chronomem.extractors.language.clauses.referents import Reference
from chronomem.extractors.language.frames.frames import Frame
from chronomem.extractors.language.frames.occupations import FIELDS
from chronomem.extractors.language.lexicon import DISCIPLINES

_OUTCOMES = {
    **dict.fromkeys(("pass", "ace", "nail", "smash"), "passed"),
    **dict.fromkeys(("fail", "flunk"), "failed"),
}
_EXAMS = ("exam", "test", "quiz", "viva", "midterm", "retake", "resit", "theory", "audition", "assessment")
"""What one sits, the likeliest first."""
_SAT = {*_EXAMS, "final", "finals", "practical", "bar"}
_COURSES = {"course", "module", "class", "grade", "year", "semester", "unit", "degree", "inspection"} | FIELDS
_MARKING = ("exam", "result", "mark", "grade", "resit", "retake", "score", "revise", "revision")
"""Words of those who speak of exams."""
_OWNERS = {"my", "our", "his", "her", "their", "your", "the"}
_SURE = 0.85


def read_exam(resolver: Resolver, about: Reference, verb: int, thing: int | None, *, denied: bool) -> Iterator[Frame]:
    """Yield what somebody passed or failed, and that they were there.

    Args:
        verb: the token of the verb.
        thing: the token of its object; without one, the exam that was spoken of is meant.
        denied: whether it is told that they did not.
    """
    tree = resolver.tree
    outcome = _OUTCOMES.get(tree.lemmas[verb])
    if outcome is None:
        return
    if thing is None or tree.lower[thing] in ("mine", "it"):  # "how did the driving tests go?" "failed mine"
        aside = any(tree.deps[i] in ("obl", "advmod", "compound:prt", "xcomp", "ccomp") for i in tree.children[verb])
        spoken_of = next((noun for noun in _EXAMS if resolver.talked_of(noun)), None)
        if spoken_of is not None and not aside and about.type == "person":
            before = next((i for i in range(verb) if tree.lemmas[i] == spoken_of), None)
            value = spoken_of if before is None else _exam_text(resolver, before)
            yield Frame(about, outcome, value=value, confidence=_SURE - 0.1)
        return
    noun = tree.lemmas[thing]
    sat = noun in _SAT or tree.lower[thing] in _SAT
    other = thing in resolver.named or tree.tags[thing].startswith("PRP") or tree.tags[verb] == "VBG"
    marked = not other and (outcome == "failed" or resolver.talked_of(*_MARKING))  # "results out. failed tax"
    if not (sat or marked) and noun not in _COURSES and not noun.endswith(DISCIPLINES):
        return
    value = _exam_text(resolver, thing)
    yield Frame(about, outcome, value=value, confidence=_SURE)
    if sat and not denied:
        yield Frame(about, "attended", value=value, confidence=_SURE)


def _exam_text(resolver: Resolver, exam: int) -> str:
    words = phrase_text(resolver, exam, alone=True, timed={*accompaniments(resolver.tree, exam)}).split()
    return " ".join(words[1:] if words[0].lower() in _OWNERS else words)
