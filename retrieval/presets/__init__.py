"""Presets: named lists of stages with their parameters, and the registry that finds them."""
