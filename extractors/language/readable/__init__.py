"""Turns in the wording that the parser knows, with the way back to each character as it was typed."""
