"""H-Mem's tree of time and meaning: events, and clusters of similar ones within a week, a month and a year."""
