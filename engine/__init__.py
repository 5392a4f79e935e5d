"""The memory itself: what stores, reads, consolidates and answers, and its faces."""
