"""The database: connections, the store, statements, schema and migrations."""
