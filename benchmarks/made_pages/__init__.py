"""Labelled pages made of markup patterns: how builders set labels, values, days and streets, in many languages."""
