"""Dialogue: storing turns and sessions in the calendar, and forgetting them."""
