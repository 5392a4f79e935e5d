"""The version of the package. The build reads it from this file without importing the package."""

__version__ = "0.1.0"


def extractor_version(pipeline: str | None) -> str:
    """Return the version of the extractor that uses a spaCy pipeline by its name, or the packaged one."""
    return f"{__version__}/{pipeline or 'packaged'}"
