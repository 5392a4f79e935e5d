"""The parts that every HTTP interface shares: server, guards, tokens, problems, background work."""
