"""Memories of recurring matters (RecMem): episodes of similar exchanges, and the details that their summaries omit."""
