"""The in-process index of one user's turns."""
