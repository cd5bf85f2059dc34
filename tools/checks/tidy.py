# SPDX-License-Identifier: Apache-2.0
"""clang-tidy-19 finds nothing in the changed sources (`ASSAY_TIDY=all` takes every source).

Changed means: not committed, or touched since the branch left origin/main, or else by the last
commits. A file that passed once is not looked at again until it, a header or .clang-tidy changes.
"""

import hashlib
import os
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from checks.repo import Skip, run

COMMITS = 5


def complaints(repo):
    if not (repo.build / "compile_commands.json").exists():
        raise Skip(f"{repo.build}/compile_commands.json is missing: configure the build first")
    run(["clang-tidy-19", "--version"])
    passed = repo.build / "tidy"
    passed.mkdir(exist_ok=True)
    headers = _digest(repo, [*repo.below("src", suffixes=(".hpp",)), Path(".clang-tidy")])
    with ThreadPoolExecutor(int(os.environ.get("ASSAY_JOBS", os.cpu_count()))) as pool:
        for found in pool.map(lambda path: _look(repo, path, passed, headers), _changed(repo)):
            yield from found


def _look(repo, path, passed, headers):
    stamp = passed / hashlib.sha256((headers + str(path) + repo.text(path)).encode()).hexdigest()
    if stamp.exists():
        return []
    command = ["clang-tidy-19", "--quiet", "-p", str(repo.build), str(path)]
    code, output = run(command, cwd=repo.root)
    found = re.findall(r"^(\S+?):(\d+):\d+: (?:error|warning): (.*)$", output, re.MULTILINE)
    if code == 0 and not found:
        stamp.touch()
        return []
    lines = sorted({f"{_relative(repo, name)}:{line}: {what}" for name, line, what in found})
    return lines or [f"{path}:1: clang-tidy-19 failed: {output.strip()[-400:]}"]


def _relative(repo, name):
    return os.path.relpath(name, repo.root) if os.path.isabs(name) else name


def _changed(repo):
    compiled = (repo.build / "compile_commands.json").read_text()
    sources = [path for path in repo.below("src", suffixes=(".cpp",)) if f"/{path}" in compiled]
    if os.environ.get("ASSAY_TIDY") == "all" or not (repo.root / ".git").exists():
        return sources
    base = _git(repo, "merge-base", "HEAD", "origin/main")
    if not base or base == _git(repo, "rev-parse", "HEAD"):
        base = _git(repo, "rev-parse", "--verify", f"HEAD~{COMMITS}")
    if not base:
        return sources  # a young or shallow history: everything is new
    names = set(_git(repo, "diff", "--name-only", base).split("\n"))
    names |= set(_git(repo, "ls-files", "--others", "--exclude-standard").split("\n"))
    return [path for path in sources if str(path) in names]


def _git(repo, *arguments):
    code, output = run(["git", *arguments], cwd=repo.root)
    return output.strip() if code == 0 else ""


def _digest(repo, paths):
    text = "".join(repo.text(path) for path in paths if (repo.root / path).exists())
    return hashlib.sha256(text.encode()).hexdigest()
