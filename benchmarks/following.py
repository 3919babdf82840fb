"""When the contacts of a run are there: `scrapersky run --follow` on made-up sites, and the second of each line.

python -m benchmarks.following --seed 4 --plot docs/pictures/contacts-over-time.svg
"""

import argparse
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PHRASE = "dentists in Austin, TX"
STAGE, SUMMARY = re.compile(r"WF\d+ "), re.compile(r" *stage +done")
STAGE_BY_STAGE = {"seconds": 311.0, "cpu_seconds": 54.0}
"""The same hundred businesses when a stage waited for the whole of the one before it, and the file came at the end."""
WIDTH, HEIGHT, LEFT, BELOW = 720, 300, 56, 40


@dataclass(frozen=True, slots=True)
class Followed:
    """`contacts` are the seconds at which one was printed; `cpu_seconds` are those of all processes of the run.

    The processors must have little else to do: who waits for them waits for no site.
    """

    contacts: Sequence[float]
    seconds: float
    cpu_seconds: float

    @property
    def bound(self) -> float:
        return 2 * self.cpu_seconds + 20

    def report(self) -> dict[str, Any]:
        within = sum(second <= self.bound for second in self.contacts)
        return {
            "contacts": len(self.contacts),
            "cpu_seconds": round(self.cpu_seconds, 1),
            "bound_seconds": round(self.bound, 1),
            "share_within_bound": round(within / max(1, len(self.contacts)), 4),
            "first_contact_second": self.contacts[0] if self.contacts else None,
            "last_contact_second": self.contacts[-1] if self.contacts else None,
            "seconds": self.seconds,
        }


def follow(businesses: int, seed: int) -> Followed:
    """On a database of its own. What the processors did is that of children that ended: the run waits for its own."""
    with tempfile.TemporaryDirectory(prefix="scrapersky-following-") as folder:
        out = Path(folder, "contacts.csv")
        words = [
            "run",
            PHRASE,
            "--source",
            "simulator",
            "--seed",
            seed,
            "--limit",
            businesses,
            "--out",
            out,
            "--follow",
        ]
        command = [sys.executable, "-m", "scrapersky", *map(str, words)]
        began, environment = time.monotonic(), {"SCRAPERSKY_DATA": str(Path(folder, "data"))}
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ | environment) as process:  # noqa: S603
            lines = [(round(time.monotonic() - began, 1), line) for line in process.stdout or ()]
        if process.returncode:
            sys.exit(f"The run ended with {process.returncode}.")
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return Followed(contacts_of(lines), round(time.monotonic() - began, 1), used.ru_utime + used.ru_stime)


def contacts_of(lines: Sequence[tuple[float, str]]) -> list[float]:
    """
    >>> contacts_of([(1.0, "WF1 Searches: 1 of 1 done"), (2.0, "Ana Lopez  Cedar"), (3.0, " stage  done  failed")])
    [2.0]
    """
    first = next((place for place, (_, line) in enumerate(lines) if STAGE.match(line)), len(lines))
    last = next((place for place, (_, line) in enumerate(lines) if SUMMARY.match(line)), len(lines))
    return [second for second, line in lines[first:last] if not STAGE.match(line)]


def plot(followed: Followed) -> str:
    """Shares of the contacts over seconds, now and when stages waited for one another."""
    longest = max(followed.seconds, STAGE_BY_STAGE["seconds"]) * 1.02
    count = max(1, len(followed.contacts))
    now = [(0.0, 0.0), *((second, (place + 1) / count) for place, second in enumerate(followed.contacts))]
    earlier = [(0.0, 0.0), (STAGE_BY_STAGE["seconds"], 0.0), (STAGE_BY_STAGE["seconds"], 1.0)]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" style="font: 12px sans-serif">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
        *(_text(LEFT - 8, _up(share) + 4, f"{share:.0%}", "end") + _line(share) for share in (0, 0.25, 0.5, 0.75, 1)),
        *(_text(_along(s, longest), HEIGHT - BELOW + 18, f"{s} s", "middle") for s in range(0, int(longest), 50)),
        _steps(earlier, longest, "#94a3b8"),
        _steps([*now, (longest, now[-1][1])], longest, "#0f766e"),
        _text(_along(followed.seconds, longest) + 8, _up(0.9), "each row as soon as it may", "start", "#0f766e"),
        _text(_along(STAGE_BY_STAGE["seconds"], longest) - 8, _up(0.1), "stage after stage", "end", "#64748b"),
        "</svg>\n",
    ]
    return "\n".join(parts)


def _along(second: float, longest: float) -> float:
    return round(LEFT + second / longest * (WIDTH - LEFT - 12), 1)


def _up(share: float) -> float:
    return round(HEIGHT - BELOW - share * (HEIGHT - BELOW - 16), 1)


def _line(share: float) -> str:
    return f'<path d="M{LEFT} {_up(share)}H{WIDTH - 12}" stroke="#e2e8f0"/>'


def _text(x: float, y: float, words: str, anchor: str, colour: str = "#475569") -> str:
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}" fill="{colour}">{words}</text>'


def _steps(points: Sequence[tuple[float, float]], longest: float, colour: str) -> str:
    (second, share), *others = points
    way = f"M{_along(second, longest)} {_up(share)}"
    way += "".join(f"H{_along(second, longest)}V{_up(share)}" for second, share in others)
    return f'<path d="{way}" fill="none" stroke="{colour}" stroke-width="2"/>'


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--businesses", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plot", type=Path, help="where to draw the contacts over time")
    asked = parser.parse_args()
    followed = follow(asked.businesses, asked.seed)
    print(json.dumps(followed.report(), indent=2))
    if asked.plot:
        asked.plot.write_text(plot(followed), encoding="utf-8")


if __name__ == "__main__":
    main()
