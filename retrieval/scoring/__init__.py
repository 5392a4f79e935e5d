"""Scoring: the signs of relevance that rank candidates."""
