"""`chronomem stop`: stop the embedded database that keeps running after a command."""

from chronomem.engine.interfaces.cli.output import AsJson, write_json
from chronomem.engine.interfaces.cli.place import DEFAULT_FOLDER, Folder

EXAMPLES = ("chronomem stop", "chronomem stop --folder ./memory --json")


def stop(folder: Folder = DEFAULT_FOLDER, as_json: AsJson = False) -> None:
    """Stop the embedded database that keeps running for the next command.

    Exits with 1 if another process uses it.
    """
    from chronomem.graph_schema.embedded import stop as stop_server

    stopped = stop_server(folder)
    if as_json:
        write_json({"folder": str(folder), "stopped": stopped})
    else:
        print(f"the database of {folder} {'has stopped' if stopped else 'does not run'}")
