"""The structures of long-term memory, one package or module each."""
