"""One module per command; each puts itself into the program with `register`."""
