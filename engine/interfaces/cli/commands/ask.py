"""`chronomem ask`: the answer of a language model to a question."""

from typing import TYPE_CHECKING, Annotated

import typer

from chronomem.engine.interfaces.cli.output import AsJson, Now, clean, console, note, write_json
from chronomem.engine.interfaces.cli.place import Place, TheUser, takes_place

if TYPE_CHECKING:
    from chronomem.engine.answering.answers import Answer

EXAMPLES = (
    'chronomem ask "Where did Ann live before she moved?" --user u1',
    'chronomem ask "Who teaches me chess?" --user u1 --thorough --json',
)


@takes_place
def ask(
    place: Place,
    question: Annotated[str, typer.Argument(help="The question, in plain words.")],
    user: TheUser = None,
    now: Now = None,
    k: Annotated[
        int | None,
        typer.Option("-k", help="The maximum number of items; by default 20, and 10 for each part if thorough."),
    ] = None,
    preset: Annotated[str, typer.Option("--preset", help="The preset of recall.")] = "chronomem",
    thorough: Annotated[
        bool | None, typer.Option(help="Plan the question and answer it in parts; by default, as the preset says.")
    ] = None,
    gate: Annotated[
        bool | None,
        typer.Option(help="If thorough, let the model drop unhelpful memories before it answers; else as the preset."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Answer a question with the language model named by CHRONOMEM_MODEL, and show the turns that are its evidence."""
    with place.open_for(user) as (memory, user):
        answer = memory.ask(question, user=user, now=now, k=k, preset=preset, thorough=thorough, gate=gate)
    if as_json:
        write_json(answer.as_dict())
    else:
        write_answer(answer)


def write_answer(answer: "Answer") -> None:
    """Print an answer with its turns, or the missing information."""
    if answer.text is None:
        note(f"the memory doesn't hold the answer; missing: {answer.missing}")
        return
    screen = console()
    screen.print(clean(answer.text), soft_wrap=True)
    screen.print(clean(f"({', '.join(answer.turn_ids)})"), style="dim", soft_wrap=True)
