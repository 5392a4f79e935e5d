"""The user's own vocabulary: kinds of entities and predicates, with the phrases that tell them."""
