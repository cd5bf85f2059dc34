# SPDX-License-Identifier: Apache-2.0
"""The checks on text: each passes a sound tree and finds the fault planted in it."""

import unittest

from tree import HEAD, TreeTest
from checks import sizes

FUNCTION = "int f() {\n  return 1;\n}\n"


class Sizes(TreeTest):
    def setUp(self):
        super().setUp()
        self.source = HEAD + ("// why\n" + FUNCTION + FUNCTION) * 4
        self.write("src/base/a.cpp", self.source)
        self.write("tests/base/a_test.cpp", self.source)

    def test_passes_a_small_tree(self):
        self.assert_clean("sizes")

    def test_finds_a_tree_without_source(self):
        (self.root / "src/base/a.cpp").unlink()
        self.assert_found("sizes", "no source to measure")

    def test_finds_a_long_file(self):
        self.write("tests/base/long_test.cpp", "int x;\n" * (sizes.FILE_MOST + 1))
        found = self.complaints("sizes")
        self.assertIn("tests/base/long_test.cpp:1: 801 lines, at most 800", found)

    def test_finds_a_long_function(self):
        body = "  g();\n" * sizes.FUNCTION_MOST
        self.write("tests/base/b_test.cpp", "\nvoid f() {\n" + body + "}\n")
        self.assert_found("sizes", "tests/base/b_test.cpp:2: a function of 102 lines")

    def test_finds_long_functions_on_the_whole(self):
        body = "// why\nint f() {\n" + "  g();\n" * 9 + "}\n"
        self.write("src/base/a.cpp", body * 5)
        self.write("tests/base/a_test.cpp", body * 5)
        self.assertTrue(any("the median function" in line for line in self.complaints("sizes")))

    def test_finds_too_few_comments_and_too_many(self):
        self.write("src/base/a.cpp", FUNCTION * 8)
        self.assert_found("sizes", "0.0% of the lines have comments")
        self.write("src/base/a.cpp", ("// why\n" + FUNCTION) * 8)
        self.assert_found("sizes", "25.0% of the lines have comments")

    def test_finds_too_few_tests(self):
        self.write("tests/base/a_test.cpp", FUNCTION)
        self.assert_found("sizes", "tests: 3 lines of tests for 29 of source")

    def test_finds_a_wide_script(self):
        self.write("tools/a.sh", "# " + "x" * 99 + "\n")
        self.assert_found("sizes", "tools/a.sh:1: 101 columns")


class License(TreeTest):
    def test_passes_code_with_the_line(self):
        self.write("src/base/a.cpp", HEAD)
        self.write("dev", "#!/usr/bin/env bash\n# SPDX-License-Identifier: Apache-2.0\n")
        self.write("tasks/sum/warp.cu", "/* assay\n*/\n")
        self.write("README.md", "# assay\n")
        self.assert_clean("license")

    def test_finds_a_source_and_a_script_without_it(self):
        self.write("dev", "#!/usr/bin/env bash\n")
        self.write("src/base/a.cpp", "int x;\n")
        self.assert_found("license", "dev:1: no line", "src/base/a.cpp:1: no line")


class Names(TreeTest):
    def test_passes_names_that_say_something(self):
        self.write("src/base/file.hpp", HEAD)
        self.assert_clean("names")

    def test_finds_names_that_say_nothing(self):
        self.write("src/base/string_utils.hpp", HEAD)
        self.write("tests/common/a_test.cpp", HEAD)
        self.assert_found("names", "'string_utils' says nothing", "'common' says nothing")

    def test_finds_other_spellings(self):
        self.write("src/base/FileReader.hpp", HEAD)
        self.write("src/base/old.h", HEAD)
        self.assert_found("names", "snake_case", "sources end in .cpp and .hpp")


class Words(TreeTest):
    def test_passes_plain_text(self):
        self.write("README.md", "See $root/work/x and https://a.b/root/c, not a/home/b.\n")
        self.assert_clean("words")

    def test_finds_a_folder_of_one_machine(self):
        self.write("README.md", "first\nsee " + "/wo" + "rk/main\n")
        self.assert_found("words", "README.md:2: ")

    def test_finds_blanks_at_the_end_and_a_missing_newline(self):
        self.write("README.md", "first \nlast")
        self.assert_found("words", "README.md:1: blanks", "no newline")


class Pages(TreeTest):
    def setUp(self):
        super().setUp()
        self.write("docs/README.md", "[words](glossary.md#task) [site](https://a.b/c)\n")
        self.write("docs/glossary.md", "[up](../README.md)\n")
        self.write("README.md", "[docs](docs/README.md)\n")

    def test_passes_pages_that_are_linked(self):
        self.assert_clean("pages")

    def test_finds_a_dead_link(self):
        self.write("README.md", "\n[docs](docs/index.md)\n")
        self.assert_found("pages", "README.md:2: the link to docs/index.md leads nowhere")

    def test_finds_a_page_that_nothing_leads_to(self):
        self.write("docs/lost.md", "alone\n")
        self.assert_found("pages", "docs/lost.md:1: no link from docs/README.md leads here")


if __name__ == "__main__":
    unittest.main()
