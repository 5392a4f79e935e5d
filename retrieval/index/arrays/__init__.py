"""Growing arrays and the file format that they are mapped from."""
