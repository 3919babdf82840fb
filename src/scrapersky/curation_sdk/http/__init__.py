"""The endpoints that every workflow has, derived, and those of all workflows together.

It turns requests into calls of the rooms below; what a product brings (sessions, who may do what) comes in as `Doors`.
"""
