"""Split a parsed turn into clauses, with their subjects, and keep those that state something.

Clauses that state nothing are dropped: questions, conditions under "if", wishes in the conditional, quotations,
reported speech of third parties, and jokes that are marked as such.
"""

from dataclasses import dataclass, replace

from chronomem.extractors.language.clauses.borrowed import borrowed_tokens
from chronomem.extractors.language.clauses.moods import (
    LONGEST,
    announced,
    has_ended,
    is_comparison,
    is_conditional,
    is_hypothetical,
    is_joke,
    is_perfect,
    is_short,
    modality_of,
    passes_on,
    softens,
    tense_of,
    told_before,
    under_condition,
)
from chronomem.extractors.language.clauses.references import (
    FIRST_PERSON,
    FIRST_POSSESSIVE,
    GENDER_OF_PRONOUN,
    Reference,
    Resolver,
)
from chronomem.extractors.language.extracted import Modality, Tense
from chronomem.extractors.language.lexicon import EVENT_NOUNS, FEELINGS, PLACE_NOUNS, RELATION_OF_NOUN, occupations
from chronomem.extractors.language.parsing.syntax import SyntaxTree
from chronomem.extractors.language.readable.dictionary import verbs

REASONS = {"because", "cause", "cuz", "since", "as", "although", "though", "so", "after", "while", "when", "once"}
_CONTACT = {"talk", "chat", "speak", "see", "meet", "hear", "catch"}
"""Verbs of "since we last talked", which is no information."""
_STRAY_DEPS = {"advcl", "parataxis", "conj", "dep", "list", "appos", "flat", "nmod"}
_TURNING_TO = {"ring", "call", "phone", "come", "visit", "pop", "drop", "turn", "arrive", "leave", "send", "give", "be"}
"""Verbs for what somebody does to the speaker, who goes on to tell of themselves: "mum rang, forgot to tell you"."""
PRACTICES = {"dentist", "doctor", "gp", "vet", "physio", "optician", "hairdresser", "barber", "clinic"}
"""Those at whose places people are: "at the vet"."""
_TELLING = {"say", "tell", "mention", "announce", "text", "write"}
SPEECH = {"say", "tell", "claim", "joke", "insist", "mention", "ask", "write", "text", "swear", "announce", "promise"}
_NEAR = 40
"""How many tokens back somebody is looked for whom a sentence without a subject may mean."""
_IMPERSONAL = {
    "seem", "look", "sound", "make", "depend", "matter", "suck", "feel", "mean", "taste", "smell", "help", "go",
    "serve", "happen", "come", "take", "cost", "turn", "appear", "get", "give", "keep", "rain", "snow", "hurt", "bring",
    "remind", "be", "do", "beat", "figure", "say", "tell", "show", "let", "work", "end", "start", "blow",
}  # fmt: skip
"""Verbs that, without a subject, are of something rather than of somebody: "sounds great", "works for me"."""
_OF_ONES_OWN = {"sell", "lose", "quit"}
"""Verbs for what happens to one's own things: "he's off sport, sold his racket"."""
_BARE_FIRST = {
    "wish", "hope", "love", "miss", "appreciate", "feel", "need", "want", "guess", "think", "understand", "thank",
    "hate", "like", "wonder", "plan", "bet",
}  # fmt: skip
"""Verbs that occur without a subject in the speaker's statements more often than in commands."""
_BY_HABIT = {"mostly", "mainly", "usually", "normally", "often", "sometimes", "rarely", "occasionally", "currently"}
"""Adverbs that tell of a habit, and bid nothing: "mostly listen to jazz"."""
_BIDDEN = {
    "enjoy", "have", "take", "keep", "stay", "get", "come", "let", "give", "send", "say", "tell", "try", "check",
    "look", "wait", "hang", "remember", "trust", "stop", "listen", "imagine", "visit", "sleep", "drive", "make", "do",
    "be", "go", "ask", "call", "text", "bring", "show", "share", "save", "wish", "rest", "relax", "cheer", "forget",
    "count", "welcome",
}  # fmt: skip
"""Verbs that, without a subject in the present, bid: "Enjoy your trip", "Have a great day", "Come visit"."""
NOT_ALONE = {"good", "great", "better", "bad", "okay", "ok", "fine", "well", "free", "sure", "safe", "down", "calm"}
"""Words that, without a subject, judge a thing ("Good to hear") more often than they tell a feeling."""
_FILLED = {"spend", "busy", "occupied"}
"""Words after which a participle tells what somebody does: "spent the summer picking grapes"."""
_REVEALING = {("turn", "out"), ("find", "out")}
_CHAINING = {
    "love", "like", "enjoy", "hate", "prefer", "want", "hope", "plan", "try", "need", "decide", "start", "begin", "go",
    "gon", "gonna", "wish", "intend", "learn", "get",
}  # fmt: skip
"""Verbs that govern a list of actions: "I like to cook, paint and read"."""
_INTERJECTION_DEPS = ("discourse", "vocative", "punct", "cc", "reparandum")


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause that states something.

    Attributes:
        head: its verb, or the adjective or noun of "she is a nurse".
        subject: the token of its own subject, or None if the subject is shared, dropped or that of a command.
        reference: the entity that the subject names, or None if unknown.
        kind: "statement", "command" ("Keep going!"), "feeling" ("So proud of you!") or "quality" ("Not vegan anymore").
        auxiliaries: tokens that belong to the verb: auxiliaries and copula.
        negated, modality, tense, ended: as in a statement.
        perfect: "has lived", "have been working": still true if it is a state.
        inherited: whether the subject is that of the preceding clause.
    """

    head: int
    subject: int | None
    reference: Reference | None
    kind: str
    auxiliaries: tuple[int, ...]
    negated: bool
    modality: Modality
    tense: Tense
    ended: bool
    perfect: bool = False
    inherited: bool = False
    dropped: bool = False


def find_clauses(resolver: Resolver) -> list[Clause]:
    """Return the clauses of a turn that state something, in the order of their heads."""
    tree = resolver.tree
    borrowed = borrowed_tokens(tree)
    joking = [is_joke(tree, sentence) for sentence in tree.sentences]
    found: list[Clause] = []
    for number, sentence in enumerate(tree.sentences):
        follows = number + 1 < len(joking) and joking[number + 1] and is_short(tree, number + 1)
        led = number > 0 and joking[number - 1] and is_short(tree, number - 1)
        if joking[number] or follows or led or sentence[1] - sentence[0] > LONGEST:
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
            if dep == "ccomp" and tree.lemmas[head] in _TELLING and found[known : known + 1]:
                found[known] = _of_the_teller(resolver, head, found[known])


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
    if mark == "since" and tree.lemmas[child] in _CONTACT:
        return False
    if mark in ("when", "while", "since", "as") and tree.child(child, "cop") is not None:
        return False  # "when I was a kid" gives a time
    if mark not in REASONS:
        return False
    happened = tree.tags[child] in ("VBD", "VBN")
    return tree.lower[subject] in FIRST_PERSON or (happened and _is_of_ones_own(tree, subject))


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
    return _without_subject(resolver, base, sentence)


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
    return replace(
        clause,
        reference=parent.reference,
        inherited=True,
        kind=parent.kind,
        modality=parent.modality if bare else clause.modality,
        tense=parent.tense if bare else clause.tense,
    )


def _without_subject(resolver: Resolver, clause: Clause, sentence: tuple[int, int]) -> Clause | None:
    """Interpret a clause without a subject: a statement by the speaker that omits "I", a command, or a feeling."""
    tree, head = resolver.tree, clause.head
    speaker = _left_out(resolver, head, sentence) or Reference(resolver.speaker, "person", confidence=0.8)
    tag, lemma = tree.tags[head], tree.lemmas[head]
    copula = tree.child(head, "cop")
    if copula is not None:
        held = not tree.tags[head].startswith("N") or tree.lemmas[head] in occupations()
        opened = (tree.lower[copula] in ("been", "am") and held) or _was_out(tree, head, copula)
        return replace(clause, reference=speaker, dropped=True) if opened and _opens(tree, copula, sentence) else None
    if clause.auxiliaries and tree.lower[min(clause.auxiliaries)] in ("do", "don't", "let"):
        return replace(clause, kind="command") if clause.negated else None
    if any(tree.lower[i] in ("me", "us") for i in tree.having(head, "obj", "iobj")):
        return replace(clause, dropped=True) if tag in ("VBD", "VBZ") else None  # "Made me proud": of a third person
    if lemma == "quit" and not clause.auxiliaries and _opens(tree, head, sentence) and _is_yours(tree, head):
        return replace(clause, kind="command")  # "quit that job!"
    habitual = any(tree.lower[i] in _BY_HABIT for i in tree.having(head, "advmod") if i < head)
    bidden = lemma in _BIDDEN and not habitual
    if tag in ("VB", "VBP") and bidden and not clause.auxiliaries and _opens(tree, head, sentence):
        return replace(clause, kind="command")
    if tag in ("VBD", "VBN") and lemma in _OF_ONES_OWN and not clause.auxiliaries and _is_anothers(tree, head):
        third = _last_spoken_of(resolver, sentence[0])
        if third is not None:
            return replace(clause, reference=third, dropped=True)
    if tag in ("VBD", "VBN", "VBG", "VBP") or (clause.auxiliaries and tag == "VB"):
        if tag in ("VBN", "VBG") and not _opens(tree, head, sentence):
            return None
        if tag == "VBN" and not clause.auxiliaries and lemma in FEELINGS | {"excite", "thrill", "bless"}:
            return replace(clause, kind="feeling", reference=speaker)
        return replace(clause, reference=speaker, dropped=True)
    if tag == "VBZ" and lemma in verbs() and lemma not in _IMPERSONAL and _opens(tree, head, sentence):
        third = _left_out(resolver, head, sentence) or _last_spoken_of(resolver, sentence[0])
        return None if third is None else replace(clause, reference=third, dropped=True)
    if tag == "VB":
        if (lemma in _BARE_FIRST or habitual) and _opens(tree, head, sentence):
            return replace(clause, reference=speaker, dropped=True)
        return replace(clause, kind="command")
    if tree.lower[head] in FEELINGS - NOT_ALONE and tag.startswith(("JJ", "VB")):
        return replace(clause, kind="feeling", reference=speaker)
    if clause.ended and tag.startswith(("JJ", "N")) and tree.lower[tree.children[head][0]] in ("not", "longer", "no"):
        return replace(clause, kind="quality", reference=speaker)  # "Not vegan anymore"
    if tree.lower[head] in ("thanks", "thank", "thx"):
        return replace(clause, kind="thanks", reference=speaker)
    return None


def _was_out(tree: SyntaxTree, head: int, copula: int) -> bool:
    """Whether a clause tells where its speaker was: "was at the dentist today", "was in Rome last week"."""
    cases = {tree.lower[i] for i in tree.having(head, "case")}
    named = tree.tags[head].startswith("NNP")
    out = named or (cases == {"at"} and tree.lemmas[head] in EVENT_NOUNS | PLACE_NOUNS | PRACTICES)
    return tree.lower[copula] == "was" and bool(cases & {"at", "in"}) and out


def _left_out(resolver: Resolver, head: int, sentence: tuple[int, int]) -> Reference | None:
    """Return whom somebody asked about, if a reply means them: "how's your brother?" "moved to Leeds in March".

    It doesn't where it tells of its speaker, or of the one asked about by a pronoun: "saw him on Friday".
    """
    tree, (first, last) = resolver.tree, sentence
    told = [i for i in range(first, head) if tree.full_deps[i] == "nsubj"]
    if told and tree.heads[told[-1]] == tree.heads[head]:
        if tree.lower[told[-1]] in GENDER_OF_PRONOUN:
            return resolver.resolve(told[-1])  # "she switched to karate, got her yellow belt"
        if (same := _told_on(resolver, told[-1], head)) is not None:
            return same
    if resolver.before is None or tree.tags[head] in ("VB", "VBP") or (meant := resolver.before.asked_about()) is None:
        return None
    own = any(tree.lower[i] in FIRST_PERSON for i in range(last))
    named = any(tree.lower[i] in GENDER_OF_PRONOUN and tree.tags[i] == "PRP" for i in range(first, last))
    return None if own or named else meant


def _told_on(resolver: Resolver, subject: int, verb: int) -> Reference | None:
    """Return the person of whom the verb after a comma goes on to tell: "my gran was a nurse, had a piano".

    It tells of the speaker after what somebody is just now or does to the speaker ("mum rang, forgot to tell you"), and
    where it has a pronoun for that person ("my cousin is a plumber, got a quote from him").
    """
    tree, head = resolver.tree, resolver.tree.heads[verb]
    is_role = tree.child(head, "cop") is not None and tree.tags[head] == "NN" and tree.child(head, "case") is None
    does = tree.tags[head] in ("VBD", "VBZ") and tree.lemmas[head] not in SPEECH | _CONTACT | _TURNING_TO
    if not (is_role or does) or any(tree.lower[i] in ("he", "she", "him", "her", "myself") for i in tree.subtree(verb)):
        return None
    meant = resolver.resolve(subject)
    if meant is None or meant.type != "person" or meant.plural or meant.name in (resolver.speaker, resolver.other):
        return None
    return replace(meant, confidence=0.7)


def _is_yours(tree: SyntaxTree, verb: int) -> bool:
    """Whether the object of a verb is the listener's: "that job", "your job"."""
    thing = tree.child(verb, "obj")
    own = [] if thing is None else tree.having(thing, "det", "nmod:poss")
    return any(tree.lower[i] in ("that", "your", "ur") for i in own)


def _is_anothers(tree: SyntaxTree, head: int) -> bool:
    """Whether what a verb has as its object is "his" or "hers"."""
    owners = (j for i in tree.having(head, "obj") for j in tree.having(i, "nmod:poss"))
    return any(tree.lower[i] in ("his", "her") for i in owners)


def _last_spoken_of(resolver: Resolver, first: int) -> Reference | None:
    """Return the only one who may be meant of those spoken of before a token: "loves his job", of a cousin."""
    near = range(max(0, first - _NEAR), first)
    here = {one.name: one for i in near if (one := resolver.spoken_of(i)) is not None and one.type == "person"}
    here = {name: one for name, one in here.items() if name not in (resolver.speaker, resolver.other)}
    if here or resolver.before is None:
        return replace(next(iter(here.values())), confidence=0.6) if len(here) == 1 else None
    return resolver.before.told_of()


def _opens(tree: SyntaxTree, head: int, sentence: tuple[int, int]) -> bool:
    """Whether only interjections, names, adverbs and punctuation precede the verb."""
    start, _ = tree.extent(head)
    start = max(start, sentence[0])
    return all(
        tree.deps[i] in _INTERJECTION_DEPS
        or tree.deps[i] in ("advmod", "aux", "cop", "obl", "mark")
        or tree.deps[tree.heads[i]] in ("obl", "vocative", "discourse", "advmod")
        for i in range(start, head)
    )
