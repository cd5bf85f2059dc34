# SPDX-License-Identifier: Apache-2.0
"""The other commands, --help and --version."""
import os
import unittest

from harness import RIGHT, TASK, CommandLine, kernel


class Help(CommandLine):
    def test_help_names_the_commands_and_exit_codes(self):
        run = self.run_assay("--help")
        self.assertEqual(run.returncode, 0)
        for word in ("judge", "check", "doctor", "undecided"):
            self.assertIn(word, run.stdout)

    def test_every_command_explains_itself(self):
        for command in ("judge", "check", "doctor"):
            run = self.run_assay(command, "--help")
            self.assertEqual(run.returncode, 0)
            self.assertIn("--help", run.stdout)

    def test_version(self):
        self.assertRegex(self.run_assay("--version").stdout, r"^assay \d+\.\d+\.\d+$")

    def test_a_misspelt_option_is_exit_2(self):
        run = self.run_assay("judge", self.folder, "--sede", "1")
        self.assertEqual(run.returncode, 2)
        self.assertIn("--sede", run.stderr)

    def test_no_command_is_exit_2(self):
        self.assertEqual(self.run_assay().returncode, 2)

    def test_a_seed_that_is_no_number(self):
        run = self.run_assay("judge", self.folder, "--seed", "seven")
        self.assertEqual(run.returncode, 2)
        self.assertIn("seven", run.stderr)


class Check(CommandLine):
    def test_valid_files_are_ok(self):
        run = self.run_assay("check", self.folder)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        self.assertIn("ok", run.stdout)

    def test_mistakes_of_all_files_are_shown(self):
        self.write("one.cu", kernel("one", RIGHT).replace("kernel ", "kernal "))
        self.write("two.cu", "no manifest at all\n")
        run = self.run_assay("check", self.folder)
        self.assertEqual(run.returncode, 2)
        self.assertIn("'kernel'", run.stdout)
        self.assertIn("two.cu", run.stdout)

    def test_what_cannot_be_run_yet_is_named(self):
        self.write("tma.cu", kernel("tma", RIGHT).replace(
            "*/", '[[tensor_map]]\nname = "m"\ntensor = "x"\nbox = [64]\nswizzle = "128B"\n*/', 1))
        run = self.run_assay("check", self.folder)
        self.assertEqual(run.returncode, 0, run.stdout)
        self.assertIn("tensor_map", run.stdout)


    def test_a_missing_task_is_exit_2_and_named(self):
        run = self.run_assay("check", self.folder / "nowhere")
        self.assertEqual(run.returncode, 2)
        self.assertIn("nowhere", run.stderr)
        self.assert_clean(run)

    def test_one_wrong_candidate_leaves_the_others_ok(self):
        self.write("wrong.cu", "no manifest at all\n")
        run = self.run_assay("check", self.folder, self.folder / "right.cu")
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        self.assertNotIn("wrong.cu", run.stdout)


class Doctor(CommandLine):
    def test_it_names_the_compiler_and_the_sandbox(self):
        run = self.run_assay("doctor")
        self.assertEqual(run.returncode, 0, run.stdout)
        for word in ("compiler", "landlock", "seccomp", "cache"):
            self.assertIn(word, run.stdout)

    def test_without_a_compiler_it_says_what_to_do_and_exits_3(self):
        run = self.run_assay("doctor", env={**os.environ, "ASSAY_TOOLKIT": "none"})
        self.assertEqual(run.returncode, 3, run.stdout)
        self.assertIn("./dev setup", run.stdout)

    def test_judge_without_a_compiler_is_exit_3_and_points_to_the_mend(self):
        run = self.judge(env={**os.environ, "ASSAY_TOOLKIT": "none"})
        self.assertEqual(run.returncode, 3)
        self.assertIn("./dev setup", run.stderr)
        self.assert_clean(run)


if __name__ == "__main__":
    unittest.main()
