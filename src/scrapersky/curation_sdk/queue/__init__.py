"""The way of a row: claimed, run, completed; with leases, rescue and the schedulers beside it.

Read `job_loop`, then `runner`, then `completion`. It knows what was declared, and nothing of people or HTTP.
"""
