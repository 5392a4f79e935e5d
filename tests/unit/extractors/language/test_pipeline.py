"""The packaged pipeline stays sane on chat: tags and lemmas of hand-written sentences, laziness, determinism."""

from pathlib import Path

import pytest
from spacy.language import Language

from chronomem.extractors.language.parsing.pipeline import check_pipeline, parse
from chronomem.graph_schema.errors import InvalidInput

SENTENCES = [
    ("I moved to Rome last year.", "moved", "VBD", "move"),
    ("Took a trip to the mountains!", "Took", "VBD", "take"),
    ("She insisted on paying.", "insisted", "VBD", "insist"),
    ("We're hoping to see you soon.", "hoping", "VBG", "hope"),
    ("My kids love the beach.", "kids", "NNS", "kid"),
    ("My kids love the beach.", "love", "VBP", "love"),
    ("He has been running every day.", "running", "VBG", "run"),
    ("I bought two loaves of bread.", "loaves", "NNS", "loaf"),
    ("They've gone home.", "gone", "VBN", "go"),
    ("I can't believe it!", "ca", "MD", "can"),
    ("I won't go.", "wo", "MD", "will"),
    ("I'm so tired today.", "'m", "VBP", "be"),
    ("I've written a song.", "written", "VBN", "write"),
    ("The mice ate the cheese.", "mice", "NNS", "mouse"),
    ("hey i just got a new job", "got", "VBD", "get"),
    ("My sister works at a bank.", "works", "VBZ", "work"),
    ("That was better than the last one.", "was", "VBD", "be"),
    ("Congrats on the new house!", "house", "NN", "house"),
    ("I taught my son to swim.", "taught", "VBD", "teach"),
    ("We were planning a party.", "planning", "VBG", "plan"),
    ("I left my keys at work.", "left", "VBD", "leave"),
    ("He lies on the couch all day.", "lies", "VBZ", "lie"),
    ("I saw a movie yesterday.", "saw", "VBD", "see"),
    ("I'd love to visit Japan.", "Japan", "NNP", "Japan"),
    ("Our dogs are adorable.", "dogs", "NNS", "dog"),
    ("I painted a sunset for my mom.", "painted", "VBD", "paint"),
    ("Melanie and her husband adopted two cats.", "adopted", "VBD", "adopt"),
    ("I've been practicing yoga for years.", "practicing", "VBG", "practice"),
    ("It keeps me busy.", "keeps", "VBZ", "keep"),
    ("We broke up last month.", "broke", "VBD", "break"),
    ("I'm studying psychology at college.", "studying", "VBG", "study"),
    ("She gave me her old bike.", "gave", "VBD", "give"),
    ("My grandparents grew tomatoes.", "grew", "VBD", "grow"),
    ("I felt happier after the walk.", "felt", "VBD", "feel"),
]


def test_tags_and_lemmas_of_chat(nlp: Language) -> None:
    wrong = []
    for text, form, tag, lemma in SENTENCES:
        token = next(token for token in nlp(text) if token.text == form)
        if (token.tag_, token.lemma_) != (tag, lemma):
            wrong.append(f"{text}: {form} is {token.tag_} {token.lemma_}, not {tag} {lemma}")
    assert len(wrong) <= 2, wrong


@pytest.mark.parametrize(
    ("text", "verb", "subject", "thing"),
    [
        ("I adopted a cat.", "adopted", "I", "cat"),
        ("My brother plays the guitar.", "plays", "brother", "guitar"),
        ("Yesterday we visited the museum with my parents.", "visited", "we", "museum"),
        ("Hey Ben, my mom sent you a letter!", "sent", "mom", "letter"),
        ("my cousin bought a house lol", "bought", "cousin", "house"),
    ],
)
def test_subject_and_object_hang_on_the_verb(nlp: Language, text: str, verb: str, subject: str, thing: str) -> None:
    found = {(token.dep_, token.text) for token in nlp(text) if token.head.text == verb}
    assert {("nsubj", subject), ("obj", thing)} <= found


def test_a_batch_reads_like_one_at_a_time(nlp: Language) -> None:
    texts = [text for text, *_ in SENTENCES]
    batched = [[(t.tag_, t.lemma_, t.dep_, t.head.i) for t in doc] for doc in nlp.pipe(texts, batch_size=8)]
    assert batched == [[(t.tag_, t.lemma_, t.dep_, t.head.i) for t in nlp(text)] for text in texts]


def test_empty_and_odd_texts_are_read(nlp: Language) -> None:
    for text in ["", " ", "?", "🎉🎉", "x" * 2000, "a\nb\n\nc", "I\u2019m fine", "你好", "I I I I"]:
        assert nlp(text).text == text


def test_an_unknown_pipeline_is_refused_with_what_to_install() -> None:
    with pytest.raises(InvalidInput, match="python -m spacy download en_core_web_xxl"):
        check_pipeline("en_core_web_xxl")


def test_a_folder_with_a_pipeline_is_one(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput):
        check_pipeline(str(tmp_path))
    (tmp_path / "config.cfg").write_text("")
    check_pipeline(str(tmp_path))
    check_pipeline(None)


@pytest.mark.parametrize("mark", ["(", "&", "…"])
def test_an_endless_row_of_marks_is_parsed_in_place(mark: str) -> None:
    (doc,) = parse([f"Hello {mark * 9_000} I moved to Ghent."])
    assert len(doc.text) == 6 + 9_000 + 18
    assert doc.text.startswith(f"Hello {mark * 200}")
    assert [token.text for token in doc[-5:]] == ["I", "moved", "to", "Ghent", "."]
