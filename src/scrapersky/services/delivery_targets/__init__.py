"""Delivery targets that tenants set up themselves, and the secrets of these."""
