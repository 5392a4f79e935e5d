"""One module per command; each adds itself to the program with `register`."""
