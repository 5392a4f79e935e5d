"""From a question to the memories that bear on it."""
