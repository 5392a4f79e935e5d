"""The ground floor: the data model, the calendar, the Cypher statements, and the databases that run them."""
