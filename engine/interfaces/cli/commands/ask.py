"""`chronomem ask`: the answer to a question, by a language model."""

from typing import TYPE_CHECKING, Annotated

import typer

from chronomem.engine.interfaces.cli.output import AsJson, Now, clean, console, examples, note, write_json
from chronomem.engine.interfaces.cli.place import Place, takes_place

if TYPE_CHECKING:
    from chronomem.engine.answering.answers import Answer

EXAMPLES = (
    'chronomem ask "Where did Ann live before she moved?" --user u1',
    'chronomem ask "Who teaches me chess?" --user u1 --no-gate --json',
)


@takes_place
def ask(
    place: Place,
    question: Annotated[str, typer.Argument(help="In plain words.")],
    user: Annotated[str, typer.Option("--user", help="Whose memory is asked.")],
    now: Now = None,
    k: Annotated[int, typer.Option("-k", help="How many items for each part of the question.")] = 10,
    preset: Annotated[str, typer.Option("--preset", help="The way of recalling.")] = "chronomem",
    gate: Annotated[bool, typer.Option(help="Let the model sort out memories before it answers.")] = True,
    as_json: AsJson = False,
) -> None:
    """Answer a question by the language model that CHRONOMEM_MODEL names, with the turns that the answer rests on."""
    with place.open() as memory:
        answer = memory.ask(question, user=user, now=now, k=k, preset=preset, gate=gate)
    if as_json:
        write_json(answer.as_dict())
    else:
        write_answer(answer)


def write_answer(answer: "Answer") -> None:
    """Print an answer with its turns, or what is missing for one."""
    if answer.text is None:
        note(f"the memory doesn't hold the answer; missing: {answer.missing}")
        return
    screen = console()
    screen.print(clean(answer.text), soft_wrap=True)
    screen.print(clean(f"({', '.join(answer.turn_ids)})"), style="dim", soft_wrap=True)


def register(app: typer.Typer) -> None:
    app.command("ask", epilog=examples(*EXAMPLES))(ask)
