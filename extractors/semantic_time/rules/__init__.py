"""The grammar: one module for each kind of expression, in the order of application.

The docstring of a rule's function names expressions that the rule parses.
"""
