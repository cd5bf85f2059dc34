# SPDX-License-Identifier: Apache-2.0
"""./dev and its setup, on a machine that is made up: fake dpkg-query, apt-get and toolkit."""

import os
import shutil
import subprocess
import unittest

from tree import ROOT, TreeTest


class Dev(TreeTest):
    def setUp(self):
        super().setUp()
        shutil.copy(ROOT / "dev", self.root)
        shutil.copytree(ROOT / "tools", self.root / "tools")
        self.program("dpkg-query", 'shift 2; for p; do '
                     '[ "$p" = ninja-build ] || echo "$p installed"; done')
        self.program("apt-get", f'echo "$*" >>{self.root}/apt.log')
        self.program("id", "echo 0")
        for name in ("libnvrtc.so.13", "libnvrtc-builtins.so.13.0"):
            self.write(f"cuda/lib64/{name}", "")
        self.write(".toolkit/bin/nvdisasm", "").chmod(0o755)

    def program(self, name, body):
        self.write(f"bin/{name}", f"#!/bin/sh\n{body}\n").chmod(0o755)

    def dev(self, *arguments, **variables):
        environment = {"PATH": f"{self.root}/bin:{os.environ['PATH']}", "HOME": str(self.root),
                       "CUDA_HOME": str(self.root / "cuda"), **variables}
        done = subprocess.run([self.root / "dev", *arguments], env=environment, cwd="/",
                              capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
        return done.returncode, done.stdout + done.stderr

    def asked_of_apt(self):
        log = self.root / "apt.log"
        return log.read_text().splitlines() if log.exists() else []

    def test_help_lists_every_command(self):
        code, output = self.dev("help")
        self.assertEqual(code, 0)
        for command in ("setup", "build", "demo", "test", "lint", "bench", "bundle", "fuzz"):
            self.assertIn(f"./dev {command}", output)

    def test_an_unknown_command_is_refused(self):
        self.assertEqual(self.dev("biuld"), (2, "error: unknown command 'biuld'\n"
                                             "  hint: ./dev help lists the commands\n"))

    def test_setup_installs_what_is_missing_alone(self):
        code, output = self.dev("setup")
        self.assertEqual(code, 0, output)
        self.assertEqual(self.asked_of_apt(),
                         ["update", "install -y --no-install-recommends ninja-build"])

    def test_setup_is_silent_when_all_is_there(self):
        self.program("dpkg-query", 'shift 2; for p; do echo "$p installed"; done')
        self.assertEqual(self.dev("setup", "--all"), (0, ""))
        self.assertEqual(self.asked_of_apt(), [])

    def test_setup_shows_why_apt_failed(self):
        self.program("apt-get", "echo no network here; exit 100")
        code, output = self.dev("setup")
        self.assertEqual(code, 3)
        self.assertIn("no network here\nerror: 'apt-get update' failed\n", output)

    def test_setup_without_root_or_sudo_says_what_to_type(self):
        self.program("id", "echo 1000")
        for name in ("bash", "dirname", "sort", "comm", "sed", "nproc", "mkdir"):
            (self.root / "bin" / name).symlink_to(shutil.which(name))
        code, output = self.dev("setup", PATH=f"{self.root}/bin")
        self.assertEqual(code, 3, output)
        self.assertIn("hint: as root: apt-get install ninja-build", output)

    def pip(self, body):
        """`python3 -m venv FOLDER` makes a pip that does this; $into is its --target."""
        self.program("dpkg-query", 'shift 2; for p; do echo "$p installed"; done')
        script = f'while [ "$1" != --target ]; do shift; done; into=$2; {body}'
        self.write("pip", f"#!/bin/sh\n{script}\n").chmod(0o755)
        self.program("python3", f'mkdir -p "$3/bin" && cp {self.root}/pip "$3/bin/pip"')

    def test_wheels_are_laid_out_as_a_toolkit(self):
        self.pip(f'echo "$*" >>{self.root}/pip.log; '
                 'mkdir -p "$into/nvidia/cu13/lib" "$into/a.dist-info"')
        code, output = self.dev("setup", ASSAY_TOOLKIT="wheels")
        self.assertEqual(code, 0, output)
        self.assertTrue((self.root / ".toolkit/lib64").is_dir())
        self.assertFalse((self.root / ".toolkit.new").exists())
        self.assertEqual(self.dev("setup", ASSAY_TOOLKIT="wheels"), (0, ""))
        (asked,) = (self.root / "pip.log").read_text().splitlines()
        self.assertIn("nvidia-cuda-nvrtc==13.0.", asked)

    def test_wheels_that_fail_twice_leave_the_old_toolkit_alone(self):
        self.pip(f"echo try >>{self.root}/pip.log; echo no such index; exit 1")
        code, output = self.dev("setup", ASSAY_TOOLKIT="wheels")
        self.assertEqual(code, 3, output)
        self.assertIn("no such index\nerror: NVIDIA's compiler could not be fetched", output)
        self.assertEqual((self.root / "pip.log").read_text(), "try\ntry\n")
        self.assertTrue((self.root / ".toolkit/bin/nvdisasm").exists())

    def test_a_missing_disassembler_is_a_note(self):
        self.pip("exit 1")
        shutil.rmtree(self.root / ".toolkit")
        code, output = self.dev("setup")
        self.assertEqual(code, 0, output)
        self.assertIn("note: no disassembler", output)

    def whole_test(self, ninja="exit 0", ctest="pass", lint="5 passed, 0 failed, 0 skipped"):
        """./dev test --quick over a build that is made up."""
        self.program("dpkg-query", 'shift 2; for p; do echo "$p installed"; done')
        self.write("build/release/build.ninja", "")
        self.program("ninja", ninja)
        status = {"pass": "run", "fail": "fail"}[ctest]
        report = f'<testsuite><testcase name="t" status="{status}"/></testsuite>'
        self.program("ctest", 'while [ "$1" != --output-junit ]; do shift; done; '
                     f"echo '{report}' >\"$2\"; [ {ctest} = pass ]")
        self.write("tools/lint.py", f'print("{lint}")\n')
        self.write("tools/bundle.sh", "#!/bin/sh\n").chmod(0o755)
        self.write("tools/empty_root.sh", '#!/bin/sh\necho "3 passed, 0 failed, 0 skipped"\n')
        (self.root / "tools/empty_root.sh").chmod(0o755)
        code, output = self.dev("test", "--quick")
        return code, [line for line in output.splitlines() if " passed, " in line][-1]

    def test_the_closing_line_adds_up_all_kinds(self):
        self.assertEqual(self.whole_test(), (0, "9 passed, 0 failed, 0 skipped"))

    def test_one_failing_test_or_check_fails_the_whole(self):
        self.assertEqual(self.whole_test(ctest="fail"), (1, "8 passed, 1 failed, 0 skipped"))
        lint = "4 passed, 1 failed, 0 skipped"
        self.assertEqual(self.whole_test(lint=lint), (1, "8 passed, 1 failed, 0 skipped"))

    def test_a_build_that_fails_is_a_failure_and_the_rest_still_runs(self):
        self.assertEqual(self.whole_test(ninja="exit 1"), (1, "8 passed, 1 failed, 0 skipped"))


if __name__ == "__main__":
    unittest.main()
