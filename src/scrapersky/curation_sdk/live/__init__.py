"""What changes, told to browsers as it happens: one stream of server-sent events each.

It looks at the database while somebody listens. How a stream is asked for is HTTP's.
"""
