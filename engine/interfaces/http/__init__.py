"""The parts that every HTTP face shares: server, guards, tokens, problems, background work."""
