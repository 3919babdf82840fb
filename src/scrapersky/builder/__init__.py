"""The workflow builder: the specification's questionnaire, and the files that follow from its answers."""
