"""Ages beside names: "my kids Mia, 7, and Leo, 4", "Mia (7) and Leo (4)"."""

from collections.abc import Iterator

from chronomem.extractors.language.clauses.references import Reference, Resolver
from chronomem.extractors.language.frames.frames import Frame
from chronomem.extractors.language.lexicon import is_first_name

_OLDEST = 110
_CLOSING = {",", ")", "and", "&", ".", "!", ";", ""}
"""What follows an age that isn't the number of something: not "Mia, 4 May"."""


def read_listed_ages(resolver: Resolver) -> Iterator[tuple[int, Frame]]:
    """Yield the ages that stand beside first names, with the token of each."""
    tree = resolver.tree
    for first, last in tree.sentences:
        for token in range(first + 2, last):
            name = resolver.named.get(token - 2)
            age = tree.lower[token]
            if name is None or tree.lower[token - 1] not in (",", "(") or not age.isdecimal() or len(age) > 3:
                continue
            after = tree.lower[token + 1] if token + 1 < last else ""
            if after in _CLOSING and 0 < int(age) <= _OLDEST and is_first_name(name.name.split(" ")[0]):
                who = Reference(name.name, "person")
                yield (
                    token,
                    Frame(who, "has_age", value=age, confidence=0.75, text=f"{name.name} is {age}", rule="copula"),
                )
