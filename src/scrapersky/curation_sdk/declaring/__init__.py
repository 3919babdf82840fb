"""Declaring a workflow: `Curation()` in a model, `Workflow(...)` beside it, and every name derived from the two.

The ground floor: it knows SQLAlchemy and nothing of queues, lists or HTTP. Every other room stands on it.
"""
