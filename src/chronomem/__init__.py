"""chronomem: a temporal knowledge-graph memory engine for agents that talk with people."""
