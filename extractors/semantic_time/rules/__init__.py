"""The grammar, one module for each sort of expression, in the order in which they are applied."""
