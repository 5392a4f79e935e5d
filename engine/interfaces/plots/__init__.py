"""Pictures of a user's memory, drawn with matplotlib without a screen. Needs the extra `analysis`."""
