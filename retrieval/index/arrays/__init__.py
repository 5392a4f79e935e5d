"""Growing arrays, and the file format from which they are memory-mapped."""
