"""Language models behind an OpenAI-compatible server: structured answers, token counts, a reply cache, budgets."""
