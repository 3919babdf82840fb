"""The words that extractors know, as data: one TOML file per subject."""
