"""What decisions take and answer, a module for each workflow; all but this file is generated."""
