"""Short-term memory becomes long-term memory: what is made of the turns while nobody waits for it."""
