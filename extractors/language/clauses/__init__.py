"""Clauses: their parts, times, mentions and references."""
