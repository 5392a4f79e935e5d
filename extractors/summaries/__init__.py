"""Summaries: the protocol of a summariser, and the extractive one."""
