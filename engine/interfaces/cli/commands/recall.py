"""`chronomem recall`: the memories relevant to a question."""

from typing import TYPE_CHECKING, Annotated

import typer

from chronomem.engine.interfaces.cli.output import AsJson, Now, Where, clean, console, note, write_json
from chronomem.engine.interfaces.cli.place import Place, TheUser, takes_place
from chronomem.graph_schema.model.counts import count_of

if TYPE_CHECKING:
    from chronomem.retrieval.context import Context, Explanation

EXAMPLES = (
    'chronomem recall "Where do I live since May?" --user u1 --now 2023-06-20',
    'chronomem recall "What did I say about tiles?" --user u1 -k 3 --json',
    'chronomem recall "What changed since May?" --user u1 --explain',
    """chronomem recall "What was agreed?" --user u1 --where '{"channel": "sales"}' --since 2023-05-01 --json""",
)


@takes_place
def recall(
    place: Place,
    question: Annotated[str, typer.Argument(help="The question, in plain words.")],
    user: TheUser = None,
    now: Now = None,
    k: Annotated[
        int | None, typer.Option("-k", help="The maximum number of items; by default 10, or as the preset says.")
    ] = None,
    max_tokens: Annotated[int | None, typer.Option("--max-tokens", help="A budget for all items together.")] = None,
    preset: Annotated[str, typer.Option("--preset", help="The preset of recall.")] = "chronomem",
    explain: Annotated[
        bool, typer.Option("--explain", help="Also show the times, the plan, the Cypher, scores and paths.")
    ] = False,
    where: Where = None,
    since: Annotated[str | None, typer.Option("--since", help="Only turns said from this time on.")] = None,
    until: Annotated[str | None, typer.Option("--until", help="Only turns said before this time.")] = None,
    speaker: Annotated[
        list[str] | None, typer.Option("--speaker", help="Only turns of this speaker; repeat it.")
    ] = None,
    role: Annotated[list[str] | None, typer.Option("--role", help="Only turns of this role; repeat it.")] = None,
    planned: Annotated[
        bool, typer.Option("--planned", help="Let the language model plan the look-up, in place of rules.")
    ] = False,
    gated: Annotated[
        bool, typer.Option("--gated", help="Let the language model drop what doesn't help, in place of a count.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Show the memories relevant to a question, best first."""
    with place.open_for(user) as (memory, user):
        context = memory.recall(
            question,
            user=user,
            now=now,
            k=k,
            max_tokens=max_tokens,
            preset=preset,
            explain=explain,
            where=where,
            since=since,
            until=until,
            speakers=speaker,
            roles=role,
            planned=planned,
            gated=gated,
        )
    if as_json:
        write_json(context.as_dict())
    else:
        write_context(context)


def write_context(context: "Context") -> None:
    """Print the items of a recall, each with its date, its speaker and its turns."""
    from rich.text import Text

    if not context:
        note("nothing was found")
    screen = console()
    for number, item in enumerate(context, start=1):
        who = item.speaker or item.kind
        head = f"{number:>2}. {item.when:%Y-%m-%d %H:%M}  {who}  ({', '.join(item.turn_ids)})"
        screen.print(Text(clean(head), style="bold"))
        if item.place:
            screen.print(f"    {item.place}", style="dim")
        for line in Text(clean(" ".join(item.text.split()))).wrap(screen, screen.width - 4):
            screen.print(f"    {line.plain.rstrip()}", soft_wrap=True)
        if item.outdated:
            screen.print(clean(f"    {item.outdated}"), style="red")
        if item.scores:
            parts = ", ".join(f"{name} {value:.3f}" for name, value in item.scores.items())
            screen.print(f"    score {item.score:.3f} = {parts}", style="dim", soft_wrap=True)
        for way in item.path:
            screen.print(clean(f"    by way of {way}"), style="dim", soft_wrap=True)
    if context.left_out:
        lost, repeated = context.left_out.no_room, context.left_out.repeated
        screen.print(f"\nleft out: {lost} for the budget of tokens, {repeated} that repeat others", style="dim")
    if context.explanation is not None:
        write_explanation(context.explanation)


def write_explanation(explanation: "Explanation") -> None:
    """Print how a recall arrived at its items."""
    screen = console()
    screen.print()
    screen.print(f"preset {explanation.preset}")
    for start, end in explanation.times:
        screen.print(f"asked about {start or 'any time'} until {end or 'any time'}")
    plan = ", ".join(f"{name} {value}" for name, value in explanation.plan.items() if value)
    screen.print(clean(f"plan: {plan}"), soft_wrap=True)
    for stage in explanation.stages:
        screen.print(f"{stage['ms']:>9.2f} ms  {stage['stage']}  ({stage['candidates']} candidates)")
    for query in explanation.queries:
        screen.print(f"\n// {query['name']}: {count_of(query['rows'], 'row')}", style="bold")
        screen.print(clean(query["cypher"]), style="dim", soft_wrap=True)
        screen.print(clean(f"// {query['parameters']}"), style="dim", soft_wrap=True)
