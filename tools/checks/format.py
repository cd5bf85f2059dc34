# SPDX-License-Identifier: Apache-2.0
"""The sources stand as clang-format-19 lays them (`./dev format` mends)."""

import os
import re
from concurrent.futures import ThreadPoolExecutor

from checks.repo import run


def complaints(repo):
    paths = list(map(str, repo.below("src", "tests", "bench")))
    workers = os.cpu_count() or 1
    with ThreadPoolExecutor(workers) as pool:
        shares = [paths[first::workers] for first in range(workers) if paths[first::workers]]
        looks = pool.map(lambda share: _look(repo, share), shares)
        found = [line for lines in looks for line in lines]
    yield from sorted(found)


def _look(repo, paths):
    command = ["clang-format-19", "--dry-run", "--Werror", "--ferror-limit=1", *paths]
    code, output = run(command, cwd=repo.root)
    found = re.findall(r"^(\S+?:\d+):\d+: error: ", output, re.MULTILINE)
    if code != 0 and not found:
        return [f"clang-format-19 failed: {output.strip()[:400]}"]
    return [f"{place}: not as clang-format-19 lays it" for place in found]
