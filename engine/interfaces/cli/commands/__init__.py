"""One module per command, with a function of the same name."""
