"""The steps of a recall, one strategy a file; `chronomem.retrieval.presets.registry` finds them by name."""
