"""Facts: adding and withdrawing what was said, deriving the facts of a group, querying them, merging entities."""
