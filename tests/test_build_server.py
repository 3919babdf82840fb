"""`.ci/run`: what it installs, and that nothing it cannot install keeps tests from running."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = [
    *("chromium", "chromium-headless-shell", "pgbouncer", "libreoffice-calc-nogui", "curl", "systemd"),
    *("nginx-light", "apache2-bin", "caddy"),
]
TOOLS = ("bash", "dirname", "env", "id", "rm")
# Both write down what they were asked for. The archive of this machine has no office.
_APT = """#!/bin/sh
echo "apt-get $*" >> "$ASKED"
case "$*" in *%s*) exit 100 ;; esac
"""
_SUDO = """#!/bin/sh
shift
exec "$@"
"""
_MAKE = """#!/bin/sh
echo "make $*" >> "$ASKED"
"""


class Machine:
    """Has nothing but the few tools that the script calls."""

    def __init__(self, folder: Path) -> None:
        self._bin, self._asked = folder / "bin", folder / "asked.txt"
        self._bin.mkdir()
        for name in TOOLS:
            (self._bin / name).symlink_to(shutil.which(name) or name)
        self.add("sudo", _SUDO)
        self.add("make", _MAKE)
        (folder / ".ci").mkdir()
        self._script = folder / ".ci" / "run"
        # Without the folder where this machine may have a program that the test wants to be missing.
        text = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
        self._script.write_text(text.replace(":/usr/sbin", ""), encoding="utf-8")

    def add(self, name: str, text: str) -> None:
        command = self._bin / name
        command.write_text(text, encoding="utf-8")
        command.chmod(0o755)

    def run(self) -> tuple[str, list[str]]:
        """What the script printed, and what it asked for."""
        ended = subprocess.run(  # noqa: S603  our own script
            [str(self._bin / "bash"), str(self._script)],
            env={"PATH": str(self._bin), "ASKED": str(self._asked), "TMPDIR": str(self._bin)},
            capture_output=True,
            text=True,
            check=True,
        )
        return ended.stdout, self._asked.read_text(encoding="utf-8").splitlines()


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def installs(asked: list[str]) -> list[str]:
    return [line.partition("recommends ")[2] for line in asked if line.startswith("apt-get install")]


def test_what_is_missing_is_installed_at_once_while_the_environment_is_made(machine: Machine) -> None:
    machine.add("apt-get", _APT % "nothing")
    printed, asked = machine.run()
    assert installs(asked) == [" ".join(PACKAGES)]
    assert sum(line.startswith("apt-get update") for line in asked) == 1
    assert asked[-1] == "make test"
    assert "could not be installed" not in printed


def test_a_package_that_is_nowhere_keeps_no_other_away(machine: Machine) -> None:
    machine.add("apt-get", _APT % "libreoffice")
    printed, asked = machine.run()
    assert installs(asked)[1:] == PACKAGES
    assert "libreoffice-calc-nogui could not be installed" in printed
    assert "chromium could not" not in printed
    assert asked[-1] == "make test"


def test_without_a_packager_the_tests_run_all_the_same(machine: Machine) -> None:
    for command in ("soffice", "curl", "systemd-analyze", "nginx", "apache2", "caddy"):
        machine.add(command, "#!/bin/sh\n")
    printed, asked = machine.run()
    assert "chromium chromium-headless-shell pgbouncer: not installed here, and there is no apt-get" in printed
    assert asked == ["make .venv/dev.stamp web", "make test"]
