"""How the work goes: counts, pace, forecasts, errors by cause, runs, and what needs a person.

It reads what the queue writes anyway, and changes nothing.
"""
