# SPDX-License-Identifier: Apache-2.0
"""lint.py and tally.py: exit codes, the closing line, and reasons of what was skipped."""

import subprocess
import sys
import unittest

from tree import HEAD, ROOT, TreeTest

JUNIT = """<testsuite>
<testcase name="a" status="run"/><testcase name="b" status="run"/>
<testcase name="c" status="notrun"><skipped message="SKIP_REGULAR_EXPRESSION_MATCHED"/>
<system-out>x_test.cpp:3: Skipped
no nvdisasm here

</system-out></testcase>{more}
</testsuite>"""


class Tally(TreeTest):
    def run_tool(self, name, *arguments):
        done = subprocess.run([sys.executable, ROOT / "tools" / name, *arguments], cwd=self.root,
                              capture_output=True, text=True, check=False)
        return done.returncode, done.stdout

    def test_adds_reports_and_shows_reasons(self):
        one = self.write("one.xml", JUNIT.replace("{more}", ""))
        two = self.write("lint.txt", "skipped tidy clang-tidy-19 is not installed\n"
                         "4 passed, 0 failed, 1 skipped\n")
        code, output = self.run_tool("tally.py", one, two)
        self.assertEqual(output, "skipped: c: no nvdisasm here\n"
                         "skipped: tidy: clang-tidy-19 is not installed\n"
                         "6 passed, 0 failed, 2 skipped\n")
        self.assertEqual(code, 0)

    def test_one_failure_fails(self):
        one = self.write("one.xml", JUNIT.replace("{more}", '<testcase name="d" status="fail"/>'))
        code, output = self.run_tool("tally.py", one)
        self.assertIn("failed: d\n", output)
        self.assertTrue(output.endswith("2 passed, 1 failed, 1 skipped\n"))
        self.assertEqual(code, 1)

    def test_a_run_that_left_no_result_is_a_failure(self):
        for text in (None, "", "<testsuite/>", "half a repo"):
            path = self.root / "one.xml"
            if text is not None:
                self.write("one.xml", text)
            result = self.run_tool("tally.py", path)
            self.assertEqual(result, (1, "0 passed, 1 failed, 0 skipped\n"))

    def test_lint_fails_with_the_complaint_and_passes_without(self):
        self.write("src/base/a.hpp", "int x;\n")
        arguments = ("--root", self.root, "license", "names")
        code, output = self.run_tool("lint.py", *arguments)
        self.assertEqual(code, 1)
        self.assertIn("    src/base/a.hpp:1: no line", output)
        self.assertTrue(output.endswith("1 passed, 1 failed, 0 skipped\n"))
        self.write("src/base/a.hpp", HEAD)
        code, output = self.run_tool("lint.py", *arguments)
        self.assertEqual((code, output.split("\n")[-2]), (0, "2 passed, 0 failed, 0 skipped"))

    def test_lint_refuses_an_unknown_check(self):
        self.assertEqual(self.run_tool("lint.py", "arrow")[0], 2)


if __name__ == "__main__":
    unittest.main()
