"""The spaCy pipeline, and repairs of its parses."""
