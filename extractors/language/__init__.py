"""Extraction of entities and statements from English text, without a language model.

from chronomem.extractors.language.parsing.pipeline import load_pipeline
from chronomem.extractors.language.extraction import extract_turn

nlp = load_pipeline()
extraction = extract_turn(nlp("I moved to Rome with my sister."), speaker="Ann", others=["Ben"])
"""
