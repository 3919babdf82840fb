"""From a search phrase to verified contacts, with a person in control at every step."""
