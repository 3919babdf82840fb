"""The files of a new workflow, as text with holes: what they do is small, real and meant to be replaced."""

from functools import cache
from importlib.resources import files
from string import Template


@cache
def template(name: str) -> Template:
    """A file of the folder `templates`."""
    return Template(files(__package__).joinpath("templates", f"{name}.txt").read_text("utf-8"))
