"""The segment tree: the turns in order, divided into segments, and these into longer segments (SegTreeMem)."""
