"""Whom a pronoun of the third person means, or "both" and "the other one", by what the turn has said before it."""

from collections.abc import Mapping
from dataclasses import replace

from chronomem.extractors.language.clauses.genders import GENDER_OF_PRONOUN, gender_of, gender_of_noun
from chronomem.extractors.language.clauses.referents import Phrases, Reference
from chronomem.extractors.language.lexicon import RELATION_OF_NOUN, occupations
from chronomem.extractors.language.parsing.syntax import SyntaxTree

_UNNAMED = {"person", "someone", "ex", "date", "crush", "lodger", "tenant", "client", "guest", "stranger"}
"""Nouns for somebody whom "he" or "she" may mean."""


def antecedent(resolver: Phrases, pronoun: int) -> Reference | None:
    """Resolve "she", if only one person of the turn so far fits."""
    tree, before = resolver.tree, resolver.before
    wanted = GENDER_OF_PRONOUN.get(tree.lower[pronoun])
    same = next((i for i in range(pronoun - 1, -1, -1) if _is_same_subject(tree, i, pronoun)), None)
    if same is not None and not _is_closer(resolver, same, pronoun):
        return antecedent(resolver, same)
    found: dict[str, Reference] = {}
    subjects: dict[str, int] = {}
    around = _phrases_around(tree, pronoun)
    for i in range(pronoun):
        if tree.tags[i] not in ("NN", "NNS", "NNP") or i in around:
            continue
        if i in resolver.named:
            reference = resolver.named_person(i)
        else:
            reference = resolver.group(i) or resolver.relative(i) or resolver.acquired(i)
        if reference is None or reference.name in (resolver.speaker, resolver.other):
            continue
        if tree.lower[pronoun] == "they" and (couple := resolver.couple(i)) is not None:
            reference = couple
        if reference.plural == (wanted is None) and (wanted is None or gender_of(reference) in (wanted, "x")):
            found[reference.name] = reference
            if tree.deps[i].startswith("nsubj"):
                subjects[reference.name] = i
    unsure = found and all(one.type == "other" and one.noun is None for one in found.values())
    if unsure and before is not None:
        known = before.person(wanted)  # "Netflix raised the price, he's furious"
        if known is not None and gender_of(known) == wanted:
            return known
    if not found and before is not None and not is_meant_here(tree, pronoun, wanted):
        meant = before.person(wanted)
        return None if meant is None or (meant.members and tree.lower[pronoun] != "they") else meant
    if len(found) > 1 and (subject := _last_subject(tree, subjects, pronoun)) is not None:
        found = {subject: found[subject]}
    if len(found) != 1:
        return None
    only = next(iter(found.values()))
    return replace(only, confidence=0.6, type="person" if only.noun is None else only.type)


def _last_subject(tree: SyntaxTree, subjects: Mapping[str, int], pronoun: int) -> str | None:
    """Return who is the subject of the clause before one with a pronoun as its subject, in the same sentence.

    "My son Teddy sleeps till noon. Gus is the opposite, he has diabetes": Gus has it.
    """
    first = next(first for first, last in tree.sentences if first <= pronoun < last)
    name = max(subjects, key=lambda name: subjects[name], default=None)
    alike = tree.deps[pronoun] == "nsubj" and name is not None and first <= subjects[name]
    return name if alike else None


def _phrases_around(tree: SyntaxTree, pronoun: int) -> set[int]:
    """Return the nouns that a pronoun can't mean: "ex" of "the ex of her boss", "Robin" of "Robin is her boss"."""
    found: set[int] = set()
    if tree.child(tree.heads[pronoun], "cop") is not None:
        found.update(tree.having(tree.heads[pronoun], "nsubj"))
    while tree.deps[pronoun].startswith("nmod") and tree.heads[pronoun] not in found:
        pronoun = tree.heads[pronoun]
        found.add(pronoun)
    return found


def is_meant_here(tree: SyntaxTree, pronoun: int, wanted: str | None) -> bool:
    """Whether the turn itself has spoken of somebody without a name whom a pronoun may mean: "the guy … he".

    Args:
        wanted: the gender of the pronoun; None if it means several.
    """
    plural = wanted is None
    for i in range(pronoun):
        tag, lemma = tree.tags[i], tree.lemmas[i]
        several = tag in ("NNS", "NNPS") or (tree.deps[i] == "conj" and tag.startswith("N"))
        if plural and several:
            return True
        if not plural and lemma == "engage" and tree.lower[i - 1] not in ("get", "got"):
            return True  # "I was engaged once, she went to Perth"
        gender = gender_of_noun(lemma)
        unsaid = gender == "x" and (lemma in occupations() or lemma in _UNNAMED)
        person = unsaid or gender == wanted
        answers = tree.heads[i] == i and tree.child(i, "det", "cop") is None  # "retired vet. His wife teaches"
        if not plural and tag == "NN" and person and tree.full_deps[i] != "compound" and not answers:
            return True
    return False


def _is_closer(resolver: Phrases, before: int, pronoun: int) -> bool:
    """Whether somebody else is told of between a pronoun and the same one before: "… he left. Leo's a vet, he …"."""
    tree = resolver.tree
    first = next(first for first, last in tree.sentences if first <= pronoun < last)
    between = range(max(first, before + 1), pronoun)
    subjects = [i for i in between if i in resolver.named and tree.deps[i].startswith("nsubj")]
    people = [resolver.named_person(i) for i in subjects]
    wanted = GENDER_OF_PRONOUN.get(tree.lower[pronoun])
    return any(one is not None and gender_of(one) in (wanted, "x") for one in people)


def _is_same_subject(tree: SyntaxTree, token: int, pronoun: int) -> bool:
    """Whether a token is the same pronoun as a subject: "he came for his father's funeral, he lives in Rome"."""
    subjects = tree.deps[token].startswith("nsubj") and tree.deps[pronoun].startswith("nsubj")
    return subjects and tree.lower[token] == tree.lower[pronoun]


def relative_meant(resolver: Phrases, pronoun: int) -> int:
    """Return the relative or animal before "his name": the last that has no name yet and fits; -1 if none does."""
    tree, wanted = resolver.tree, GENDER_OF_PRONOUN.get(resolver.tree.lower[pronoun], "x")
    another = max((i for i in range(pronoun) if tree.lemmas[i] in _UNNAMED), default=0)  # "my lodger, his name's"
    nouns = [i for i in range(another, pronoun) if tree.lemmas[i] in RELATION_OF_NOUN and i not in resolver.named]
    roles = [i for i in nouns if tree.child(i, "cop") is not None and tree.child(i, "nsubj") in nouns]
    found = [i for i in nouns if i not in roles]  # "his girlfriend is a yoga teacher, her name is Eva"
    fitting = [i for i in found if "x" in (wanted, gender := gender_of_noun(tree.lemmas[i])) or gender == wanted]
    unnamed = [i for i in fitting if not resolver.is_named_before(i, pronoun)]
    return max(unnamed or fitting, default=-1)


def several_before(resolver: Phrases, head: int) -> Reference | None:
    """Resolve "both" to the two who were last named together, and "my two" to the speaker's children."""
    tree, before = resolver.tree, resolver.before
    if before is None or not tree.full_deps[head].startswith("nsubj"):
        return None
    owners = [tree.lower[i] for i in tree.children[head]]
    if tree.lower[head] == "both":
        return None if owners else before.pair()
    kids = before.owned("kid", plural=True) if owners in (["my"], ["our"]) else None
    return kids if kids is not None and kids.owner == resolver.speaker else None


def other_one(resolver: Phrases, head: int) -> Reference | None:
    """Resolve "the other one": whoever of two that were named together the turn hasn't spoken of since."""
    tree, named = resolver.tree, resolver.named
    if "other" not in tree.lower[head - 1 : head + 1] or "the" not in tree.lower[max(0, head - 2) : head]:
        return None
    groups = (resolver.group(i) for i in range(head) if tree.tags[i] == "NNS")
    pair = next((group for group in groups if group is not None and len(group.members) == 2), None)
    pair = pair or (None if resolver.before is None else resolver.before.pair())
    if pair is None:
        return None
    told = {named[i].name for i in range(head) if i in named and tree.deps[i].startswith("nsubj")}
    left = [name for name in pair.members if name not in told]
    return replace(pair, name=left[0], plural=False, members=(), confidence=0.7) if len(left) == 1 else None
