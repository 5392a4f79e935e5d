"""What the speaker advises or thinks of a thing: "Don't be scared to ask", "the theatre was too cold for me"."""

from collections.abc import Iterator
from dataclasses import replace

from chronomem.extractors.language.clauses.clause import Clause
from chronomem.extractors.language.clauses.moods import SPEECH
from chronomem.extractors.language.clauses.phrases import clause_text, embedded, says_something
from chronomem.extractors.language.clauses.references import SECOND_PERSON, Resolver
from chronomem.extractors.language.clauses.referents import Reference
from chronomem.extractors.language.frames.frames import Frame
from chronomem.extractors.language.parsing.syntax import SyntaxTree

_LEAST_OPINION = 5
"""In words; a shorter opinion ("Tom is right", "kindness is key") is dropped unless it is about the speaker."""
_MAX_OPINION = 300
"""In characters; a longer text is an essay or a list rather than an opinion."""


def read_advice(resolver: Resolver, clause: Clause) -> Iterator[Frame]:
    """Yield a command ("Don't be scared to ask") as the speaker's advice."""
    text = clause_text(resolver, replace(clause, reference=None))
    words = text.split()
    first = {w.lower() for w in words[:2]}
    if len(words) < 4 or first & {
        "let",
        "let's",
        "tell",
        "look",
        "check",
        "see",
        "say",
        "thank",
        "guess",
        "me",
        "wait",
        "imagine",
    }:
        return
    yield Frame(Reference(resolver.speaker, "person"), "advises", value=text, confidence=0.4, modality="advised")


def read_opinion(resolver: Resolver, clause: Clause) -> Iterator[Frame]:
    """Yield a judgement about a thing or about the other speaker as the speaker's opinion."""
    tree, subject = resolver.tree, clause.subject
    if subject is None or clause.inherited:
        return
    text = clause_text(resolver, clause)
    words = [word for word in text.split() if says_something(word)]
    pronoun = tree.tags[subject] in ("PRP", "DT", "EX") and tree.lower[subject] not in SECOND_PERSON
    if pronoun and not _is_about_content(tree, clause):
        return
    if (
        len(words) < 2
        or (len(text.split()) < _LEAST_OPINION and resolver.speaker not in text)
        or len(text) > _MAX_OPINION
        or tree.lemmas[clause.head] in SPEECH | {"happen"}
    ):
        return
    text = embedded(resolver, text)
    judged = tree.child(clause.head, "cop") is not None or clause.tense == "present"
    predicate = "thinks" if judged else "says"
    if clause.modality == "obliged" and tree.lower[subject] in SECOND_PERSON:
        predicate = "advises"
    lead = f"{resolver.speaker} {predicate} "
    yield Frame(
        Reference(resolver.speaker, "person"),
        predicate,
        value=text,
        text=lead + text,
        confidence=0.55,
        modality="actual",
        plain=True,
    )


def _is_about_content(tree: SyntaxTree, clause: Clause) -> bool:
    """Whether the pronoun is a placeholder for content that follows ("It's important to rest")."""
    subject = clause.subject
    if subject is None or tree.lower[subject] not in ("it", "there"):
        return False
    content = ("csubj", "ccomp", "xcomp", "advcl", "acl", "acl:relcl", "advcl:relcl")
    return tree.child(clause.head, *content) is not None
