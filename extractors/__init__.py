"""From language to structure: embeddings, time expressions, entities and facts."""
