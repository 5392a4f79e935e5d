"""`python -m chronomem.engine.cli` is the same as `chronomem`."""

from chronomem.engine.cli import main

main()
