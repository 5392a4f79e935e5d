"""The calendar: summaries of days, weeks, months and years."""
