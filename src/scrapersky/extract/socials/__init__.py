"""Profiles on social networks."""
