"""What each workflow does to one row."""
