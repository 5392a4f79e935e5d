"""Frames: from a clause's verb to a predicate with its subject, object and value."""
