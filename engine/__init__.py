"""The memory engine: it stores, extracts, consolidates and answers; with its interfaces."""
