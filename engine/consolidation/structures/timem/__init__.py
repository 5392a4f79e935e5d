"""TiMem's temporal memory tree: segments within sessions, days, weeks and monthly profiles."""
