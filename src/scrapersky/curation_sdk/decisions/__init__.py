"""What people decide about rows: one or many, at once or as a job, taken back, stopped or deleted.

It knows lists, by which rows are chosen, and the queue, which it wakes.
"""
