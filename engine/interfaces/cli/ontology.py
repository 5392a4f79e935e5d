"""The ontology named by the environment. Only programs read the environment; the library gets settings."""

from collections.abc import Mapping
from typing import Any


def ontology_settings(environment: Mapping[str, str]) -> dict[str, Any]:
    """Return the field of `Settings` for the ontology that CHRONOMEM_ONTOLOGY names; none if it names none.

    Raises:
        InvalidInput: the ontology can't be read or used.
    """
    place = environment.get("CHRONOMEM_ONTOLOGY")
    if not place:
        return {}
    from chronomem.extractors.ontology.files import read_ontology  # most memories have none

    return {"ontology": read_ontology(place)}
