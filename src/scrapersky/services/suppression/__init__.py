"""Who must be left alone, asked wherever anything enters, is shown or leaves."""
