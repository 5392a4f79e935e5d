"""From one stored turn to its times, mentions and facts."""
