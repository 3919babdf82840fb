"""`scrapersky html`: the pages' HTML that is kept beside the database."""

import typer

from scrapersky.cli.loading import Group, done_by

app = typer.Typer(cls=Group, help="The pages' HTML that is kept in a folder or a bucket.", no_args_is_help=True)


@app.command("clean")
@done_by("html:clean")
def clean() -> None:
    """Remove the HTML that no page names any more and that is older than a day.

    HTML in the database goes with its row; a folder and a bucket are not told when rows go.
    """
