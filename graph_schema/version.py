"""The version of the package. The build reads it from this file without importing the package."""

__version__ = "0.1.0"
