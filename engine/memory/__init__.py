"""The memory: `Memory`, `AsyncMemory`, and the parts that they are made of."""
