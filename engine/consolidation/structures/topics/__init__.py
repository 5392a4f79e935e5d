"""Topics and personas: the matters of a month, and how the speakers showed themselves in it (§3.3.2 of TSM)."""
