"""A parse by the CLEAR guidelines reads like one by Universal Dependencies."""

import pytest
from spacy.tokens import Doc
from spacy.vocab import Vocab

from chronomem.extractors.language.extraction import extract_turn


def parse(annotated: str) -> Doc:
    """A document of "form/tag/label/head/lemma", heads counted from 1."""
    rows = [piece.rsplit("/", 4) for piece in annotated.split()]
    return Doc(
        Vocab(),
        words=[row[0] for row in rows],
        tags=[row[1] for row in rows],
        deps=[row[2] for row in rows],
        heads=[int(row[3]) - 1 for row in rows],
        lemmas=[row[4] for row in rows],
    )


@pytest.mark.parametrize(
    ("annotated", "expected"),
    [
        (
            "I/PRP/nsubj/2/I work/VBP/ROOT/2/work at/IN/prep/2/at Google/NNP/pobj/3/Google ././punct/2/.",
            ("works_at", "Google"),
        ),
        (
            "I/PRP/nsubj/2/I 'm/VBP/ROOT/2/be a/DT/det/4/a nurse/NN/attr/2/nurse ././punct/2/.",
            ("works_as", "nurse"),
        ),
        (
            "I/PRP/nsubj/2/I am/VBP/ROOT/2/be from/IN/prep/2/from Sweden/NNP/pobj/3/Sweden ././punct/2/.",
            ("is_from", "Sweden"),
        ),
        (
            "I/PRP/nsubj/2/I am/VBP/ROOT/2/be allergic/JJ/acomp/2/allergic to/IN/prep/3/to nuts/NNS/pobj/4/nut",
            ("allergic_to", "nuts"),
        ),
        (
            "I/PRP/nsubj/2/I bought/VBD/ROOT/2/buy a/DT/det/4/a painting/NN/dobj/2/painting",
            ("bought", "painting"),
        ),
        (
            "I/PRP/nsubj/2/I want/VBP/ROOT/2/want to/TO/aux/4/to visit/VB/xcomp/2/visit Japan/NNP/dobj/4/Japan",
            ("wants", "visit Japan"),
        ),
    ],
)
def test_other_labels_give_the_same_facts(annotated: str, expected: tuple[str, str]) -> None:
    found = {(a.predicate, a.object or a.value) for a in extract_turn(parse(annotated), speaker="Ann").statements}
    assert expected in found
