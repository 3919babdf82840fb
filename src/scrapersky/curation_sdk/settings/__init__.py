"""A workflow's settings as people see and change them, with the log of changes.

Where they are read and stored is the queue's; this room explains them and takes changes back.
"""
