# SPDX-License-Identifier: Apache-2.0
"""The tree that is checked: its files, their text, and the table of arrows that CMake wrote."""

import subprocess
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

NOT_OURS = {".git", "build", "bundle", ".toolkit", ".toolkit.new", "__pycache__"}


class Skip(Exception):
    """The check can't run here; the text says what is missing."""


@dataclass(frozen=True)
class Part:
    """One line of arrows.txt: a library or an executable, its folder, the parts it may use."""

    kind: str
    name: str
    folder: str
    uses: frozenset


class Repo:
    def __init__(self, root, build=None):
        self.root = Path(root)
        self.build = Path(build) if build else self.root / "build" / "release"
        self.text = lru_cache(maxsize=None)(self._text)

    @cached_property
    def files(self):
        """Every file that git tracks or would track, relative to the root, sorted."""
        if (self.root / ".git").exists():
            listed = subprocess.run(
                ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                cwd=self.root, check=True, capture_output=True, text=True).stdout.split("\0")
            found = [Path(name) for name in listed if name and (self.root / name).is_file()]
        else:
            everything = self.root.rglob("*")
            found = [path.relative_to(self.root) for path in everything if path.is_file()]
        return sorted(path for path in found if not NOT_OURS & set(path.parts))

    def below(self, *folders, suffixes=(".cpp", ".hpp")):
        return [path for path in self.files if path.parts[0] in folders and path.suffix in suffixes]

    def _text(self, path):
        return (self.root / path).read_text(encoding="utf-8", errors="replace")

    @cached_property
    def parts(self):
        table = self.build / "arrows.txt"
        if not table.exists():
            raise Skip(f"{table} is missing: configure the build first")
        lines = [_part(line) for line in table.read_text().splitlines() if line.strip()]
        return _one_a_folder(lines)

    def part_of(self, folder):
        """The part with the longest folder that holds this one; None when there is none."""
        holding = [part for part in self.parts if f"{folder}/".startswith(f"{part.folder}/")]
        return max(holding, key=lambda part: len(part.folder), default=None)


def _one_a_folder(lines):
    """An executable and the library of its insides stand in one folder, and count as one part."""
    heads = {}
    for part in sorted(lines, key=lambda part: part.kind != "program"):
        heads.setdefault(part.folder, part)
    name = {part.name: heads[part.folder].name for part in lines}
    uses = {folder: set() for folder in heads}
    for part in lines:
        uses[part.folder] |= {name.get(use, use) for use in part.uses} - {name[part.name]}
    return [Part(head.kind, head.name, folder, frozenset(uses[folder]))
            for folder, head in heads.items()]


def _part(line):
    head, uses = line.split(":", 1)
    kind, name, folder = head.split()
    return Part(kind, name, folder, frozenset(uses.split()))


def run(command, **options):
    """A tool's exit code and output; Skip when the tool is not installed."""
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              check=False, errors="replace", **options)
    except FileNotFoundError:
        raise Skip(f"{command[0]} is not installed: ./dev setup --all") from None
    return done.returncode, done.stdout
