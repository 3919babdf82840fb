"""The pipeline, from top to bottom."""
