# SPDX-License-Identifier: Apache-2.0
"""A small tree in a temporary folder, for the tests of the checks."""

import importlib
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

from checks.repo import Repo  # noqa: E402

ARROWS = """\
part base base:
part record record: base
part check check: base record
part device device: base record
part device_sim device/sim: base record device
program worker worker: base record device device_sim
"""

HEAD = "// SPDX-License-Identifier: Apache-2.0\n"


class TreeTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        self.write("build/release/arrows.txt", ARROWS)

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def complaints(self, check):
        return list(importlib.import_module(f"checks.{check}").complaints(Repo(self.root)))

    def assert_clean(self, check):
        self.assertEqual(self.complaints(check), [])

    def assert_found(self, check, *fragments):
        """Exactly these complaints, in order: each holds its fragment."""
        found = self.complaints(check)
        self.assertEqual(len(found), len(fragments), found)
        for complaint, fragment in zip(found, fragments):
            self.assertIn(fragment, complaint)
