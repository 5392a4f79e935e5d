"""`python -m chronomem.engine.interfaces.cli` is the same as `chronomem`."""

from chronomem.engine.interfaces.cli import main

main()
