"""One parse of a page, shared by all extractors: its text, its elements, the data it carries."""
