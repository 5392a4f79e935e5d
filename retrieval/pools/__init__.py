"""Pools of nodes beside turns (facts, entities, summaries) that a recall can draw from."""
