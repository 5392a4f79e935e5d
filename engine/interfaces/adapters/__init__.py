"""Adapters to other frameworks. One module each; each needs the extra of its name."""
