"""Extraction: the queue of stored turns, and the extractors that take facts out of them."""
