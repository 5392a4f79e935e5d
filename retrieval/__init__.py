"""Retrieval: from a question to the memories that are relevant to it."""
