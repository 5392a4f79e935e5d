"""`chronomem add`: store one turn."""

from typing import Annotated

import typer

from chronomem.engine.interfaces.cli.output import AsJson, object_of, one_line, write_json
from chronomem.engine.interfaces.cli.place import Place, takes_place

EXAMPLES = (
    'chronomem add "I moved to Lisbon last weekend!" --user u1 --said-at 2023-05-30',
    'chronomem add "Tiles, tiles everywhere." --user u1 --speaker Ines',
    """chronomem add "The price is 40 euros." --user u1 --session call-9 --session-metadata '{"channel": "sales"}'""",
)


@takes_place
def add(
    place: Place,
    text: Annotated[str, typer.Argument(help="The words of the turn.")],
    user: Annotated[str, typer.Option("--user", help="The user whose memory it is.")],
    speaker: Annotated[str, typer.Option("--speaker", help="The speaker.")] = "user",
    role: Annotated[str, typer.Option("--role", help="The speaker's role, as in a chat format.")] = "user",
    said_at: Annotated[
        str | None,
        typer.Option(
            "--said-at", show_default="now", help="The time of the turn, in ISO 8601; without a zone, in the user's."
        ),
    ] = None,
    session: Annotated[str | None, typer.Option("--session", help="The conversation it belongs to.")] = None,
    turn_id: Annotated[
        str | None, typer.Option("--turn-id", help="Your own id; storing the same turn twice changes nothing.")
    ] = None,
    metadata: Annotated[
        str | None, typer.Option("--metadata", metavar="JSON", help="A flat JSON object to keep with it.")
    ] = None,
    session_metadata: Annotated[
        str | None,
        typer.Option("--session-metadata", metavar="JSON", help="A flat JSON object that describes the --session."),
    ] = None,
    expires_at: Annotated[str | None, typer.Option("--expires-at", help="The time from which to forget it.")] = None,
    as_json: AsJson = False,
) -> None:
    """Store one turn of dialogue."""
    if session_metadata is not None and session is None:
        raise typer.BadParameter("it describes a session, so name one by --session", param_hint="--session-metadata")
    turn = {
        "text": text,
        "speaker": speaker,
        "role": role,
        "said_at": said_at,
        "id": turn_id,
        "metadata": None if metadata is None else object_of(metadata, "--metadata"),
        "expires_at": expires_at,
    }
    about = None if session_metadata is None else object_of(session_metadata, "--session-metadata")
    with place.open(new=True) as memory:
        if session is None:
            added = memory.add_turns([turn], user=user)
        else:
            added = memory.add_session([turn], user=user, session=session, metadata=about)
    if as_json:
        write_json({"turn_ids": added.turn_ids, "stored": added.stored, "known": added.known})
    else:
        print(one_line(f"{'stored' if added.stored else 'known already'}: turn {added.turn_ids[0]} of {user}"))
