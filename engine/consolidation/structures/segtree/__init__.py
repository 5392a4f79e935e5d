"""The segment tree: the turns in their order, cut into segments, and these into longer ones (SegTreeMem)."""
