"""Memories of what recurs (RecMem): episodes of exchanges that are alike, and what these say beside."""
