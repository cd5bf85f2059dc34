# SPDX-License-Identifier: Apache-2.0
"""Every header compiles alone."""

import re

from checks.repo import Skip, run


def complaints(repo):
    if not (repo.build / "build.ninja").exists():
        raise Skip(f"{repo.build} is not configured: ./dev build")
    code, output = run(["ninja", "-C", str(repo.build), "-k", "0", "--quiet",
                        "all_verify_interface_header_sets"])
    if code == 0:
        return
    found = re.findall(r"^(\S+?:\d+):\d+: (?:fatal )?error: (.*)$", output, re.MULTILINE)
    yield from (f"{place.removeprefix(str(repo.root) + '/')}: {what}" for place, what in found)
    if not found:
        yield f"the headers do not compile alone: {output.strip()[-400:]}"
