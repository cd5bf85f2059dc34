# SPDX-License-Identifier: Apache-2.0
"""The table of folders in docs/architecture.md says what the build does."""

import re
from pathlib import Path

PAGE = Path("docs/architecture.md")
ROW = re.compile(r"^\| `([a-z_/]+)` \|[^|]*\|([^|]*)\|", re.MULTILINE)


def complaints(repo):
    if not (repo.root / PAGE).exists():
        yield f"{PAGE}:1: the page is missing"
        return
    rows = ROW.findall(repo.text(PAGE))
    drawn = {folder: set(re.findall(r"`([a-z_/]+)`", uses)) for folder, uses in rows}
    folders = {part.name: part.folder for part in repo.parts}
    built = {part.folder: {folders.get(use, use) for use in part.uses} for part in repo.parts}
    for folder in sorted(drawn.keys() - built.keys()):
        yield f"{PAGE}:1: the table has a row for {folder}, the build has no such part"
    for folder in sorted(built.keys() - drawn.keys()):
        yield f"{PAGE}:1: the table lacks a row for {folder}: {_list(built[folder])}"
    for folder in sorted(built.keys() & drawn.keys()):
        if built[folder] != drawn[folder]:
            yield (f"{PAGE}:1: {folder} uses {_list(built[folder])} in the build, "
                   f"{_list(drawn[folder])} in the table")


def _list(names):
    return " ".join(sorted(names)) or "nothing"
