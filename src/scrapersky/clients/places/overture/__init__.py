"""Overture Maps, read from GeoParquet."""
