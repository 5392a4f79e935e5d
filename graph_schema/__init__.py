"""The ground floor: data model, calendar, Cypher statements, and the databases that run them."""
