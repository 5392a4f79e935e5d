"""The sentences of statements that the network found: "Nia works at Aldi"."""

_VERBS = {
    "has_partner": "is with", "engaged_to": "is engaged to", "married_to": "is married to", "has_status": "is",
    "has_child": "has the child", "has_parent": "has the parent", "has_sibling": "has the sibling",
    "has_grandparent": "has the grandparent", "has_relative": "has the relative", "has_friend": "has the friend",
    "has_colleague": "works with", "has_mentor": "has the mentor", "has_pet": "has the pet",
    "allergic_to": "is allergic to", "has_age": "is", "has_birthday": "has a birthday on",
    "has_name": "is called", "member_of": "is a member of", "broke_up": "broke up with",
    "married": "got married to",
}  # fmt: skip


def worded(subject: str, predicate: str, thing: str, *, ended: bool, denied: bool) -> str:
    """Return a sentence for a statement."""
    verb = _VERBS.get(predicate, predicate.replace("_", " "))
    if predicate == "has_age":
        thing = f"{thing} years old"
    said = f"{subject} {'no longer ' if ended else ''}{verb} {thing}".strip()
    return f"it is not so that {said}" if denied else said
