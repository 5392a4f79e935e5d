"""Language models behind an OpenAI-compatible server: asked for structured answers, counted, cached, budgeted."""
