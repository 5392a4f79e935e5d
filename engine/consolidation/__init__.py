"""Consolidation: long-term memory is made from turns in the background."""
