# SPDX-License-Identifier: Apache-2.0
"""What a person gets from `assay judge`: the right verdict and exit code, a message that helps."""
import json
import os
import subprocess
import unittest

from harness import ASSAY, RIGHT, TASK, CommandLine, kernel

ENDLESS = "volatile float* v = y; while (v[0] != 123.f) v[0] = x[0];"


class Verdicts(CommandLine):
    def test_a_right_candidate_is_accepted_with_exit_0(self):
        run = self.judge()
        self.assertEqual(run.returncode, 0, run.stderr + run.stdout)
        self.assertIn("right.cu", run.stdout)
        self.assertIn("accepted", run.stdout)

    def test_a_wrong_candidate_gives_exit_1_and_names_the_worst_element(self):
        self.write("wrong.cu", kernel("wrong", "if (i < n) y[i] = 2.001f * x[i];"))
        run = self.judge()
        self.assertEqual(run.returncode, 1, run.stderr + run.stdout)
        self.assertIn("result.wrong", run.stdout)
        self.assertIn("y[", run.stdout)

    def test_expect_turns_an_expected_rejection_into_exit_0(self):
        self.write("wrong.cu", kernel("wrong", "if (i < n) y[i] = x[i];", expect="result.wrong"))
        self.assertEqual(self.judge("--expect").returncode, 0)
        self.assertEqual(self.judge().returncode, 1)

    def test_expect_is_not_met_by_another_reason(self):
        self.write("wrong.cu", kernel("wrong", "if (i < n) y[i] = x[i];", expect="race.shared"))
        self.assertEqual(self.judge("--expect").returncode, 1)

    def test_out_of_bounds_names_line_block_and_thread(self):
        self.write("far.cu", kernel("far", "y[i] = 2 * x[i];"))
        run = self.judge("--case", "small")
        self.assertEqual(run.returncode, 1)
        self.assertIn("memory.out_of_bounds", run.stdout)
        self.assertIn("far.cu:10", run.stdout)
        self.assertIn("(1, 0, 0)", run.stdout)

    def test_a_compile_error_shows_the_candidates_line(self):
        self.write("typo.cu", kernel("typo", "retrun;"))
        run = self.judge()
        self.assertEqual(run.returncode, 1)
        self.assertIn("build.failed", run.stdout)
        self.assertIn("typo.cu", run.stdout)
        self.assertIn("retrun", run.stdout)
        self.assert_clean(run)

    def test_one_that_never_ends_does_not_stop_the_rest(self):
        self.write("a_endless.cu", kernel("endless", ENDLESS))
        run = self.judge("--json")
        verdicts = {os.path.basename(v["candidate"]): v for v in json.loads(run.stdout)["verdicts"]}
        self.assertEqual(verdicts["a_endless.cu"]["reasons"][0]["code"], "run.step_limit")
        self.assertEqual(verdicts["right.cu"]["verdict"], "accepted")

    def test_an_operation_that_the_simulator_lacks_is_undecided_with_exit_4(self):
        text = kernel("right", RIGHT + ' asm volatile("wgmma.fence.sync.aligned;");')
        self.write("right.cu", text.replace("*/", '[build]\narch = "90a"\n*/', 1))
        run = self.judge()
        self.assertEqual(run.returncode, 4, run.stdout)
        self.assertIn("wgmma", run.stdout)


class Repeatable(CommandLine):
    def without_times(self, text):
        def strip(value):
            if isinstance(value, dict):
                return {k: strip(v) for k, v in value.items() if k not in ("seconds", "date")}
            return [strip(v) for v in value] if isinstance(value, list) else value
        return json.dumps(strip(json.loads(text)))

    def test_same_seed_same_json_with_one_and_two_threads(self):
        body = "if (i < n) { atomicExch(y, 0.f); y[i] = 2 * x[i]; }"
        self.write("atomic.cu", kernel("atomic", body))
        first = self.judge("--json", "-j", "1")
        second = self.judge("--json", "-j", "2")
        self.assertEqual(self.without_times(first.stdout), self.without_times(second.stdout))

    def test_the_seed_is_drawn_anew_and_told(self):
        runs = [self.run_assay("judge", self.folder, "--json") for _ in range(2)]
        seeds = {json.loads(run.stdout)["seed"] for run in runs}
        self.assertEqual(len(seeds), 2)


class BadInput(CommandLine):
    def test_no_task_there(self):
        run = self.run_assay("judge", self.folder / "nowhere")
        self.assertEqual(run.returncode, 2)
        self.assertIn("nowhere", run.stderr)
        self.assert_clean(run)

    def test_a_wrong_task_shows_every_mistake_with_place_and_nearest_name(self):
        text = TASK.replace('dtype  = "f32"', 'dtype  = "f31"')
        self.write("task.toml", text.replace('role  = "out"', 'role  = "uot"'))
        run = self.judge()
        self.assertEqual(run.returncode, 2)
        self.assertIn("task.toml:11:", run.stderr)
        self.assertIn("'f32'", run.stderr)
        self.assertIn("task.toml:17:", run.stderr)
        self.assertIn("'out'", run.stderr)

    def test_toml_that_is_none(self):
        self.write("task.toml", "schema = = 1\n")
        run = self.judge()
        self.assertEqual(run.returncode, 2)
        self.assertIn("task.toml:1:", run.stderr)

    def test_a_wrong_manifest_rejects_that_candidate_alone(self):
        self.write("odd.cu", kernel("odd", RIGHT).replace("grid ", "gird "))
        run = self.judge()
        self.assertEqual(run.returncode, 1)
        self.assertIn("manifest.invalid", run.stdout)
        self.assertIn("'grid'", run.stdout)
        self.assertIn("accepted", run.stdout)

    def test_a_named_candidate_that_is_missing(self):
        run = self.judge(self.folder / "gone.cu")
        self.assertEqual(run.returncode, 2)
        self.assertIn("gone.cu", run.stderr)

    def test_an_unknown_case_names_the_nearest(self):
        run = self.judge("--case", "smal")
        self.assertEqual(run.returncode, 2)
        self.assertIn("'small'", run.stderr)

    def test_a_golden_with_a_fault_makes_the_task_unsound(self):
        self.write("golden.cu", kernel("golden", "y[i] = 2 * x[i];", out="double"))
        run = self.judge()
        self.assertEqual(run.returncode, 2)
        self.assertIn("golden", run.stderr)
        self.assertIn("memory.out_of_bounds", run.stderr)

    def test_an_include_from_outside_shows_nothing_of_it(self):
        secret = self.write("secret.txt", "hunter2\n")
        include = '#include "%s"\nextern' % secret
        self.write("sly.cu", kernel("sly", RIGHT).replace("extern", include))
        run = self.judge()
        self.assertEqual(run.returncode, 1)
        self.assertIn("build.failed", run.stdout)
        self.assertNotIn("hunter2", run.stdout + run.stderr)

    def test_a_full_disk_is_said_and_leaves_nothing(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("no /dev/full here")
        with open("/dev/full", "w") as full:
            run = subprocess.run([ASSAY, "judge", str(self.folder)], stdout=full,
                                 stderr=subprocess.PIPE, text=True)
        self.assertEqual(run.returncode, 3)
        self.assertIn("stdout", run.stderr)

    def test_control_characters_of_a_candidate_never_reach_the_terminal(self):
        body = RIGHT + ' if (i == 0) printf("\\033[2Jhello");'
        self.write("loud.cu", kernel("loud", body) + "// \033[31m\n")
        run = self.judge()
        self.assertNotIn("\033", run.stdout)


class Dump(CommandLine):
    def setUp(self):
        super().setUp()
        self.write("wrong.cu", kernel("wrong", "if (i < n) y[i] = x[i];"))
        self.target = self.folder / "arrays"

    def test_arrays_of_the_failing_case(self):
        self.judge("--dump", self.target)
        names = sorted(path.name for path in (self.target / "wrong.cu").iterdir())
        self.assertEqual(names, ["case.txt", "x.npy", "y.golden.npy", "y.npy"])
        self.assertEqual((self.target / "wrong.cu" / "x.npy").read_bytes()[:6], b"\x93NUMPY")

    def test_namesakes_have_folders_of_their_own(self):
        for name in ("a", "b"):
            (self.folder / name).mkdir()
            self.write(name + "/wrong.cu", kernel("wrong", "if (i < n) y[i] = x[i];"))
        self.judge("--dump", self.target, "-j", "4")
        places = sorted(str(path.parent.relative_to(self.target))
                        for path in self.target.rglob("case.txt"))
        self.assertEqual(places, ["a/wrong.cu", "b/wrong.cu", "wrong.cu"])

    def test_a_folder_that_cannot_be_made_costs_no_verdict_and_is_exit_3(self):
        self.target.write_text("in the way")
        run = self.judge("--dump", self.target, "--json")
        self.assertEqual(run.returncode, 3, run.stderr)
        self.assertEqual(self.verdicts(run)["wrong.cu"]["verdict"], "rejected")
        self.assertEqual(self.verdicts(run)["right.cu"]["verdict"], "accepted")
        self.assertIn("can't make the folder", run.stderr)
        self.assertIn("--dump", run.stderr)


class Params(CommandLine):
    def setUp(self):
        super().setUp()
        text = kernel("block", RIGHT).replace("*/", "[params]\nTWICE = [1, 2]\n*/", 1)
        self.write("block.cu", text)

    def test_it_goes_to_those_that_have_it(self):
        run = self.judge("--param", "TWICE=2", "--json")
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        verdicts = self.verdicts(run)
        self.assertEqual(verdicts["block.cu"]["provenance"]["param TWICE"], "2")
        self.assertNotIn("param TWICE", verdicts["right.cu"]["provenance"])

    def test_one_that_nobody_has_is_exit_2_with_the_nearest(self):
        run = self.judge("--param", "TWCIE=2")
        self.assertEqual(run.returncode, 2)
        self.assertIn("'TWICE'", run.stderr)
        self.assertEqual(run.stdout, "")

    def test_a_value_of_the_wrong_kind_is_that_candidates_fault(self):
        run = self.judge("--param", "TWICE=many", "--json")
        self.assertEqual(self.verdicts(run)["block.cu"]["reasons"][0]["code"], "manifest.invalid")
        self.assertEqual(self.verdicts(run)["right.cu"]["verdict"], "accepted")


class Again(CommandLine):
    def test_the_line_for_the_same_again_gives_the_same(self):
        self.write("it's.cu", kernel("block", RIGHT).replace("*/", "[params]\nN = [1, 2]\n*/", 1))
        run = self.run_assay("judge", self.folder, self.folder / "it's.cu", "--case", "small",
                             "--param", "N=2", "--arch", "80", "--device", "sim")
        self.assertEqual(run.returncode, 0, run.stderr)
        line = run.stdout.strip().splitlines()[-1].split("the same again: assay ")[1]
        for word in ("'", "--case small", "--param N=2", "--arch 80", "--device sim", "--seed 0x"):
            self.assertIn(word, line)
        again = subprocess.run(ASSAY + " " + line, shell=True, capture_output=True, text=True)
        without_time = lambda text: text.rsplit(" in ", 1)[0]
        self.assertEqual(without_time(again.stdout), without_time(run.stdout))
        self.assertEqual(again.stdout.strip().splitlines()[-1], run.stdout.strip().splitlines()[-1])


if __name__ == "__main__":
    unittest.main()
