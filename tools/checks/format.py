# SPDX-License-Identifier: Apache-2.0
"""The sources stand as clang-format-19 would lay them (`clang-format-19 -i FILE` mends)."""

import re

from checks.repo import run


def complaints(repo):
    paths = repo.below("src", "tests", "bench")
    if not paths:
        return
    command = ["clang-format-19", "--dry-run", "--Werror", "--ferror-limit=1", *map(str, paths)]
    code, output = run(command, cwd=repo.root)
    found = re.findall(r"^(\S+?:\d+):\d+: error: (.*)$", output, re.MULTILINE)
    yield from (f"{place}: not as clang-format-19 lays it" for place, _ in found)
    if code != 0 and not found:
        yield f"clang-format-19 failed: {output.strip()[:400]}"
