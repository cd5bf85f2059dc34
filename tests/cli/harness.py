# SPDX-License-Identifier: Apache-2.0
"""What the tests of the command line share: the executable, a small task to spoil, and a run."""
import json
import os
import pathlib
import subprocess
import tempfile
import time
import unittest

ASSAY = os.environ.get("ASSAY", "build/release/bin/assay")

TASK = """schema  = 1
name    = "double"
summary = "y = 2 x."

[axes]
n = { min = 1, max = 4096 }

[[tensor]]
name   = "x"
role   = "in"
dtype  = "f32"
shape  = ["n"]
values = "normal(0, 1)"

[[tensor]]
name  = "y"
role  = "out"
dtype = "f32"
shape = ["n"]

[golden]
source = "golden.cu"

[[require]]
metric = "max_rel"
max    = 1e-6

[[case]]
name = "small"
n    = 100
"""


def kernel(name, body, expect=None, out="float"):
    head = 'expect = "%s"\n' % expect if expect else ""
    return """/* assay
%s[[launch]]
kernel = "%s"
grid   = ["ceil_div(n, 64)"]
block  = [64]
args   = ["x", "y", "n"]
*/
extern "C" __global__ void %s(const float* x, %s* y, int n) {
  const int i = blockIdx.x * 64 + threadIdx.x;
  %s
}
""" % (head, name, name, out, body)


def children_of(parent, name):
    """Numbers of the parent's children that run the executable `name`."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            fields = (entry / "stat").read_text().rsplit(")", 1)
            words = (entry / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue  # it is gone
        if fields[1].split()[1] == str(parent) and words[0].endswith(name.encode()):
            found.append(int(entry.name))
    return found


RIGHT = "if (i < n) y[i] = 2 * x[i];"


class CommandLine(unittest.TestCase):
    """Each test has a folder of its own with a sound task and one right candidate."""

    def setUp(self):
        self._scratch = tempfile.TemporaryDirectory()
        self.addCleanup(self._scratch.cleanup)
        self.folder = pathlib.Path(self._scratch.name)
        self.write("task.toml", TASK)
        self.write("golden.cu", kernel("golden", RIGHT, out="double"))
        self.write("right.cu", kernel("right", RIGHT))

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return str(path)

    def run_assay(self, *arguments, **options):
        return subprocess.run([ASSAY, *map(str, arguments)], capture_output=True, text=True,
                              timeout=300, **options)

    def judge(self, *arguments, **options):
        return self.run_assay("judge", self.folder, "--seed", "1", *arguments, **options)

    def verdicts(self, run):
        """By file name, from --json."""
        return {each["name"]: each for each in json.loads(run.stdout)["verdicts"]}

    def start(self, *arguments, **options):
        """A judge that runs on, in a process group of its own."""
        return subprocess.Popen([ASSAY, "judge", str(self.folder), *map(str, arguments)],
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                start_new_session=True, **options)

    def wait_for_child(self, process, name, other_than=(), patience=60):
        """The number of a child of that name as soon as there is one; None: the parent ended."""
        end = time.monotonic() + patience
        while time.monotonic() < end and process.poll() is None:
            for pid in children_of(process.pid, name):
                if pid not in other_than:
                    return pid
            time.sleep(0.005)
        return None

    def assert_clean(self, run):
        """No trace of our insides, whatever went wrong."""
        for word in ("terminate called", "Assertion", "what():", "Segmentation", "AddressSanitizer",
                     "runtime error"):
            self.assertNotIn(word, run.stderr + run.stdout)
