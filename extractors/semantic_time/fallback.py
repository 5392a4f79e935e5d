def foreign_dates(text, env): return []
