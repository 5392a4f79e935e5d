"""The judge: which of the statements that the rules propose are right, and which are worth keeping."""
