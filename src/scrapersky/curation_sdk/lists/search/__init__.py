"""The search string: words and tokens, and what they mean for a workflow's table."""
