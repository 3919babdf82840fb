"""Engine, the embedded server and the schema files."""
