"""A small neural network that finds facts in wordings that no rule knows, and their statements."""
