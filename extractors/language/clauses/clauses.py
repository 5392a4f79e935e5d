"""Split a parsed turn into clauses, with their subjects, and keep those that state something.

Clauses that state nothing are dropped: questions, conditions under "if", wishes in the conditional, quotations,
reported speech of third parties, and jokes that are marked as such.
"""

from dataclasses import replace

from chronomem.extractors.language.clauses.borrowed import borrowed_tokens
from chronomem.extractors.language.clauses.clause import Clause
from chronomem.extractors.language.clauses.genders import GENDER_OF_PRONOUN
from chronomem.extractors.language.clauses.moods import (
    AT_PRESENT,
    CONTACT,
    LONGEST,
    SPEECH,
    announced,
    has_ended,
    is_comparison,
    is_conditional,
    is_held,
    is_hypothetical,
    is_perfect,
    joking_tokens,
    modality_of,
    passes_on,
    softens,
    tense_of,
    told_before,
    under_condition,
)
from chronomem.extractors.language.clauses.references import FIRST_PERSON, FIRST_POSSESSIVE, SECOND_PERSON, Resolver
from chronomem.extractors.language.clauses.referents import Reference
from chronomem.extractors.language.clauses.subjectless import read_subjectless
from chronomem.extractors.language.extracted import Modality
from chronomem.extractors.language.lexicon import FEELINGS, RELATION_OF_NOUN
from chronomem.extractors.language.parsing.syntax import SyntaxTree

_REASONS = {"because", "cause", "cuz", "since", "as", "although", "though", "so", "after", "while", "when", "once"}
_HELD_TRUE = 0.85
"""How likely what somebody believes of others is true, against what they state."""
_STRAY_DEPS = {"advcl", "parataxis", "conj", "dep", "list", "appos", "flat", "nmod"}
_TELLING = {"say", "tell", "mention", "announce", "text", "write"}
_FILLED = {"spend", "busy", "occupied"}
"""Words after which a participle tells what somebody does: "spent the summer picking grapes"."""
_REVEALING = {("turn", "out"), ("find", "out")}
_CHAINING = {
    "love", "like", "enjoy", "hate", "prefer", "want", "hope", "plan", "try", "need", "decide", "start", "begin", "go",
    "gon", "gonna", "wish", "intend", "learn", "get",
}  # fmt: skip
"""Verbs that govern a list of actions: "I like to cook, paint and read"."""


def find_clauses(resolver: Resolver) -> list[Clause]:
    """Return the clauses of a turn that state something, in the order of their heads."""
    tree = resolver.tree
    borrowed = borrowed_tokens(tree) | joking_tokens(tree)
    found: list[Clause] = []
    for sentence in tree.sentences:
        if sentence[1] - sentence[0] > LONGEST:
            continue
        for root in range(*sentence):
            if tree.heads[root] == root:
                _visit(resolver, root, None, sentence, found)
        _visit_stray(resolver, sentence, found)
        _visit_relative(resolver, sentence, found)
    clauses = [clause for clause in found if clause.head not in borrowed]
    return sorted(clauses, key=lambda clause: clause.head)


def _visit_stray(resolver: Resolver, sentence: tuple[int, int], found: list[Clause]) -> None:
    """Find nested clauses with "I" or "we": under a noun by mistake, or under "getting" of "thinking of getting"."""
    tree = resolver.tree
    seen = {clause.head for clause in found}
    for head in range(*sentence):
        if head in seen or tree.deps[head] not in _STRAY_DEPS or under_condition(tree, head):
            continue
        parent = tree.heads[head]
        if tree.deps[head] == "advcl":
            stray = parent not in seen and _is_own_statement(resolver, parent, head)
        else:
            subject = tree.child(head, "nsubj")
            nested = tree.deps[parent] in ("advcl", "acl", "ccomp", "xcomp", "csubj")
            stray = subject is not None and tree.lower[subject] in ("i", "we") and not nested
            stray = stray and not _is_clausal(tree, parent)
        if stray:
            _visit(resolver, head, None, sentence, found)


def _visit_relative(resolver: Resolver, sentence: tuple[int, int], found: list[Clause]) -> None:
    """Find relative clauses about a known person or thing: "my brother, who lives in Oslo", "a friend who's a vet"."""
    tree = resolver.tree
    for head in range(*sentence):
        subject = tree.child(head, "nsubj", "nsubj:pass") if tree.full_deps[head] == "acl:relcl" else None
        if subject is None or tree.lower[subject] not in ("who", "that", "which"):
            continue
        if under_condition(tree, head) or "?" in tree.words[head : sentence[1]]:
            continue
        noun = tree.heads[head]
        reference = resolver.resolve(noun) or friend_had(resolver, noun)
        mood = modality_of(tree, head, tuple(tree.having(head, "aux", "aux:pass", "cop")))
        if reference is None or mood is None or reference.name == resolver.other:
            continue
        found.append(replace(_bare_clause(tree, head, mood), subject=subject, reference=reference))


def friend_had(resolver: Resolver, noun: int) -> Reference | None:
    """Return the person whom the speaker has: "I have a friend who …" tells of the speaker's friend."""
    tree, verb = resolver.tree, resolver.tree.heads[noun]
    subject = tree.child(verb, "nsubj")
    had = tree.full_deps[noun] == "obj" and tree.lemmas[verb] in ("have", "get", "know") and tree.tags[noun] == "NN"
    if not had or subject is None or tree.lower[subject] not in FIRST_PERSON or tree.negated(verb):
        return None
    if RELATION_OF_NOUN.get(tree.lemmas[noun]) in (None, "has_pet"):
        return None
    return Reference(
        f"{resolver.speaker}'s {tree.lower[noun]}", "person", tree.lemmas[noun], resolver.speaker, confidence=0.75
    )


def _visit(
    resolver: Resolver, head: int, parent: Clause | None, sentence: tuple[int, int], found: list[Clause]
) -> None:
    """Add the clause under `head`, then the clauses that depend on it."""
    tree = resolver.tree
    if is_conditional(tree, head):
        return
    clause = _read(resolver, head, parent, sentence)
    told = announced(tree, head)
    if clause is not None and told is None and not _is_question(tree, clause, sentence):
        found.append(clause)
    if clause is None and is_hypothetical(tree, head):
        return
    listed = chained(tree, head)
    if told is not None:
        _visit(resolver, told, None, sentence, found)
    if clause is not None and (done := _done(tree, clause)) is not None:
        speaker = Reference(resolver.speaker, "person", confidence=0.8)
        found.append(replace(_bare_clause(tree, done, "actual"), reference=speaker, dropped=True, tense="past"))
    for i in tree.children[head]:
        dep = tree.full_deps[i]
        if i in listed:
            continue
        if dep == "conj" and clause is not None and _is_joined_quality(tree, head, i):
            denied = clause.negated or any(tree.lower[j] in ("not", "n't") for j in tree.children[i])
            found.append(
                replace(clause, head=i, subject=None, inherited=True, kind="quality", auxiliaries=(), negated=denied)
            )
        elif dep == "advcl" and clause is not None and _is_doing(tree, head, i):
            _visit(resolver, i, clause, sentence, found)
        elif dep == "conj" and _is_clausal(tree, i):
            shares = clause if clause is not None else parent
            _visit(resolver, i, shares, sentence, found)
        elif (dep in ("parataxis", "list", "dep", "appos") and _is_clausal(tree, i)) or (
            dep in ("advcl", "ccomp") and _is_own_statement(resolver, head, i)
        ):
            known = len(found)
            _visit(resolver, i, None, sentence, found)
            if dep == "ccomp" and is_held(tree, head, i):
                found[known:] = [_believed(each) for each in found[known:]]
            if dep == "ccomp" and tree.lemmas[head] in _TELLING and found[known : known + 1]:
                found[known] = _of_the_teller(resolver, head, found[known])


def _believed(clause: Clause) -> Clause:
    """Return what the speaker only believes of others, as less sure."""
    who = clause.reference
    return clause if who is None else replace(clause, reference=replace(who, confidence=who.confidence * _HELD_TRUE))


def _is_doing(tree: SyntaxTree, head: int, child: int) -> bool:
    """Whether a participle tells of the same subject what else goes on: "I'm at home, writing my thesis".

    It does after a comma, and after "spend" and "busy".
    """
    if tree.tags[child] != "VBG" or child < head or tree.child(child, "mark", "nsubj", "aux", "cop") is not None:
        return False
    first = tree.extent(child)[0]
    apart = tree.lower[first] == "," or tree.lower[first - 1] == ","
    if not apart and tree.lemmas[head] not in _FILLED:
        return False
    return tree.child(child, "obj", "obl", "xcomp") is not None


def _done(tree: SyntaxTree, clause: Clause) -> int | None:
    """Return what the speaker did, if it is judged afterwards: "losing my job was tough", "moving here was great"."""
    doing = tree.child(clause.head, "csubj")
    judged = clause.tense == "past" and clause.modality == "actual" and clause.kind == "statement"
    if doing is None or not judged or tree.child(clause.head, "cop") is None or tree.tags[doing] != "VBG":
        return None
    own = tree.subtree(doing)
    others = any(tree.full_deps[i] == "nmod:poss" and tree.lower[i] not in FIRST_POSSESSIVE for i in own)
    return None if others or tree.child(doing, "nsubj", "aux") is not None else doing


def _is_joined_quality(tree: SyntaxTree, head: int, child: int) -> bool:
    """Whether "and" joins two qualities of one subject: "asthmatic and allergic to cats", "a nurse and from Rennes"."""
    if tree.child(head, "cop") is None or tree.child(child, "nsubj", "cop") is not None:
        return False
    if any(tree.lower[i] == "from" for i in tree.having(child, "case")):
        return tree.tags[child] in ("NNP", "NNPS")
    alike = tree.tags[child][:2] == tree.tags[head][:2] and tree.tags[child] in ("JJ", "NN")
    return alike and tree.child(child, "case") is None


def chained(tree: SyntaxTree, head: int) -> list[int]:
    """Return the actions that the parse joined to "like" rather than to "cook" in "I like to cook, paint and read"."""
    inner = tree.child(head, "xcomp")
    if tree.lemmas[head] not in _CHAINING or inner is None or tree.tags[inner] not in ("VB", "VBP"):
        return []
    return [
        i
        for i in tree.having(head, "conj")
        if i > inner
        and tree.tags[i] in ("VB", "VBP")
        and tree.child(i, "nsubj", "nsubj:pass", "aux", "aux:pass", "cop", "mark") is None
    ]


def _is_clausal(tree: SyntaxTree, head: int) -> bool:
    return tree.is_verb(head) or tree.child(head, "cop", "nsubj", "nsubj:pass") is not None


def _is_own_statement(resolver: Resolver, head: int, child: int) -> bool:
    """Whether a dependent clause states something by itself ("…, because I'm vegan"; "Guess what, I won")."""
    tree = resolver.tree
    subject = tree.child(child, "nsubj", "nsubj:pass")
    if subject is None:
        return False
    mark = next((tree.lower[i] for i in tree.having(child, "mark", "advmod") if i < subject), "")
    if tree.full_deps[child] == "ccomp":
        if tree.lower[subject] not in SECOND_PERSON and is_held(tree, head, child):
            return True
        particle = next((tree.lower[i] for i in tree.having(head, "compound:prt")), "")
        if (tree.lemmas[head], particle) in _REVEALING:
            return not tree.negated(head)
        if softens(tree, head, child):
            return True
        if tree.lower[head] in FEELINGS - {"sure"} and tree.child(head, "cop") is not None:
            return tree.lower[subject] in FIRST_PERSON  # "I'm so happy I got the job"
        if tree.lemmas[head] in SPEECH:
            speaker = tree.child(head, "nsubj")
            if speaker is None or tree.tags[head] == "VB":
                return False
            return tree.lower[speaker] == "i" or _is_of_oneself(resolver, head, speaker, subject)
        return tree.lemmas[head] == "guess" and tree.child(head, "nsubj") is None
    if mark == "since" and tree.lemmas[child] in CONTACT:
        return False  # "since we last talked" is no information
    if mark in ("when", "while", "since", "as") and tree.child(child, "cop") is not None:
        return False  # "when I was a kid" gives a time
    if mark not in _REASONS:
        return False
    happened = tree.tags[child] in ("VBD", "VBN")
    named = tree.tags[subject].startswith("NNP")  # "alone since Tom moved out"
    return tree.lower[subject] in FIRST_PERSON or (happened and (named or _is_of_ones_own(tree, subject)))


def _is_of_oneself(resolver: Resolver, head: int, speaker: int, subject: int) -> bool:
    """Whether somebody tells of themselves: "Tom said he's moving to Oslo", if nobody else may be meant by "he"."""
    tree, pronoun = resolver.tree, resolver.tree.lower[subject]
    if pronoun not in ("he", "she") or tree.lemmas[head] not in _TELLING or tree.negated(head):
        return False
    told = resolver.resolve(speaker)
    spoken = None if resolver.before is None else resolver.before.person(GENDER_OF_PRONOUN[pronoun])
    return told is not None and (spoken is None or spoken.name == told.name)


def _of_the_teller(resolver: Resolver, head: int, clause: Clause) -> Clause:
    """Return what somebody tells of themselves as theirs, whatever gender their name has: "Ola says she's moving"."""
    teller = resolver.tree.child(head, "nsubj")
    told = resolver.resolve(teller) if teller is not None and teller in resolver.named else None
    return clause if told is None else replace(clause, reference=replace(told, type="person"))


def _is_of_ones_own(tree: SyntaxTree, noun: int) -> bool:
    """Whether a noun is a relative or animal of the speaker's: "since my dad died"."""
    owned = any(tree.lower[i] in FIRST_POSSESSIVE for i in tree.having(noun, "nmod:poss"))
    return owned and tree.lemmas[noun] in RELATION_OF_NOUN


def _is_question(tree: SyntaxTree, clause: Clause, sentence: tuple[int, int]) -> bool:
    """Whether the clause is a question: its sentence ends in "?", or it begins with its auxiliary."""
    end = sentence[1] - 1
    while end > sentence[0] and not tree.words[end][0].isalnum() and tree.words[end][0] not in "?!.":
        end -= 1
    asks = "?" in tree.words[end] or any(tree.words[i] == "?" for i in range(clause.head, sentence[1]))
    subject = clause.subject
    if asks and passes_on(tree, *sentence) and subject is not None and tree.lower[subject] in FIRST_PERSON:
        asks = False
    if asks and (comma := told_before(tree, *sentence)) is not None and clause.head < comma:
        asks = False
    if subject is not None and any(i < subject for i in clause.auxiliaries):
        return True
    if not asks:
        return False
    if subject is None or tree.lower[subject] not in FIRST_PERSON:
        return True
    last = max((i for i in range(*sentence) if tree.heads[i] == i), default=clause.head)
    own_end = tree.extent(clause.head)[1]
    other_after = any(tree.deps[i] in ("parataxis", "conj") and i > clause.head for i in tree.children[clause.head])
    return not (other_after or last > own_end)


def _read(resolver: Resolver, head: int, parent: Clause | None, sentence: tuple[int, int]) -> Clause | None:
    """Return the clause under `head`, or None if it states nothing."""
    tree = resolver.tree
    auxiliaries = tuple(tree.having(head, "aux", "aux:pass", "cop"))
    expletive = tree.child(head, "expl")
    subject = tree.child(head, "nsubj", "nsubj:pass", "nsubj:outer")
    if subject is None and expletive is None:
        subject = tree.child(head, "csubj", "csubj:pass", "csubj:outer")
    mood = modality_of(tree, head, auxiliaries)
    if mood is None or is_comparison(tree, head):
        return None
    base = replace(_bare_clause(tree, head, mood), subject=subject)
    if subject is not None:
        if tree.tags[subject] in ("WP", "WDT", "WRB"):
            return None
        if tree.lower[subject] == "mine":
            own = resolver.resolve(subject)  # a possession or relatives of the speaker's, and not the speaker
            return replace(base, reference=own) if own is not None and own.plural else base
        joined = (i for i in tree.subtree(subject) if tree.full_deps[i] == "conj")
        others = (*joined, *tree.having(head, "nsubj", "nsubj:pass"))
        first = next((i for i in others if tree.lower[i] == "i"), subject)  # "Max and I" includes the speaker, at least
        return replace(base, reference=resolver.resolve(first))
    if expletive is not None:
        return replace(base, subject=expletive) if tree.child(head, "cop") is not None else None
    if parent is not None and parent.kind == "statement" and tree.is_verb(head):
        if tree.tags[head] == "VB" and not auxiliaries and tree.tags[parent.head] == "VBZ":
            return None  # the subject belongs to an inner verb: "my dad thinks I should stay and move in"
        return _inherit(tree, base, parent)
    return read_subjectless(resolver, base, sentence)


def _bare_clause(tree: SyntaxTree, head: int, mood: Modality) -> Clause:
    """Return the clause under `head` without its subject."""
    auxiliaries = tuple(tree.having(head, "aux", "aux:pass", "cop"))
    ended = has_ended(tree, head)
    return Clause(
        head=head,
        subject=None,
        reference=None,
        kind="statement",
        auxiliaries=auxiliaries,
        negated=tree.negated(head) and not ended,
        modality=mood,
        tense=tense_of(tree, head, auxiliaries),
        ended=ended,
        perfect=is_perfect(tree, auxiliaries),
    )


def _inherit(tree: SyntaxTree, clause: Clause, parent: Clause) -> Clause:
    """Share the subject of the preceding clause, and its auxiliaries if this clause has none."""
    bare = tree.tags[clause.head] in ("VB", "VBN", "VBG") and not clause.auxiliaries
    now = tree.tags[clause.head] == "VBG" and any(tree.lower[i] in AT_PRESENT for i in tree.children[clause.head])
    return replace(
        clause,
        reference=parent.reference,
        inherited=True,
        kind=parent.kind,
        modality=parent.modality if bare else clause.modality,
        tense=parent.tense if bare and not now else clause.tense,  # "left Leeds, living in York now"
    )
