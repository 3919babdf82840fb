"""What decisions take and answer: a module for each workflow, generated, and one for places by their sources' ids."""
