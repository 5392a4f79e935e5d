"""Clauses without a subject: a statement of the speaker's that omits "I", a command, or a feeling."""

from dataclasses import replace

from chronomem.extractors.language.clauses.clause import Clause
from chronomem.extractors.language.clauses.genders import GENDER_OF_PRONOUN
from chronomem.extractors.language.clauses.moods import CONTACT, SPEECH
from chronomem.extractors.language.clauses.references import FIRST_PERSON, Resolver
from chronomem.extractors.language.clauses.referents import Reference
from chronomem.extractors.language.lexicon import EVENT_NOUNS, FEELINGS, PLACE_NOUNS, occupations
from chronomem.extractors.language.parsing.syntax import SyntaxTree
from chronomem.extractors.language.readable.dictionary import verbs

PRACTICES = {"dentist", "doctor", "gp", "vet", "physio", "optician", "hairdresser", "barber", "clinic"}
"""Those at whose places people are: "at the vet"."""
_TURNING_TO = {"ring", "call", "phone", "come", "visit", "pop", "drop", "turn", "arrive", "leave", "send", "give", "be"}
"""Verbs for what somebody does to the speaker, who goes on to tell of themselves: "mum rang, forgot to tell you"."""
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
_NOT_ALONE = {"good", "great", "better", "bad", "okay", "ok", "fine", "well", "free", "sure", "safe", "down", "calm"}
"""Words that, without a subject, judge a thing ("Good to hear") more often than they tell a feeling."""
_BEFORE_VERBS = {"discourse", "vocative", "punct", "cc", "reparandum", "advmod", "aux", "cop", "obl", "mark"}
"""How what may precede a verb that opens its sentence depends on it."""


def read_subjectless(resolver: Resolver, clause: Clause, sentence: tuple[int, int]) -> Clause | None:
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
        post = any(tree.lower[j] == "as" for i in tree.having(head, "obl") for j in tree.having(i, "case"))
        if lemma == "start" and post and _opens(tree, head, sentence):
            return replace(clause, reference=speaker, dropped=True)  # "start as an apprentice on 1 March"
        if (lemma in _BARE_FIRST or habitual) and _opens(tree, head, sentence):
            return replace(clause, reference=speaker, dropped=True)
        return replace(clause, kind="command")
    if tree.lower[head] in FEELINGS - _NOT_ALONE and tag.startswith(("JJ", "VB")):
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
    does = tree.tags[head] in ("VBD", "VBZ") and tree.lemmas[head] not in SPEECH | CONTACT | _TURNING_TO
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
        tree.deps[i] in _BEFORE_VERBS or tree.deps[tree.heads[i]] in ("obl", "vocative", "discourse", "advmod")
        for i in range(start, head)
    )
