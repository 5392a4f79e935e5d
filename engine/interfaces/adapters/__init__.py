"""The memory in the terms of other frameworks. One module each; each needs the extra of its name."""
