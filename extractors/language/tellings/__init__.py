"""Tellings: declared phrases that tell of a change, such as "hand in {poss} notice" or "get the keys to {home}"."""
