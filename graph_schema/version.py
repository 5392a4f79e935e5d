"""The version of the package. The build reads it from here, without importing anything."""

__version__ = "0.1.0"
