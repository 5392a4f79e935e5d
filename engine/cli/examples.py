"""Examples at the end of a command's help."""


def examples(*lines: str) -> str:
    """Return example commands as the epilog of a help page: one a line, no markup in them."""
    return "\n\n".join(["[bold]Examples[/bold]", *(line.replace("[", r"\[") for line in lines)])
