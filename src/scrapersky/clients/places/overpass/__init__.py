"""OpenStreetMap, asked through Overpass."""
