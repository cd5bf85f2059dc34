# SPDX-License-Identifier: Apache-2.0
"""File names say what is inside: snake_case, and none of the names that mean nothing."""

import re

MEANS_NOTHING = {"util", "utils", "helper", "helpers", "manager", "common", "misc", "stuff"}
SOURCES = {".cpp", ".hpp", ".h", ".cc", ".cxx", ".hxx"}
SNAKE = re.compile(r"[a-z0-9_]+")


def complaints(repo):
    for path in repo.files:
        for name in (*path.parts[:-1], path.stem):
            if set(re.split(r"[_.\-]", name.lower())) & MEANS_NOTHING:
                yield f"{path}:1: '{name}' says nothing about what is inside"
        if path.parts[0] in {"src", "bench"} and path.suffix in SOURCES:
            if path.suffix not in {".cpp", ".hpp"}:
                yield f"{path}:1: sources end in .cpp and .hpp"
            if not SNAKE.fullmatch(path.stem):
                yield f"{path}:1: file names are snake_case"
