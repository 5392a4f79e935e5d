"""The question: its terms, speakers, asked time and plan."""
