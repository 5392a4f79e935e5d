"""Turns restated as whole sentences, with what they leave out because the turns before have said it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from chronomem.extractors.language.dialogue.answers import answer
from chronomem.extractors.language.dialogue.attendance import been_at
from chronomem.extractors.language.dialogue.completions import christened, completions
from chronomem.extractors.language.dialogue.contrasts import compared, contrasted, put_right
from chronomem.extractors.language.dialogue.conversation import ParsedTurn, TurnInContext
from chronomem.extractors.language.dialogue.corrections import correction_of, self_corrected
from chronomem.extractors.language.dialogue.counted import counted_after, names_given
from chronomem.extractors.language.dialogue.denials import denied_names, not_me
from chronomem.extractors.language.dialogue.diets import avoided
from chronomem.extractors.language.dialogue.ellipsis import elliptical, statements_before_return
from chronomem.extractors.language.dialogue.fragments import (
    Shared,
    ages,
    ailing,
    dates_of_birth,
    done_with,
    fragments,
    household,
    in_full,
    siblings,
    wished,
)
from chronomem.extractors.language.dialogue.granted import felt, granted
from chronomem.extractors.language.dialogue.identities import (
    called,
    identified,
    known_as_kin,
    known_by_name,
    known_by_role,
    named_by_another,
    related,
)
from chronomem.extractors.language.dialogue.invitations import inviting, joined_in
from chronomem.extractors.language.dialogue.mistakes import mistaken
from chronomem.extractors.language.dialogue.open_question import OpenQuestion
from chronomem.extractors.language.dialogue.outcomes import outcomes
from chronomem.extractors.language.dialogue.outcomes_asked import postponed, recovered
from chronomem.extractors.language.dialogue.ownership import further_ones, likewise_had, offered, own_ones, spoken_of
from chronomem.extractors.language.dialogue.questions import questions_of
from chronomem.extractors.language.dialogue.rearranged import described, reworded, stressed, topics, who_we_are
from chronomem.extractors.language.dialogue.replies import Part, TurnReply, reply_of
from chronomem.extractors.language.dialogue.retractions import Effect, retracted
from chronomem.extractors.language.dialogue.rhetorical import guessed
from chronomem.extractors.language.dialogue.settled import settled
from chronomem.extractors.language.dialogue.shared import agreed, birthdays, denied_alike, echoed, gone_too
from chronomem.extractors.language.dialogue.shortened import (
    both_alike,
    gapped,
    limited,
    shared_predicates,
    side_by_side,
)
from chronomem.extractors.language.dialogue.since_when import told_since
from chronomem.extractors.language.dialogue.sluices import sluiced
from chronomem.extractors.language.dialogue.successions import successions
from chronomem.extractors.language.dialogue.turning_points import on_days
from chronomem.extractors.language.dialogue.wording import answered_words, digits, joined
from chronomem.extractors.language.extracted import CORRECTED, Extraction, Statement
from chronomem.graph_schema.facts.claims import EVER
from chronomem.graph_schema.facts.predicates import VIEWS, predicate_named

_WORD = re.compile(r"[^\W_]+")
_PLANS = {"plans", "looks_forward_to", "considers"}


@dataclass(frozen=True, slots=True)
class Restated:
    """A sentence that says in full what a turn says.

    Attributes:
        text: the sentence.
        span: the half-open span of the turn that it restates, in characters.
        speaker, others: whose sentence it is, and who else takes part.
        said_at: the time that its expressions of time are relative to.
        effect: what the turn does with it.
        asked: whether somebody asked for it, so that it is worth listing whatever its predicate.
        corrects: whether it repeats a sentence that was said before, with other or further words in it.
        of: words of which a statement must hold one which it takes back; none for all of its statements.
    """

    text: str
    span: tuple[int, int]
    speaker: str
    others: tuple[str, ...]
    said_at: datetime
    effect: Effect = "told"
    asked: bool = False
    corrects: bool = False
    of: frozenset[str] = frozenset()


def restate(conversation: TurnInContext) -> list[Restated]:
    """Return the sentences that a turn implies together with those before it."""
    now = conversation.now
    opened = list(_opened(now))
    whole = (
        *_fragments(conversation), *ailing(now), *done_with(now), *offered(now), *own_ones(conversation),
        *further_ones(conversation), *likewise_had(conversation), *gone_too(conversation),
        *household(conversation), *spoken_of(conversation), *avoided(conversation),
        *successions(conversation), *dates_of_birth(conversation), *wished(conversation), *called(now),
        *ages(conversation), *siblings(now), *counted_after(now), *contrasted(now), *compared(now),
        *shared_predicates(now),
        *both_alike(now), *side_by_side(now), *gapped(now),
        *stressed(now), *described(now), *reworded(now), *topics(now), *put_right(now),
        *granted(now), *felt(now), *who_we_are(now), *limited(now), *on_days(now), *inviting(now),
    )  # fmt: skip
    opened += [Restated(text, span, now.speaker, now.others, now.said_at) for text, span in whole]
    opened += [
        Restated(text, span, now.speaker, now.others, now.said_at, corrects=True)
        for text, span in (*guessed(now), *self_corrected(now))
    ]
    opened += [Restated(text, span, now.speaker, now.others, now.said_at, "settled") for text, span in settled(now)]
    corrected = list(_corrections(conversation))
    if not corrected:
        opened += [
            Restated(_led(text), span, now.speaker, now.others, now.said_at, effect, corrects=effect == "told")
            for text, span, effect in mistaken(now)
        ]
    if corrected or not conversation.before:
        return [*opened, *corrected]
    reply = reply_of(now.tree, now.others)
    taken_back = [
        Restated(text, span, said.speaker, said.others, said.said_at, effect)
        for said, text, span, effect in retracted(conversation, reply)
    ]
    for denial in (*denied_names(conversation), *not_me(conversation)):
        said = denial.said
        whose = (denial.span, said.speaker, said.others, said.said_at)
        taken_back.append(Restated(_led(denial.wrong), *whose, "withdrawn", of=frozenset({denial.word} - {""})))
        if denial.right is not None:
            taken_back.append(Restated(_led(denial.right), *whose, corrects=True))
    shared = (
        *birthdays(conversation), *echoed(conversation, reply), *agreed(conversation), *denied_alike(conversation),
        *joined_in(conversation),
        *outcomes(conversation), *related(conversation), *named_by_another(conversation, reply),
        *known_by_name(conversation), *known_by_role(conversation),
        *known_as_kin(conversation),
        *postponed(conversation), *recovered(conversation),
    )  # fmt: skip
    also = [Restated(text, span, now.speaker, now.others, now.said_at) for text, span in shared]
    also += [
        Restated(text, span, now.speaker, now.others, now.said_at, asked=True) for text, span in been_at(conversation)
    ]
    also += [
        Restated(text, span, now.speaker, now.others, now.said_at, effect)
        for text, span, effect in identified(conversation, reply)
    ]
    dated = (
        *told_since(conversation), *sluiced(conversation, reply), *completions(conversation, reply),
        *christened(conversation, reply), *names_given(conversation),
    )  # fmt: skip
    also += [Restated(text, span, now.speaker, now.others, now.said_at, corrects=True) for text, span in dated]
    return [*taken_back, *opened, *also, *_run_on(now, reply), *_answers(conversation, reply)]


def _fragments(conversation: TurnInContext) -> Iterator[Shared]:
    """Yield what a turn says in fragments; a number of things that answers a question goes on with no count."""
    now, before = conversation.now, conversation.before
    asked = bool(before) and before[-1].speaker != now.speaker and "have" in before[-1].tree.lemmas
    asked = asked and "?" in before[-1].tree.words and "many" not in before[-1].tree.lower
    yield from (told for told in fragments(now) if not (asked and told[0].startswith("that makes")))


def _opened(now: ParsedTurn) -> Iterator[Restated]:
    """Yield the statement that a turn makes before it returns the question: "my name is Rosalind, and yours?"."""
    for text, span in statements_before_return(now):
        yield Restated(text, span, now.speaker, now.others, now.said_at)


def _run_on(now: ParsedTurn, reply: TurnReply) -> Iterator[Restated]:
    """Yield the clause that follows yes or no without punctuation: "no no JON is the vet"."""
    if reply.run_on and reply.parts and reply.parts[0].clausal and not reply.parts[0].asks:
        yield Restated(
            _led(reply.parts[0].text), _span(now, reply, reply.parts[:1]), now.speaker, now.others, now.said_at
        )


def _led(text: str) -> str:
    """Return a sentence that doesn't begin with a name, so that its capital tells that it is one."""
    return text if text.split(" ", 1)[0] in ("I", "my") else f"yes, {text}"


def _corrections(conversation: TurnInContext) -> Iterator[Restated]:
    found = correction_of(conversation)
    if found is None:
        return
    said = found.said
    if found.about is not None:  # "so you work at Lidl" "Aldi, not Lidl"
        now = conversation.now
        wrong, right = (_of_oneself(text[found.about :], said.speaker) for text in (found.wrong, found.right))
        yield Restated(wrong, found.span, now.speaker, now.others, now.said_at, "withdrawn")
        yield Restated(right, found.span, now.speaker, now.others, now.said_at, corrects=True)
        return
    pairs = [(text, text.replace(found.wrong, found.right)) for text in _answers_made(conversation, said)]
    for wrong, right in pairs or [(in_full(found.wrong), in_full(found.right))]:
        of = frozenset(_WORD.findall(wrong.lower())) - frozenset(_WORD.findall(right.lower()))
        yield Restated(_led(wrong), found.span, said.speaker, said.others, said.said_at, "withdrawn", of=of)
        yield Restated(_led(right), found.span, said.speaker, said.others, said.said_at, corrects=True)


def _of_oneself(text: str, asker: str) -> str:
    """Return what another says of "you" as one's own words: "I'm moving to Sapporo" for "you're moving to Sapporo?"."""
    _, *rest = text.rstrip("?!. ").replace("'", " '").replace("\u2019", " '").split()
    if rest and rest[0].lower() in ("'re", "are", "were"):
        rest[0] = {"'re": "'m", "are": "am", "were": "was"}[rest[0].lower()]
    return joined(["I", *answered_words(rest, asker)])


def _answers_made(conversation: TurnInContext, said: ParsedTurn) -> list[str]:
    """Return the statements that an earlier turn without a verb made by answering: "72" after "how old are you?"."""
    if any(tag.startswith(("VB", "MD")) for tag in said.tree.tags):
        return []
    number = next(n for n, turn in enumerate(conversation.before) if turn is said)
    then = TurnInContext(said, conversation.before[:number])
    reply = reply_of(said.tree, said.others)
    return [text for questions in _open_questions(then) for _, text, _ in _answered(questions, reply)]


def _answers(conversation: TurnInContext, reply: TurnReply) -> Iterator[Restated]:
    now = conversation.now
    waiting = _open_questions(conversation)
    if reply.agrees is None and not any(part.may_answer for part in reply.parts):
        return
    for questions in waiting:
        found = list(_answered(questions, reply))
        if not found:
            continue
        for question, text, used in found:
            span = _span(now, reply, used)
            asked = question.lasting and bool(used)
            yield Restated(_led(text), span, now.speaker, now.others, now.said_at, asked=asked)
        return


def _answered(questions: Sequence[OpenQuestion], reply: TurnReply) -> Iterator[tuple[OpenQuestion, str, list[Part]]]:
    """Yield the statements by which a reply answers questions that were asked together."""
    left = reply
    for question in questions:
        rest = [left] if len(questions) == 1 else [left, *_later(left)]
        for one in rest:
            filled = answer(question, one)
            if filled is None:
                continue
            statements, used = filled
            for statement in statements:
                yield question, statement, used
            left = TurnReply(None, False, tuple(part for part in one.parts if part not in used), left.spoken)
            break


def _later(reply: TurnReply) -> Iterator[TurnReply]:
    """Yield what remains of a reply from each part on that is a sentence of its own."""
    sentences = [part.sentence for part in reply.parts]
    for n in range(1, len(reply.parts)):
        if sentences.count(sentences[n]) == 1 or sentences[n] == sentences[0]:
            yield TurnReply(None, False, reply.parts[n:])


def _span(now: ParsedTurn, reply: TurnReply, used: Sequence[Part]) -> tuple[int, int]:
    words = [*reply.spoken, *(word for part in used for word in part.words)]
    if not words:
        return 0, len(now.tree.text)
    return now.tree.starts[min(w.at for w in words)], now.tree.end(max(w.at for w in words))


def _open_questions(conversation: TurnInContext) -> list[list[OpenQuestion]]:
    """Return the questions that the turn may answer, those of one turn together, the last ones first.

    They were asked since the speaker's last turns; in a run of several turns, the first ones may have answered some.
    """
    found: list[list[OpenQuestion]] = []
    now, before = conversation.now, conversation.before
    answered: list[TurnReply] = []
    asked_since = False
    for n in range(len(before) - 1, -1, -1):
        said = before[n]
        if said.speaker == now.speaker:
            if asked_since:
                break
            answered.append(reply_of(said.tree, said.others))
            continue
        asked_since = True
        asked = [q for q in questions_of(said) if q.kind != "polar" or _is_near_end(q, said)]
        again = elliptical(said, before[:n])
        if again is not None and not any(q.rest == again.rest and q.subject == again.subject for q in asked):
            asked = [*asked, again]
        mine = [q for q in asked if _is_for(q, now) and not any(answer(q, reply) for reply in answered)]
        if mine:
            found.append(mine)
    return found


def _is_near_end(question: OpenQuestion, said: ParsedTurn) -> bool:
    """Whether at most one more sentence follows a question: "yeah" answers what was asked last."""
    last = question.rest[-1].at if question.rest else 0
    return sum(first > last for first, _ in said.tree.sentences) <= 1


def _is_for(question: OpenQuestion, now: ParsedTurn) -> bool:
    """Whether a question may be meant for the speaker of a turn."""
    own = question.subject == "I" or question.subject.startswith("my ")
    return not (own and question.addressed and now.speaker not in question.addressed)


def with_restated(extraction: Extraction, restated: Sequence[tuple[Restated, Extraction]]) -> Extraction:
    """Return what a turn states, with what it states by sentences left unsaid.

    Where a part of the turn is restated, its own words are not read by themselves.
    """
    if not restated:
        return extraction
    spans = [sentence.span for sentence, _ in restated if sentence.effect != "settled"]
    own = [s for s in extraction.statements if not any(_covers(span, s.span) for span in spans)]
    right = [s for sentence, found in restated if sentence.effect == "told" for s in found.statements]
    misnamed = {alias.alias for alias in extraction.aliases if "'s " not in alias.alias}
    implied: list[Statement] = []
    for sentence, found in restated:
        for statement in found.statements:
            if sentence.effect == "withdrawn" and not misnamed.isdisjoint((statement.subject, statement.object)):
                continue  # what was said of the wrong name is true of the right one
            if statement.predicate in VIEWS or (sentence.effect != "told" and _still_holds(statement, right)):
                continue
            if sentence.of and not (_holds_any(statement, sentence.of) or _dated_anew(statement, right)):
                continue
            postponed = sentence.effect == "withdrawn" and statement.predicate in _PLANS
            off = postponed and _dated_anew(statement, right)  # the plan with another day begins at once
            meant = _meant(statement, replace(sentence, effect="cancelled") if off else sentence)
            if meant is not None:
                implied.append(replace(meant, span=sentence.span))
    aliases = dict.fromkeys([*extraction.aliases, *(a for _, found in restated for a in found.aliases)])
    return Extraction(extraction.mentions, tuple(_unique([*own, *implied])), tuple(aliases))


def _holds_any(statement: Statement, words: frozenset[str]) -> bool:
    told = _WORD.findall(f"{statement.subject} {statement.object or statement.value or ''}".lower())
    return not (words | {number for word in words if (number := digits(word)) is not None}).isdisjoint(told)


def _dated_anew(statement: Statement, right: Sequence[Statement]) -> bool:
    """Whether a statement is put right by the same one at another time."""
    return any(
        _content(other) == _content(statement)
        and (other.valid_at, other.invalid_at) != (statement.valid_at, statement.invalid_at)
        for other in right
    )


def _still_holds(statement: Statement, right: Sequence[Statement]) -> bool:
    """Whether a statement that is taken back follows from what is put in its place, which may begin sooner."""
    start, end = statement.valid_at, statement.invalid_at
    return any(
        _content(other) == _content(statement)
        and (other.valid_at == start or (other.valid_at is not None and start is not None and other.valid_at < start))
        and (other.invalid_at is None or (end is not None and end <= other.invalid_at))
        for other in right
    )


def _content(s: Statement) -> tuple[object, ...]:
    return s.subject, s.predicate, s.object, s.value, s.polarity, s.ended


def _meant(statement: Statement, sentence: Restated) -> Statement | None:
    """Return what a turn states by a sentence that it tells, takes back, denies or calls off."""
    if sentence.effect == "settled":
        return statement if statement.ended else None
    if sentence.effect == "told":
        if sentence.corrects:
            return replace(statement, rule=CORRECTED, minor=None)
        affirmed = sentence.asked and statement.polarity == "affirmed" and not statement.ended
        rule = predicate_named(statement.predicate)
        return replace(statement, minor=False) if affirmed and (rule.is_open or rule.kind == "event") else statement
    if statement.ended or statement.polarity == "negated":
        return None
    if sentence.effect == "cancelled":
        if statement.predicate not in _PLANS and statement.modality != "planned":
            return None
        return replace(statement, ended=True, begun=False, valid_at=None, invalid_at=None, grain=None)
    if sentence.effect == "denied" and statement.subject == sentence.speaker:
        return None  # nobody knows better than the one who said it
    return _withdrawn(statement, sentence)


def _withdrawn(statement: Statement, sentence: Restated) -> Statement | None:
    """Return the denial of a statement from its beginning on, or for all of time: it was never so."""
    if sentence.effect == "never":
        if statement.rule == "possessive":
            return None  # "my uncle lives in Chile" was wrong, and he is an uncle all the same
        text = f"it was never so that {statement.text}"
        return replace(statement, polarity="negated", valid_at=None, invalid_at=None, grain=EVER, text=text)
    state = predicate_named(statement.predicate).kind == "state"
    start = statement.valid_at if statement.valid_at is not None or not state else sentence.said_at
    return replace(
        statement,
        rule=CORRECTED if sentence.effect == "withdrawn" else statement.rule,
        polarity="negated",
        valid_at=start,
        invalid_at=statement.invalid_at if statement.valid_at is not None else None,
        text=f"it is not so that {statement.text}",
    )


def _covers(span: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether a span holds most of another one."""
    common = min(span[1], other[1]) - max(span[0], other[0])
    return 2 * common > other[1] - other[0]


def _unique(statements: Sequence[Statement]) -> Iterator[Statement]:
    """Yield statements; of several with the same content, the one with the highest confidence."""
    best: dict[tuple[object, ...], Statement] = {}
    for s in statements:
        key = (*_content(s), s.valid_at)
        if key not in best or s.confidence > best[key].confidence:
            best[key] = s
    yield from best.values()
