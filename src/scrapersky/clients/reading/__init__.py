"""Reading that takes a processor for a while is done by other processes: threads would only take turns at one."""
