# SPDX-License-Identifier: Apache-2.0
"""The checks on who may use whom: each passes a sound tree and finds the fault planted in it."""

import unittest

from tree import ARROWS, HEAD, TreeTest


class Arrows(TreeTest):
    def setUp(self):
        super().setUp()
        self.write("src/base/text.hpp", HEAD)
        self.write("src/record/job.hpp", HEAD + '#include "base/text.hpp"\n#include <string>\n')
        self.write("src/device/device.hpp", HEAD)
        self.write("src/device/sim/run.hpp", HEAD + '#include "device/device.hpp"\n')

    def test_passes_what_the_table_allows(self):
        self.assert_clean("arrows")

    def test_finds_an_include_against_the_arrows(self):
        self.write("src/base/text.cpp", HEAD + '#include "record/job.hpp"\n')
        self.assert_found("arrows", 'src/base/text.cpp:2: base includes "record/job.hpp"')

    def test_finds_an_include_of_a_part_inside_an_allowed_folder(self):
        self.write("src/device/open.cpp", HEAD + '#include "device/sim/run.hpp"\n')
        self.assert_found("arrows", 'device includes "device/sim/run.hpp"')

    def test_finds_an_include_relative_to_the_file(self):
        self.write("src/base/text.cpp", HEAD + '#include "text.hpp"\n')
        self.assert_found("arrows", 'no "text.hpp" below src/')

    def test_finds_a_folder_that_no_part_holds(self):
        self.write("src/extra/a.cpp", HEAD)
        self.assert_found("arrows", "no part() of any CMakeLists.txt")

    def test_takes_an_executable_and_its_library_for_one_part(self):
        table = ARROWS + "part inside builder: base record\nprogram builder builder: base inside\n"
        self.write("build/release/arrows.txt", table)
        self.write("src/builder/main.cpp", HEAD + '#include "builder/run.hpp"\n')
        self.write("src/builder/run.hpp", HEAD + '#include "record/job.hpp"\n')
        self.assert_clean("arrows")

    def test_ignores_an_include_in_a_comment(self):
        self.write("src/base/text.cpp", HEAD + '// #include "record/job.hpp"\n')
        self.assert_clean("arrows")

    def test_finds_a_worker_that_reaches_check_over_another_part(self):
        sound = "device_sim device/sim: base record device"
        table = ARROWS.replace(sound, "device_sim device/sim: check")
        self.write("build/release/arrows.txt", table)
        self.write("src/device/sim/run.hpp", HEAD)
        self.assert_found("arrows", "worker must never reach check")

    def test_finds_a_flow_that_reaches_a_device(self):
        self.write("build/release/arrows.txt", ARROWS + "part flow flow: base device\n")
        self.assert_found("arrows", "flow must never reach device")


class Architecture(TreeTest):
    ROWS = ("| `base` | text | – |\n| `record` | structs | `base` |\n"
            "| `check` | metrics | `base` `record` |\n"
            "| `device` | one interface | `base` `record` |\n"
            "| `device/sim` | the simulator | `base` `record` `device` |\n"
            "| `worker` | runs | `base` `record` `device` `device/sim` |\n")

    def test_passes_a_table_that_equals_the_build(self):
        self.write("docs/architecture.md", self.ROWS)
        self.assert_clean("architecture")

    def test_finds_a_missing_page(self):
        self.assert_found("architecture", "the page is missing")

    def test_finds_an_arrow_that_the_page_lacks(self):
        page = self.ROWS.replace("metrics | `base` `record`", "metrics | `base`")
        self.write("docs/architecture.md", page)
        self.assert_found("architecture", "check uses base record in the build, base in the table")

    def test_finds_rows_missing_and_too_many(self):
        page = self.ROWS.replace("| `record` | structs |", "| `books` | structs |")
        self.write("docs/architecture.md", page)
        self.assert_found("architecture", "has a row for books", "lacks a row for record")


class Purity(TreeTest):
    def test_passes_pure_code_and_programs_that_print(self):
        self.write("src/check/rule.cpp", HEAD + "// no std::cout\nint runtime(int x);\n"
                   'auto t = "getenv(x)"; void exit(int lane) { exit(lane); }\n')
        self.write("src/worker/main.cpp", HEAD + 'int main() { std::cout << getenv("A"); }\n')
        self.write("src/base/clock.cpp", HEAD + "auto now() { return steady_clock::now(); }\n")
        self.assert_clean("purity")

    def test_finds_printing_in_a_library(self):
        self.write("src/base/text.cpp", HEAD + "void say() { std::printf(\"x\"); }\n")
        self.assert_found("purity", "src/base/text.cpp:2: 'std::printf' prints or exits")

    def test_finds_exit_in_a_library(self):
        self.write("src/base/text.cpp", HEAD + "void stop() {\n  exit(1);\n}\n")
        self.assert_found("purity", "src/base/text.cpp:3: 'exit(1' prints or exits")

    def test_finds_clock_environment_and_randomness_in_a_pure_folder(self):
        self.write("src/check/rule.cpp", HEAD + "auto a = std::chrono::system_clock::now();\n"
                   'auto b() { return getenv("B"); }\nstd::random_device c;\n'
                   "#include <fstream>\n")
        self.assert_found("purity", ":2: 'system_clock'", ":3:", ":4: 'random_device'", ":5:")


class Heavy(TreeTest):
    def test_passes_the_one_place(self):
        self.write("src/record/json.cpp", HEAD + "#include <nlohmann/json.hpp>\n")
        self.write("src/check/rule.hpp", HEAD + "#include <nlohmann/json_fwd.hpp>\n")
        self.assert_clean("heavy")

    def test_finds_another_folder(self):
        self.write("src/check/rule.cpp", HEAD + "#include <nlohmann/json.hpp>\n")
        self.assert_found("heavy", "may stand only in record")

    def test_finds_a_header(self):
        self.write("src/record/json.hpp", HEAD + "#include <nlohmann/json.hpp>\n")
        self.assert_found("heavy", "may stand in no header")

    def test_finds_too_many_units(self):
        for number in range(5):
            self.write(f"src/cli/command{number}.cpp", HEAD + "#include <CLI/CLI.hpp>\n")
        self.assert_found("heavy", "stands in 5 files, at most 4")


if __name__ == "__main__":
    unittest.main()
