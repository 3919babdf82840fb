"""`scrapersky generate`: files derived from the declarations."""

from pathlib import Path

import typer

from scrapersky.app.generation import generated_files
from scrapersky.cli.reference import reference_files
from scrapersky.cli.running import say
from scrapersky.errors import ScraperSkyError


def generate(*, context: typer.Context, check: bool, root: Path) -> None:
    if not (root / "pyproject.toml").exists():
        raise ScraperSkyError(f"There is no pyproject.toml in {root.resolve()}; run this in the project's root.")
    files = generated_files() | reference_files(context.find_root().command)
    differing = [name for name, content in files.items() if _read(root / name) != content]
    if check and differing:
        raise ScraperSkyError(f"Not as generated: {', '.join(differing)}. Run: scrapersky generate")
    for name in differing:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(files[name], encoding="utf-8")
        say(f"wrote {name}")
    if not differing:
        say("All generated files are as they should be.")


def _read(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.exists() else None
