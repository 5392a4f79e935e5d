"""A question as the statement that an answer completes: "where do you live?" is "I live in …"."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from chronomem.extractors.language.dialogue.conversation import ParsedTurn
from chronomem.extractors.language.dialogue.wording import agreeing, answered_words, as_name, finite, joined
from chronomem.extractors.language.dialogue.words import ANYBODY, Token, is_noun

Kind = Literal["where", "what", "who", "whose", "when", "age", "count", "length", "measure", "job", "doer", "polar"]


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A question as the statement that an answer completes.

    Attributes:
        kind: what is asked for; "doer" if it is who does or is something, "whose" also for "is that your dog?", "polar"
            if yes or no.
        asker: who asks.
        addressed: the participants that the turn names.
        subject: whom or what it is about, in the words of the one who answers.
        auxiliary: the auxiliary as asked ("do", "are"), or "".
        rest: the words after the subject; the verb is in its base form if the auxiliary is "do".
        noun: the noun of "what car", "whose dog" or "how many kids", or "".
        still: whether it asks if a state goes on.
        now: whether it asks how things have come to be: "so you're at Lumora now?"
        stressed: whether it asks if it is the subject of whom this is so, and nobody else.
        told: whether it has the form of a statement.
        negative: whether that statement denies it: "you didn't buy it, did you?".
        hearsay: whether it passes on what others say.
        slot: where the answer goes: the range of the words of `rest` that it replaces.
    """

    kind: Kind
    asker: str
    addressed: frozenset[str]
    subject: str
    auxiliary: str
    rest: tuple[Token, ...]
    noun: str = ""
    still: bool = False
    now: bool = False
    stressed: bool = False
    told: bool = False
    negative: bool = False
    hearsay: bool = False
    slot: tuple[int, int] | None = None

    @property
    def lasting(self) -> bool:
        """Whether it asks how things are, rather than what somebody is doing or did: "what car do you drive"."""
        passing = self.auxiliary in ("did", "was", "were") or any(word.tag == "VBG" for word in self.rest[:1])
        some = any(word.lower == "any" for word in self.rest)
        return some or not passing

    def states(self, gap: str = "", *, tail: str = "") -> str:
        """Return the statement, with the gap filled."""
        return self._said("", gap, tail)

    def denies(self, tail: str = "") -> str:
        """Return the statement's denial: "I'm no longer …" if the question is whether it is still so."""
        if self.still:
            return f"{self._said('not', '', '')} anymore {tail}".strip()
        return self._said("not", "", tail)

    def _said(self, negation: str, gap: str, tail: str) -> str:
        rest = answered_words([word.text for word in self.rest], self.asker)
        first, last = self.slot if self.slot is not None else (len(rest), len(rest))
        auxiliary = agreeing(self.auxiliary, self.subject)
        if auxiliary in ("do", "does", "did"):
            if negation:
                lead = [auxiliary, "not"]
            else:
                lead = []
                if rest:
                    rest[0] = finite(self.rest[0].lemma or self.rest[0].lower, auxiliary, self.subject)
        else:
            if _lasts(self.rest, auxiliary, tail):
                auxiliary = "has been" if auxiliary == "is" else "have been"
            lead = [auxiliary, negation]
        if gap or self.slot is not None:
            rest = [*rest[:first], gap, *rest[last:]]
        return joined([self.subject, *lead, *rest, tail])

    def about(self, subject: str, *, plural: bool = False) -> "OpenQuestion":
        """Return the question about another person or thing."""
        forms = {"are": "is", "'re": "is", "am": "is", "do": "does", "have": "has", "'ve": "has", "were": "was"}
        auxiliary = self.auxiliary
        if plural:
            auxiliary = {"is": "are", "'s": "are", "does": "do", "has": "have", "was": "were"}.get(auxiliary, auxiliary)
        if not plural and subject != "I":
            auxiliary = forms.get(auxiliary, auxiliary)
        if subject == "I":
            auxiliary = {"is": "are", "does": "do", "has": "have", "'s": "are"}.get(auxiliary, auxiliary)
        return replace(self, subject=subject, auxiliary=auxiliary)


def _lasts(rest: Sequence[Token], auxiliary: str, tail: str) -> bool:
    """Whether what goes on, or a quality, is said to last since a time: "yep, since january", "since 2010"."""
    lasting = bool(rest) and (rest[0].tag in ("VBG", "VBN") or rest[0].tag.startswith("JJ"))
    return auxiliary in ("am", "is", "are") and lasting and tail.startswith("since ")


def addressed_by(said: ParsedTurn) -> frozenset[str]:
    """Return the participants whom a turn names."""
    lower = set(said.tree.lower)
    return frozenset(name for name in said.others if name.split()[0].lower() in lower)


def question_about(
    said: ParsedTurn, kind: Kind, subject: Sequence[Token], auxiliary: str, rest: Sequence[Token]
) -> OpenQuestion:
    """Return a question of a turn about a subject, in the words of the one who answers."""
    person = subject[0].lower in ANYBODY
    named = ["I"] if person else answered_words([word.text for word in subject], said.speaker, subject=True)
    if person:
        auxiliary = {"is": "are", "does": "do", "has": "have"}.get(auxiliary, auxiliary)
    name = joined(named)
    if len(subject) == 1 and is_noun(subject[0]) and subject[0].tag != "NNS":
        name = as_name(name)
    for formal in ("date of birth", "dob", "bday"):
        name = name.replace(formal, "birthday")
    return OpenQuestion(kind, said.speaker, addressed_by(said), name, auxiliary, tuple(rest))
