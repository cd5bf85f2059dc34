#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Adds up what ran: tally.py FILE... prints the skipped tests with their reasons, then
'N passed, N failed, N skipped' over all files: JUnit reports of ctest and outputs of lint.py.

A file that is missing or empty counts as one failure: a test run that died must not look green.
"""

import re
import sys
import xml.etree.ElementTree as ElementTree
from collections import Counter
from pathlib import Path

CLOSING = re.compile(r"^(\d+) passed, (\d+) failed, (\d+) skipped$", re.MULTILINE)


def main(names):
    total, reasons = Counter(), Counter()
    for name in names:
        total += count(Path(name), reasons)
    for reason, times in sorted(reasons.items()):
        print(f"skipped: {reason}" + (f" ({times} tests)" if times > 1 else ""))
    print(f"{total['passed']} passed, {total['failed']} failed, {total['skipped']} skipped")
    return 1 if total["failed"] or not total["passed"] else 0


def count(path, reasons):
    try:
        found = from_junit(path, reasons) if path.suffix == ".xml" else from_text(path, reasons)
    except (OSError, ElementTree.ParseError) as error:
        print(f"no result in {path.name}: {error}", file=sys.stderr)
        return Counter(failed=1)
    return found if found.total() else Counter(failed=1)


def from_junit(path, reasons):
    found = Counter()
    for test in ElementTree.parse(path).getroot().iter("testcase"):
        status = {"run": "passed", "fail": "failed"}.get(test.get("status"), "skipped")
        found[status] += 1
        if status == "failed":
            print(f"failed: {test.get('name')}")
        elif status == "skipped":
            reasons[f"{test.get('name')}: {why(test)}"] += 1
    return found


def why(test):
    """The reason that GoogleTest or unittest printed, or else what ctest says."""
    output = test.findtext("system-out") or ""
    for pattern in (r": Skipped\n+(.+)", r"skipped ['\"](.+?)['\"]", r"^skip: (.+)$"):
        if found := re.search(pattern, output, re.MULTILINE):
            return found.group(1).strip()
    skipped = test.find("skipped")
    return skipped.get("message", "no reason given") if skipped is not None else "did not run"


def from_text(path, reasons):
    text = path.read_text(encoding="utf-8", errors="replace")
    for name, reason in re.findall(r"^skipped\s+(\S+)\s+(.*)$", text, re.MULTILINE):
        reasons[f"{name}: {reason}"] += 1
    counts = CLOSING.search(text)
    if not counts:
        return Counter()
    return Counter(dict(zip(("passed", "failed", "skipped"), map(int, counts.groups()))))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
