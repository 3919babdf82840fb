"""The Overpass API: a reader of its query language over the world's map, with its limits and ways to fail."""
