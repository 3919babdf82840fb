"""Other queues in PostgreSQL, each in a Python of its own: so many jobs that do nothing, and how long they took."""
