# SPDX-License-Identifier: Apache-2.0
"""shellcheck finds nothing in the shell scripts."""

import re

from checks.repo import run


def complaints(repo):
    scripts = [path for path in repo.files if path.suffix == ".sh" or _is_script(repo, path)]
    if not scripts:
        return
    code, output = run(["shellcheck", "--format=gcc", *map(str, scripts)], cwd=repo.root)
    found = re.findall(r"^(\S+?:\d+):\d+: \w+: (.*)$", output, re.MULTILINE)
    yield from (f"{place}: {what}" for place, what in found)
    if code != 0 and not found:
        yield f"shellcheck failed: {output.strip()[:400]}"


def _is_script(repo, path):
    return path.suffix == "" and re.match(r"#!.*\b(?:ba)?sh\b", repo.text(path))
