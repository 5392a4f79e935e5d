"""The stages of a recall, one per file; `chronomem.retrieval.presets.registry` finds them by name."""
