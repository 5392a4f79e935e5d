"""TiMem's temporal memory tree: segments within sessions within days within weeks within the months of a profile."""
