"""Training of the network that finds facts in messages."""
