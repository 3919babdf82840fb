"""The steps of the image, one after the other, in a plain Debian: for machines without a container engine.

`WHOLE_RUN=image pytest tests/test_image_steps.py` takes minutes, 2 GB, root, debootstrap and the network.
"""

import json
import os
import shlex
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from tests.test_containers import ROOT, instructions

DEBIAN = "trixie"  # of python:3.13-slim
PACKAGES = "python3,python3-venv,ca-certificates"
OF_THIS_MACHINE = ("/etc/resolv.conf", "/etc/pip.conf", "/etc/ssl/certs/ca-certificates.crt")
PATH = "/usr/local/bin:/usr/sbin:/usr/bin"
TREE = "tree"
MOUNTED = ("proc", "dev", "sys")
ANSWERS_WITHIN = 120

pytestmark = [
    pytest.mark.timeout(1_800),
    pytest.mark.skipif(
        os.environ.get("WHOLE_RUN") != "image" or os.geteuid() != 0 or shutil.which("debootstrap") is None,
        reason="takes minutes, root and debootstrap; set WHOLE_RUN=image",
    ),
]


@dataclass
class Stage:
    """A root of its own, and what the steps so far have said of it."""

    root: Path
    variables: dict[str, str] = field(default_factory=dict)
    folder: str = "/"
    user: str = "root"

    def command(self, *words: str) -> list[str]:
        trusted = {name: value for name, value in os.environ.items() if name.startswith(("PIP_", "NODE_"))}
        given = {"PATH": PATH} | trusted | self.variables
        variables = [f"{name}={value}" for name, value in given.items()]
        there = f"cd {self.folder} && exec {shlex.join(words)}"
        return ["chroot", f"--userspec={self.user}", str(self.root), "env", "-i", *variables, "sh", "-c", there]

    def take(self, word: str, rest: str, others: dict[str, Path]) -> None:
        if word == "RUN":
            subprocess.run(self.command("sh", "-c", rest), check=True)  # noqa: S603
        elif word == "ENV":
            for name, _, value in (each.partition("=") for each in shlex.split(rest)):
                self.variables[name] = value.replace("$PATH", PATH)
        elif word == "COPY":
            self._copy(rest, others)
        elif word == "WORKDIR":
            self.folder = rest
            self._inside(rest).mkdir(parents=True, exist_ok=True)
        elif word == "USER":
            self.user = rest

    def _copy(self, rest: str, others: dict[str, Path]) -> None:
        *sources, target = rest.split()
        source_root = others[sources.pop(0) if sources[0].startswith("--from=") else TREE]
        for source in sources:
            there = self._inside(target)
            into = there / Path(source).name if target.endswith("/") else there
            into.parent.mkdir(parents=True, exist_ok=True)
            subprocess.run(["cp", "-aT", str(source_root / source.lstrip("/")), str(into)], check=True)  # noqa: S603, S607

    def _inside(self, path: str) -> Path:
        return self.root / Path(self.folder, path).as_posix().lstrip("/")


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    folder = tmp_path_factory.mktemp("image")
    plain = folder / "plain"
    command = ["debootstrap", "--variant=minbase", f"--include={PACKAGES}", DEBIAN, str(plain)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)  # noqa: S603
    (plain / "usr/local/bin/python").symlink_to("/usr/bin/python3")
    for path in map(Path, OF_THIS_MACHINE):
        if path.exists():
            shutil.copyfile(path, plain / path.relative_to("/"))
    try:
        yield built_in(folder, plain)
    finally:
        # On one file system: should something still be mounted there, it is the machine's own.
        subprocess.run(["rm", "-rf", "--one-file-system", str(folder)], check=True)  # noqa: S603, S607


def built_in(folder: Path, plain: Path) -> Stage:
    """The last stage. What is copied is what a fresh clone has."""
    others = {TREE: folder / "tree"}
    others[TREE].mkdir()
    subprocess.run(f"git archive HEAD | tar -x -C {others[TREE]}", cwd=ROOT, shell=True, check=True)  # noqa: S602
    stage = Stage(plain)
    for word, rest in instructions():
        if word == "FROM":
            name = rest.partition(" AS ")[2]
            stage = Stage(folder / f"stage-{name}")
            others[f"--from={name}"] = stage.root
            subprocess.run(["cp", "-aT", str(plain), str(stage.root)], check=True)  # noqa: S603, S607
            continue
        with mounted(stage.root):
            stage.take(word, rest, others)
    return stage


@contextmanager
def mounted(root: Path) -> Iterator[None]:
    for name in MOUNTED:
        subprocess.run(["mount", "--rbind", f"/{name}", str(root / name)], check=True)  # noqa: S603, S607
        subprocess.run(["mount", "--make-rslave", str(root / name)], check=True)  # noqa: S603, S607
    try:
        yield
    finally:
        for name in MOUNTED:
            subprocess.run(["umount", "--recursive", "--lazy", str(root / name)], check=True)  # noqa: S603, S607


def test_what_was_built_starts_as_nobody_special_and_is_well(image: Stage) -> None:
    image.variables |= {"PORT": "18765", "HOST": "127.0.0.1"}
    said = dict(instructions())
    entry, usual = json.loads(said["ENTRYPOINT"]), json.loads(said["CMD"])
    is_well = json.loads(said["HEALTHCHECK"].partition("CMD ")[2])
    with mounted(image.root), subprocess.Popen(image.command(*entry, *usual)) as process:  # noqa: S603
        try:
            until = time.monotonic() + ANSWERS_WITHIN
            while subprocess.run(image.command(*is_well), check=False, capture_output=True).returncode:  # noqa: S603
                assert process.poll() is None
                assert time.monotonic() < until
                time.sleep(0.5)
        finally:
            process.terminate()
            assert process.wait(60) == 0
