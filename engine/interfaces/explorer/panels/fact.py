"""The details of a fact, in a dialog: its interval, its evidence, and the facts before and after it."""

from nicegui import ui
from nicegui.element import Element

from chronomem.engine.interfaces.explorer.evidence import Evidence, HistoryStep, evidence
from chronomem.engine.interfaces.explorer.known_facts import GraphFact
from chronomem.engine.interfaces.explorer.panels.pieces import Words, box, empty, press, told_in
from chronomem.engine.interfaces.explorer.panels.visit import Visit
from chronomem.engine.interfaces.explorer.wording import day_of, moment_of, predicate_of, span_of
from chronomem.graph_schema.model.counts import count_of


def statement_of(fact: GraphFact) -> str:
    """Return a fact as one line: subject, predicate, object."""
    return f"{fact.subject.name} {predicate_of(fact.predicate)} {fact.says}".strip()


def show_fact_line(fact: GraphFact, visit: Visit, *, badge: str = "") -> None:
    """Show a fact as a line that opens its details."""
    button = box("fact", "button", type="button")
    button.on("click", lambda: open_fact(fact, visit))
    with button:
        with box("fact-head", "span"):
            Words("span", statement_of(fact), "fact-says")
            if badge:
                Words("span", badge, f"badge badge-{badge}")
        Words("span", span_of(fact.valid_at, fact.invalid_at, visit.zone), "muted")


def show_no_facts(visit: Visit) -> None:
    """Show that there are no facts, and how to extract some."""
    empty("No facts yet", "To extract facts from the stored turns, run:", [visit.hint("consolidate")])


async def open_fact(fact: GraphFact, visit: Visit) -> None:
    """Open a fact in a dialog."""
    with ui.context.client.content, ui.dialog() as dialog, box("dialog-card"):
        with box("dialog-top"):
            Words("h2", statement_of(fact))
            press("Close", dialog.close)
        body = box("dialog-body")
    dialog.props["aria-label"] = "Fact"
    dialog.on("hide", dialog.delete)
    dialog.open()
    with told_in(body):
        found = await evidence(visit.memory, visit.user, fact, visit.zone)
        with body:
            if found is None:
                Words("p", "This fact no longer exists: something was stored or deleted since this page was opened.")
            else:
                _show(fact, found, visit)
                _offer_correction(fact, visit, body)


def _offer_correction(fact: GraphFact, visit: Visit, body: Element) -> None:
    """Offer to correct a fact, or to retract it."""
    with box("correction"):
        Words("h3", "Is it wrong?")
        instead = ui.input("What holds instead; empty to take the fact back")
        reason = ui.input("Reason")

        async def correct() -> None:
            with told_in(body):
                why = reason.value.strip() or None
                if words := instead.value.strip():
                    field = "value" if fact.object is None else "object"
                    await visit.memory.correct(fact.id, user=visit.user, reason=why, **{field: words})
                else:
                    await visit.memory.retract(fact.id, user=visit.user, reason=why)
                body.clear()
                with body:
                    Words("p", "Corrected. Reload the page to see the facts as they are now.")

        press("Correct", correct)


def _show(fact: GraphFact, found: Evidence, visit: Visit) -> None:
    with box("pairs", "dl"):
        _pair("Holds", span_of(fact.valid_at, fact.invalid_at, visit.zone) + ("" if fact.dated else " (not dated)"))
        _pair("Learned", moment_of(found.created_at.astimezone(visit.zone)))
        if found.expired_at is not None:
            _pair("Replaced", moment_of(found.expired_at.astimezone(visit.zone)))
        _pair("Confidence", f"{found.confidence:.0%}, said {count_of(found.reinforcements + 1, 'time')}")
    Words("h3", "What was said")
    for turn in found.turns:
        with box("turn"):
            with box("turn-head"):
                Words("strong", turn.speaker)
                Words("span", moment_of(turn.said_at), "muted")
            Words("p", turn.text, "said")
    if not found.turns:
        Words("p", "No turn states it: it was added as a fact.", "muted")
    if found.more_turns:
        Words("p", f"and {count_of(found.more_turns, 'more turn', 'more turns')}", "muted")
    Words("h3", f"History: {fact.subject.name} {predicate_of(fact.predicate)}")
    with box("steps", "ol"):
        for step in found.steps:
            _show_step(step, visit)


def _pair(name: str, value: str) -> None:
    Words("dt", name)
    Words("dd", value)


def _show_step(step: HistoryStep, visit: Visit) -> None:
    with box("step this" if step.is_this else "step", "li"):
        Words("span", step.says, "step-says")
        Words("span", span_of(step.valid_at, step.invalid_at, visit.zone), "muted")
        with box("lane", aria_hidden="true"):
            box("lane-bar").style(f"left: {step.begin}%; width: {max(step.width, 0.8)}%")
        if step.expired_at is not None:
            Words(
                "span", f"known to be over or replaced since {day_of(step.expired_at.astimezone(visit.zone))}", "muted"
            )
        if step.operator:
            Words("span", f"by the operator, {step.operator}", "muted")
