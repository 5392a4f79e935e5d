"""The steps of a recall, one strategy a file; `chronomem.retrieval.registry` finds them by name."""
