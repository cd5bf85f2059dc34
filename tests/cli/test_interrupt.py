# SPDX-License-Identifier: Apache-2.0
"""Ctrl-C and kill: what is judged is kept, nothing is left, a killed process is no verdict."""
import json
import os
import pathlib
import signal
import tempfile
import time
import unittest

from harness import RIGHT, TASK, CommandLine, children_of, kernel

ENDLESS = "volatile float* v = y; while (v[0] != 123.f) v[0] = x[0];"
LONG = "\n[limits]\nsteps = 20000000000\n"
# A second or so on the simulator, and right in the end.
SLOW = "if (i < n) { float s = 0; for (int k = 0; k < 400000; ++k) s += __sinf(s + k) > 2; " \
       "y[i] = 2 * x[i] + s; }"


class Signals(CommandLine):
    def setUp(self):
        super().setUp()
        self._temporary = tempfile.TemporaryDirectory()
        self.addCleanup(self._temporary.cleanup)
        self.environment = {**os.environ, "TMPDIR": self._temporary.name,
                            "ASSAY_CACHE": str(self.folder / ".cache")}

    def assert_nothing_left(self, process):
        self.assertEqual(children_of(process.pid, ""), [])
        self.assertEqual(os.listdir(self._temporary.name), [])

    def stop(self, signal_number, *arguments, child="assay-worker", candidates=("endless",)):
        """Judges what never ends and stops it once `child` runs; the process, out and err."""
        for name in candidates:
            self.write(name + ".cu", kernel("endless", ENDLESS))
        self.write("task.toml", TASK + LONG)
        process = self.start("-j", "1", *arguments, env=self.environment)
        seen = self.wait_for_child(process, child)
        self.assertIsNotNone(seen)
        if child == "assay-worker":  # the golden's worker comes first, the endless one stays
            time.sleep(1)
        process.send_signal(signal_number)
        out, err = process.communicate(timeout=30)
        self.assert_nothing_left(process)
        return process, out, err

    def test_what_was_judged_stays_and_the_rest_is_not_judged(self):
        self.write("accepted.cu", kernel("right", RIGHT))
        for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)):
            process, out, err = self.stop(number, "--json", candidates=("endless", "later"))
            self.assertEqual(process.returncode, code, out + err)
            verdicts = {each["name"]: each for each in json.loads(out)["verdicts"]}
            self.assertEqual(verdicts["accepted.cu"]["verdict"], "accepted")
            for name in ("endless.cu", "later.cu", "right.cu"):
                self.assertEqual(verdicts[name]["verdict"], "undecided")
                self.assertEqual(verdicts[name]["reasons"][0]["code"], "judge.interrupted")
            self.assertIn("interrupted: 3 of 4 candidates were not judged", err)

    def test_while_the_golden_runs(self):
        self.write("golden.cu", kernel("golden", ENDLESS.replace("float", "double"), out="double"))
        process, out, err = self.stop(signal.SIGINT)
        self.assertEqual(process.returncode, 130, out + err)
        self.assertIn("interrupted", err)
        self.assertEqual(out, "")

    def test_while_something_is_built(self):
        for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
            process, out, err = self.stop(number, child="assay-builder")
            self.assertEqual(process.returncode, code, out + err)
            self.assertIn("interrupted", err)

    def test_a_whole_judge_leaves_no_file(self):
        self.write("broken.cu", kernel("broken", "retrun;"))
        self.write("far.cu", kernel("far", "y[i] = 2 * x[i];"))
        run = self.judge(env=self.environment)
        self.assertEqual(run.returncode, 1)
        self.assertEqual(os.listdir(self._temporary.name), [])


class Killed(CommandLine):
    """`kill -9` from outside: once more, then an error; never a rejection, never an acceptance."""

    def kill_workers_of(self, process, times):
        """Kills workers that live for a while: the golden's does not."""
        seen, killed = [], []
        while len(killed) < times:
            pid = self.wait_for_child(process, "assay-worker", seen)
            if pid is None:
                break
            seen.append(pid)
            time.sleep(0.2)
            if pid in children_of(process.pid, "assay-worker"):
                os.kill(pid, signal.SIGKILL)
                killed.append(pid)
        return killed

    def judge_and_kill(self, body, times):
        self.write("right.cu", kernel("right", body))
        self.write("task.toml", TASK + LONG)
        process = self.start("--seed", "1", "--case", "small", "--json")
        killed = self.kill_workers_of(process, times)
        out, err = process.communicate(timeout=120)
        self.assertEqual(len(killed), times, out + err)
        return process.returncode, json.loads(out)["verdicts"][0], err

    def test_a_worker_that_is_killed_once_is_replaced(self):
        code, verdict, err = self.judge_and_kill(SLOW, 1)
        self.assertEqual((code, verdict["verdict"]), (0, "accepted"), err)

    def test_a_worker_that_is_killed_twice_is_an_error(self):
        code, verdict, err = self.judge_and_kill(SLOW, 2)
        self.assertEqual((code, verdict["verdict"]), (3, "error"), err)
        self.assertIn("signal 9", verdict["error"])
        self.assertEqual(verdict["reasons"], [])

    def test_a_builder_that_is_always_killed_is_an_error(self):
        script = pathlib.Path(self.write("builder", "#!/bin/sh\nkill -9 $$\n"))
        script.chmod(0o755)
        self.judge("--case", "small")  # the golden is in the cache now
        self.write("right.cu", kernel("right", RIGHT) + "// anew\n")
        environment = {**os.environ, "ASSAY_BUILDER": str(script)}
        run = self.judge("--case", "small", "--json", env=environment)
        self.assertEqual(run.returncode, 3, run.stdout + run.stderr)
        verdict = json.loads(run.stdout)["verdicts"][0]
        self.assertEqual(verdict["verdict"], "error")
        self.assertIn("signal 9", verdict["error"])


if __name__ == "__main__":
    unittest.main()
