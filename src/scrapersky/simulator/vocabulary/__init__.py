"""What places, people and firms are called, as data: one file per subject."""
