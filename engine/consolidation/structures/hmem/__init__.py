"""H-Mem's tree of time and meaning: events, and what is alike of them within a week, a month and a year."""
