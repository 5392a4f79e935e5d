"""Timelines: periods, topics and personas of a user, and tables of them."""
