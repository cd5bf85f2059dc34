# SPDX-License-Identifier: Apache-2.0
"""codespell finds no misspelt word outside tests."""

from checks.repo import run

PROSE = {".cpp", ".hpp", ".md", ".py", ".sh", ".toml", ".cu"}


def complaints(repo):
    paths = [str(path) for path in repo.files if path.suffix in PROSE and not _is_input(path)]
    if not paths:
        return
    code, output = run(["codespell", *paths], cwd=repo.root)
    lines = [line for line in output.split("\n") if " ==> " in line]
    yield from lines
    if code != 0 and not lines:
        yield f"codespell failed: {output.strip()[:400]}"


def _is_input(path):
    """Tests misspell on purpose: messages name the nearest valid name."""
    return path.parts[0] == "tests"
