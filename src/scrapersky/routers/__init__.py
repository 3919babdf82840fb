"""Endpoints that no workflow derives, and the frame around all of them."""
