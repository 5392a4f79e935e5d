"""Facts: storing assertions, deriving the facts of a group, querying them, and merging entities."""
