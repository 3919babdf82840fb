"""What changes, told to browsers as it happens: one stream of server-sent events each."""
