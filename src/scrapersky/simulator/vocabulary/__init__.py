"""The words and numbers the world is made of: countries, cities, people, categories."""
