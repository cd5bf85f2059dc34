# SPDX-License-Identifier: Apache-2.0
"""The little that the checks know of C++."""

import unittest

from tree import TreeTest  # noqa: F401  (puts tools/ on the path)
from checks import cpp


class Code(unittest.TestCase):
    def test_blanks_comments_and_literals_and_keeps_lines(self):
        text = 'a; // exit(1)\n/* x\n y */ b = "exit(2)"; c = \'"\'; d = 1\'000;\n'
        self.assertEqual(cpp.code(text).count("\n"), text.count("\n"))
        self.assertNotIn("exit", cpp.code(text))
        self.assertIn("d = 1'000;", cpp.code(text))

    def test_blanks_raw_strings(self):
        self.assertNotIn("exit", cpp.code('auto s = R"(a " exit(1) )"; int x;'))
        self.assertIn("int x;", cpp.code('auto s = R"(a " exit(1) )"; int x;'))

    def test_counts_lines_with_comments_but_the_license(self):
        text = "// SPDX-License-Identifier: Apache-2.0\n// head\nint x;  // why\n/* two\nlines */\n"
        self.assertEqual(cpp.comment_lines(text), 4)

    def test_reads_includes(self):
        text = '#include "a/b.hpp"\n# include <c>\n// #include "d"\n'
        self.assertEqual(cpp.includes(text), [(1, "a/b.hpp", True), (2, "c", False)])


class Functions(unittest.TestCase):
    def test_finds_free_functions_members_and_constructors(self):
        text = ("namespace a {\n"
                "struct B {\n"
                "  B() : x_{1} {}\n"
                "  int f() const {\n    return x_;\n  }\n"
                "  int x_ = 0;\n"
                "};\n"
                "template <class T>\n"
                "Result<T> g(\n    int x) {\n  if (x) {\n  }\n}\n"
                "}\n")
        found = cpp.functions(text)
        self.assertIn((4, 3), found)
        self.assertIn((9, 6), found)

    def test_takes_tables_and_types_for_no_functions(self):
        text = ("constexpr int table[] = {f(1), 2};\n"
                "enum class E { a, b };\n"
                "const std::map<int, int> m = make(1, {2});\n"
                "struct alignas(8) S {\n  int x;\n};\n")
        self.assertEqual(cpp.functions(text), [])

    def test_lambdas_belong_to_their_function(self):
        text = "void f() {\n  auto g = [&](int x) {\n    return x;\n  };\n  g(1);\n}\n"
        self.assertEqual(cpp.functions(text), [(1, 6)])


if __name__ == "__main__":
    unittest.main()
