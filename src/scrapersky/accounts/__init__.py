"""Who may sign in: users, passwords, tokens and the first account."""
