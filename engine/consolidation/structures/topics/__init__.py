"""Topics and personas: what a month was about, and how the speakers showed themselves in it (§3.3.2 of TSM)."""
