"""Upkeep: checking and repairing the graph, export and load, token usage."""
