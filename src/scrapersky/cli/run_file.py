"""The file of a run that left rows for later: the same command may replace it, as long as nobody changed it."""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

from scrapersky.services.exports.files import refuse_to_overwrite


@dataclass(frozen=True, slots=True)
class RunFile:
    """`wish` is what was asked for, in words that two runs of the same command share."""

    out: Path
    wish: str
    folder: Path

    @property
    def _note(self) -> Path:
        name = hashlib.sha256(str(self.out.absolute()).encode()).hexdigest()[:32]
        return self.folder / "unfinished" / f"{name}.json"

    def refuse_to_overwrite(self, *, force: bool) -> None:
        refuse_to_overwrite(self.out, force=force or self.is_unfinished)

    @property
    def is_unfinished(self) -> bool:
        """Whether the file is as an earlier run of this command left it, with rows still to come."""
        try:
            return bool(json.loads(self._note.read_text(encoding="utf-8")) == self._facts())
        except (OSError, ValueError):
            return False

    def note(self, *, put_off: int) -> None:
        if not put_off:
            self._note.unlink(missing_ok=True)
            return
        self._note.parent.mkdir(parents=True, exist_ok=True)
        self._note.write_text(json.dumps(self._facts()), encoding="utf-8")

    def _facts(self) -> dict[str, object]:
        written = self.out.stat()
        return {"wish": self.wish, "size": written.st_size, "changed": written.st_mtime_ns}
