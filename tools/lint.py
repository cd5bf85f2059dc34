#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the checks of tools/checks: lint.py [--list] [--root DIR] [--build DIR] [CHECK...]

One line a check, complaints below it, 'N passed, N failed, N skipped' at the end; exit 1 when one
failed.
"""

import argparse
import importlib
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from checks.repo import Repo, Skip  # noqa: E402

# Quick ones first.
CHECKS = ("arrows", "architecture", "purity", "heavy", "sizes", "license", "names", "words",
          "pages", "spelling", "shell", "format", "linkage", "headers", "tidy")
SHOWN = 30


def main():
    options = arguments()
    if options.list:
        for name in CHECKS:
            print(f"{name:14}{summary(name)}")
        return 0
    repo = Repo(options.root, options.build)
    counts = {"ok": 0, "failed": 0, "skipped": 0}
    for name in options.check or CHECKS:
        counts[look(name, repo)] += 1
    print(f"{counts['ok']} passed, {counts['failed']} failed, {counts['skipped']} skipped")
    return 1 if counts["failed"] else 0


def look(name, repo):
    start = time.monotonic()
    found = []
    try:
        found.extend(importlib.import_module(f"checks.{name}").complaints(repo))
        outcome, why = ("failed", f"{len(found)} found") if found else ("ok", "")
    except Skip as reason:
        outcome, why = "skipped", str(reason)
    took = time.monotonic() - start
    print(f"{outcome:8}{name:14}{why or summary(name)}" + (f" ({took:.0f} s)" if took >= 1 else ""))
    for line in found[:SHOWN]:
        print(f"    {line}")
    if len(found) > SHOWN:
        print(f"    and {len(found) - SHOWN} more")
    sys.stdout.flush()
    return outcome


def summary(name):
    return importlib.import_module(f"checks.{name}").__doc__.split("\n", 1)[0]


def arguments():
    parser = argparse.ArgumentParser(description="the checks on the source tree")
    parser.add_argument("--list", action="store_true", help="name the checks")
    parser.add_argument("--root", default=Path(__file__).resolve().parent.parent, type=Path)
    parser.add_argument("--build", type=Path, help="the build folder (default: build/release)")
    parser.add_argument("check", nargs="*", metavar="CHECK", help="default: all")
    options = parser.parse_args()
    for name in options.check:
        if name not in CHECKS:
            parser.error(f"no check is named '{name}'; --list names them")
    return options


if __name__ == "__main__":
    sys.exit(main())
