"""The network as a second reader of what rules have told: what neither it nor the judge vouches for is minor.

The judge looks at one statement, the network at the message and those before it. In friendly chat, rules read plans and
likings out of every cheer ("I'm gonna make it happen", "love how it takes me places"); the network marks nothing there.
"""

from collections.abc import Sequence
from dataclasses import replace

from chronomem.extractors.language.extracted import Extraction, Statement
from chronomem.extractors.language.lexicon import stop_words
from chronomem.extractors.language.tagger.tags import Tag
from chronomem.extractors.language.tagger.wording import stems
from chronomem.graph_schema.facts.predicates import predicate_named

LEAST_WITNESSED = 0.1
"""The probability from which a tag, if it is worth keeping, vouches for what a rule told in the same words."""
_LEAST_NAMED, _LEAST_WORTH, _LEAST_LOOSE = 0.25, 0.6, 0.75
"""What the judge has to say of a statement without a witness: of one or two words, of three, and of more."""


def corroborated(extraction: Extraction, text: str, tags: Sequence[Tag]) -> Extraction:
    """Mark as minor what rules told, the judge holds for doubtful, and no tag says.

    Args:
        extraction: what the rules told in a message, judged.
        text: the message.
        tags: what the network marks in it, from `LEAST_WITNESSED` on.
    """
    spoken = stems(text)  # what "me too" repeats stands elsewhere
    seen = {stem for tag in tags if tag.probability * tag.kept >= LEAST_WITNESSED for stem in _marked(tag, text)}
    return replace(
        extraction,
        statements=tuple(
            replace(each, minor=True)
            if _is_doubtful(each) and seen.isdisjoint(said := _said(each)) and not spoken.isdisjoint(said)
            else each
            for each in extraction.statements
        ),
    )


def _marked(tag: Tag, text: str) -> set[str]:
    return set() if tag.object is None or tag.object.back else stems(text[tag.object.start : tag.object.end])


def _said(statement: Statement) -> set[str]:
    return stems(statement.object or statement.value or "") - stop_words()


def _is_doubtful(statement: Statement) -> bool:
    """Whether the judge isn't sure enough that a statement is worth keeping; of one value at a time, it is."""
    known = predicate_named(statement.predicate)
    if statement.worth is None or statement.ended or known.single:
        return False
    words = len((statement.object or statement.value or "").split())
    if known.is_open or words > 3:
        return statement.worth < _LEAST_LOOSE
    return statement.worth < (_LEAST_NAMED if words < 3 else _LEAST_WORTH)
