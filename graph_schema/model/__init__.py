"""The data model: turns, sessions, users, times, periods, names and vectors."""
