"""The explorer's page, one module for each of its panels."""
