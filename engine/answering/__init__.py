"""Answering questions with a language model, from recalled evidence."""
