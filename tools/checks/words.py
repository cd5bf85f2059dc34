# SPDX-License-Identifier: Apache-2.0
"""No text names a folder of one machine, ends a line in blanks or lacks its last newline."""

import re

MACHINE = re.compile(r"(?<![\w.$}])/(?:work|root|home/\w+|Users)/")
TEXT = {".cpp", ".hpp", ".h", ".cu", ".cuh", ".ptx", ".py", ".sh", ".md", ".toml", ".json",
        ".cmake", ".txt", ".html", ".css", ".js", ".yml", ".yaml", ""}
EXPECTED = "tests/"  # fixtures there may end as they like


def complaints(repo):
    for path in repo.files:
        if path.suffix not in TEXT:
            continue
        text = repo.text(path)
        for number, line in enumerate(text.split("\n"), 1):
            if found := MACHINE.search(line):
                yield f"{path}:{number}: '{found.group()}' is a folder of one machine"
            if line != line.rstrip(" \t\r") and not str(path).startswith(EXPECTED):
                yield f"{path}:{number}: blanks at the end of the line"
        if text and not text.endswith("\n") and not str(path).startswith(EXPECTED):
            yield f"{path}:1: no newline at the end of the file"
