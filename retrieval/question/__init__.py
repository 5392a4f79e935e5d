"""The question: its words, speakers, asked time and plan."""
