# SPDX-License-Identifier: Apache-2.0
"""The checks that ask another program: each passes a sound tree and finds the planted fault."""

import json
import shutil
import subprocess
import unittest
from unittest import mock

from tree import HEAD, ROOT, TreeTest
from checks.repo import Skip


def needs(*programs):
    lacking = [program for program in programs if not shutil.which(program)]
    return unittest.skipIf(lacking, f"{' '.join(lacking)} not installed: ./dev setup --all")


@needs("clang-format-19")
class Format(TreeTest):
    def setUp(self):
        super().setUp()
        shutil.copy(ROOT / ".clang-format", self.root)

    def test_passes_a_formatted_source(self):
        self.write("src/base/a.cpp", HEAD + "int x = 1;\n")
        self.assert_clean("format")

    def test_finds_another_layout(self):
        self.write("src/base/a.cpp", HEAD + "int  x=1;\n")
        self.assert_found("format", "src/base/a.cpp:2: not as clang-format-19 lays it")


@needs("clang-tidy-19")
class Tidy(TreeTest):
    def setUp(self):
        super().setUp()
        shutil.copy(ROOT / ".clang-tidy", self.root)

    def compiled(self, text):
        path = self.write("src/base/a.cpp", HEAD + text)
        entry = {"directory": str(self.root), "file": str(path),
                 "command": f"c++ -std=c++20 -c {path}"}
        self.write("build/release/compile_commands.json", json.dumps([entry]))

    def test_passes_and_remembers_a_sound_source(self):
        self.compiled("int f(int x) { return x; }\n")
        self.assert_clean("tidy")
        self.assertEqual(len(list((self.root / "build/release/tidy").iterdir())), 1)

    def test_finds_a_use_after_move(self):
        self.compiled("#include <string>\n#include <utility>\nvoid g(std::string);\n"
                      "bool f(std::string s) {\n  g(std::move(s));\n  return s.empty();\n}\n")
        self.assert_found("tidy", "src/base/a.cpp:7: 's' used after it was moved")


@needs("shellcheck")
class Shell(TreeTest):
    def test_passes_a_sound_script(self):
        self.write("dev", '#!/usr/bin/env bash\necho "$1"\n')
        self.assert_clean("shell")

    def test_finds_a_fault_in_a_script_without_suffix(self):
        self.write("dev", "#!/usr/bin/env bash\nrm $1\n")
        self.assert_found("shell", "dev:2: Double quote")


@needs("codespell")
class Spelling(TreeTest):
    def test_passes_and_finds(self):
        self.write("README.md", "the kernel\n")
        self.assert_clean("spelling")
        self.write("README.md", "the " + "recie" + "ve\n")
        self.assert_found("spelling", "receive")


@needs("readelf", "g++")
class Linkage(TreeTest):
    def build(self, *flags):
        source = self.write("a.cpp", "#include <string>\nint main(int c, char** v) {\n"
                            "  return std::to_string(c).append(v[0]).size() == 0;\n}\n")
        folder = self.root / "build/release/bin"
        folder.mkdir(parents=True, exist_ok=True)
        for name in ("assay", "assay-builder", "assay-worker"):
            subprocess.run(["g++", source, "-o", folder / name, *flags], check=True)

    def test_passes_static_and_finds_shared_libraries(self):
        self.build("-static-libstdc++", "-static-libgcc")
        self.assert_clean("linkage")
        self.build("-Wl,-rpath,/opt/lib")
        found = self.complaints("linkage")
        self.assertTrue(any("bin/assay: needs libstdc++.so.6" in line for line in found), found)
        self.assertTrue(any("search path" in line for line in found), found)

    def test_finds_a_missing_executable(self):
        self.build("-static-libstdc++", "-static-libgcc")
        (self.root / "build/release/bin/assay-worker").unlink()
        self.assert_found("linkage", "bin/assay-worker: not built")


@needs("cmake", "ninja", "g++")
class Headers(TreeTest):
    CMAKE = ("cmake_minimum_required(VERSION 3.25)\nproject(p LANGUAGES CXX)\n"
             "add_library(a STATIC a.cpp)\n"
             "set_target_properties(a PROPERTIES VERIFY_INTERFACE_HEADER_SETS ON)\n"
             "target_sources(a INTERFACE FILE_SET HEADERS BASE_DIRS . FILES a.hpp)\n")

    def test_passes_whole_headers_and_finds_one_that_needs_another(self):
        self.write("CMakeLists.txt", self.CMAKE)
        self.write("a.cpp", "int x;\n")
        self.write("a.hpp", "#include <string>\nstd::string f();\n")
        configure = ["cmake", "-G", "Ninja", "-S", self.root, "-B", self.root / "build/release"]
        subprocess.run(configure, check=True, capture_output=True)
        self.assert_clean("headers")
        self.write("a.hpp", "std::string f();\n")
        found = self.complaints("headers")
        self.assertTrue(any("a.hpp:1: " in line and "string" in line for line in found), found)


class Missing(TreeTest):
    def test_a_missing_program_skips_with_the_reason(self):
        self.write("dev", "#!/usr/bin/env bash\n")
        with mock.patch("subprocess.run", side_effect=FileNotFoundError):
            with self.assertRaisesRegex(Skip, "shellcheck is not installed: ./dev setup --all"):
                self.complaints("shell")

    def test_a_missing_build_skips_with_the_reason(self):
        for check in ("headers", "linkage", "tidy"):
            with self.assertRaisesRegex(Skip, "./dev build|configure the build first"):
                self.complaints(check)


if __name__ == "__main__":
    unittest.main()
