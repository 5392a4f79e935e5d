"""The named statements that may look at all nodes of a label, on either database."""

SCANS = {
    "begin_feeds": "a migration",
    "check_owners": "the doctor looks at everything",
    "count_all": "totals of all users, on request",
    "find_facts_unlike_relations": "the doctor, of one user; Neo4j may begin at the relations",
    "graphiti_episodes": "an import reads a whole graph of another program",
    "graphiti_facts": "likewise",
    "list_usage": "of all users, on request",
    "list_users": "of all users, on request",
    "name_embedders": "new vectors for all users",
    "read_embedders": "new vectors for all users",
    "read_receipts": "of all users, on request",
}
"""Statements that look at all nodes of a label, and why they may."""
