"""`scrapersky bench soak`: the queue under faults, and a count of what it lost, doubled or wrongly failed."""
