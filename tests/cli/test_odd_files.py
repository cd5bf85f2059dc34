# SPDX-License-Identifier: Apache-2.0
"""No sensible files, and manifests that say what can't be: rejected by name, the rest judged."""
import os
import pathlib
import unittest

from harness import RIGHT, CommandLine, kernel

MANIFEST = """[[launch]]
kernel = "k"
grid   = ["ceil_div(n, 64)"]
block  = [64]
args   = ["x", "y", "n"]
"""


class OddFiles(CommandLine):
    def reason_of(self, name, *arguments):
        """The first reason of that candidate; the right one is accepted beside it."""
        run = self.judge("--json", *arguments)
        self.assert_clean(run)
        verdicts = self.verdicts(run)
        if not arguments:
            self.assertEqual(verdicts["right.cu"]["verdict"], "accepted")
        self.assertEqual(run.returncode, 1, run.stdout + run.stderr)
        self.assertEqual(verdicts[name]["verdict"], "rejected")
        return verdicts[name]["reasons"][0]

    def assert_invalid(self, name, message, *arguments):
        reason = self.reason_of(name, *arguments)
        self.assertEqual(reason["code"], "manifest.invalid")
        self.assertIn(message, reason["message"])

    def bytes_at(self, name, content):
        (self.folder / name).write_bytes(content)

    def test_more_than_4_mib(self):
        self.write("big.cu", kernel("k", RIGHT) + "/" * (4 << 20))
        self.assert_invalid("big.cu", "larger than the limit")

    def test_a_pipe(self):
        os.mkfifo(self.folder / "pipe.cu")
        self.assert_invalid("pipe.cu", "not a regular file")

    def test_a_link_that_leads_nowhere(self):
        os.symlink("nowhere", self.folder / "dangling.cu")
        self.assert_invalid("dangling.cu", "No such file")

    def test_a_folder_that_is_named(self):
        (self.folder / "folder.cu").mkdir()
        self.assert_invalid("folder.cu", "directory", self.folder / "folder.cu")
        self.assertEqual(self.judge().returncode, 0, "unnamed it is a folder like any other")

    def test_a_nul_byte(self):
        self.bytes_at("nul.cu", kernel("k", RIGHT).encode() + b"// \0 unseen\n")
        self.assert_invalid("nul.cu", "nul.cu:12:4: found a NUL byte")

    def test_no_utf8_in_the_manifest(self):
        self.bytes_at("latin.cu", kernel("k\xe9", RIGHT).encode("latin-1"))
        self.assert_invalid("latin.cu", "utf-8")

    def test_no_utf8_in_a_comment_is_fine(self):
        self.bytes_at("latin.cu", kernel("k", RIGHT).encode() + b"// \xe9t\xe9\n")
        run = self.judge("--json")
        self.assertEqual(run.returncode, 0, run.stdout)
        self.assertEqual(self.verdicts(run)["latin.cu"]["verdict"], "accepted")

    def test_a_file_that_may_not_be_read(self):
        os.chmod(self.write("closed.cu", kernel("k", RIGHT)), 0)
        if os.access(self.folder / "closed.cu", os.R_OK):
            self.skipTest("this user may read everything")
        self.assert_invalid("closed.cu", "Permission denied")

    def test_a_file_of_another_kind_that_is_named_is_exit_2(self):
        run = self.judge(self.write("notes.txt", "hello\n"))
        self.assertEqual(run.returncode, 2)
        self.assertIn("notes.txt", run.stderr)

    def test_a_cubin_of_other_bytes(self):
        self.write("k.toml", MANIFEST)
        self.bytes_at("k.cubin", bytes(range(200, 256)) * 20)
        reason = self.reason_of("k.cubin")
        self.assertEqual(reason["code"], "build.failed")
        self.assertIn("not a cubin: it begins with c8 c9 ca", reason["message"])
        self.assertIn("7f 45 4c 46", reason["message"])

    def test_an_elf_of_another_machine(self):
        self.write("k.toml", MANIFEST)
        self.bytes_at("k.cubin", pathlib.Path("/bin/true").read_bytes())
        reason = self.reason_of("k.cubin")
        self.assertEqual(reason["code"], "build.failed")
        self.assertIn("NVIDIA's is 190", reason["message"])

    def test_a_ptx_of_other_bytes(self):
        self.write("k.toml", MANIFEST)
        self.bytes_at("k.ptx", bytes(range(128, 256)) * 8)
        self.assertEqual(self.reason_of("k.ptx")["code"], "build.failed")


class WrongManifests(CommandLine):
    def judged(self, text):
        """Verdict and first reason of one candidate."""
        self.write("odd.cu", text)
        verdict = self.verdicts(self.judge("--json", self.folder / "odd.cu"))["odd.cu"]
        return verdict["verdict"], verdict["reasons"][0]

    def with_launch(self, keys):
        return kernel("k", RIGHT).replace("block ", keys + "\nblock ", 1)

    def test_a_state_that_the_module_lacks(self):
        text = kernel("k", "if (i == 0) ++counter; " + RIGHT).replace(
            "extern", "__device__ int counter; extern", 1)
        declared = lambda name: text.replace("*/", '[[state]]\nsymbol = "%s"\n*/' % name, 1)
        verdict, reason = self.judged(declared("countre"))
        self.assertEqual((verdict, reason["code"]), ("rejected", "manifest.invalid"))
        self.assertIn("it has counter", reason["message"])
        self.assertEqual(reason["hint"], "did you mean 'counter'?")

    def test_a_state_that_is_never_written_may_be_declared(self):
        text = kernel("k", "if (i < n) y[i] = table[n & 1] * x[i];").replace(
            "extern", "__constant__ float table[2] = {2, 2}; extern", 1)
        text = text.replace("*/", '[[state]]\nsymbol = "table"\n*/', 1)
        run = self.judge(self.write("table.cu", text))
        self.assertEqual(run.returncode, 0, run.stdout)

    def test_what_a_wrong_manifest_expects_is_read_all_the_same(self):
        text = kernel("k", RIGHT, expect="manifest.invalid").replace("[64]", "[0]", 1)
        run = self.judge("--expect", self.write("odd.cu", text))
        self.assertEqual(run.returncode, 0, run.stdout)
        self.assertIn("1 of 1 as expected", run.stdout)

    def test_far_too_many_arguments_and_launches(self):
        verdict, reason = self.judged(kernel("k", RIGHT).replace('"x", "y", "n"', '"x", ' * 10000))
        self.assertEqual((verdict, reason["code"]), ("rejected", "manifest.invalid"))
        self.assertIn("found a list of 10000, expected a list of at most 256", reason["message"])
        launch = MANIFEST.replace('"k"', '"right"')
        text = kernel("right", RIGHT)
        for count, limit in ((300, "256"), (10000, "131 kB")):
            verdict, reason = self.judged(text.replace("*/", launch * count + "*/", 1))
            self.assertEqual((verdict, reason["code"]), ("rejected", "manifest.invalid"))
            self.assertIn(limit, reason["message"])

    def test_a_cluster_of_no_blocks(self):
        for cluster in ("[0]", "[-1]", '["n - n"]'):
            verdict, reason = self.judged(self.with_launch("cluster = " + cluster))
            self.assertEqual((verdict, reason["code"]), ("rejected", "manifest.invalid"), cluster)

    def test_a_cluster_that_the_grid_does_not_hold(self):
        verdict, reason = self.judged(self.with_launch("cluster = [2]"))
        self.assertEqual((verdict, reason["code"]), ("rejected", "manifest.invalid"))
        self.assertIn("multiple of the cluster's 2", reason["message"])

    def test_a_sound_cluster_is_undecided(self):
        text = self.with_launch("cluster = [2]").replace("ceil_div(n, 64)", "2 * ceil_div(n, 128)")
        verdict, reason = self.judged(text)
        self.assertEqual((verdict, reason["code"]), ("undecided", "sim.unsupported"))
        self.assertIn("cluster", reason["message"])

    def test_what_can_not_be_run_yet_is_built_all_the_same(self):
        text = self.with_launch("cluster = [1, 2]").replace("y[i] =", "y[i] = oops +")
        verdict, reason = self.judged(text)
        self.assertEqual((verdict, reason["code"]), ("rejected", "build.failed"))

    def test_a_tensor_map_is_undecided_whatever_it_includes(self):
        text = kernel("k", RIGHT).replace("extern", "#include <cuda.h>\nextern", 1).replace(
            "*/", '[[tensor_map]]\nname = "m"\ntensor = "x"\nbox = [64]\n*/', 1)
        self.assertEqual(self.judged(text)[0], "undecided")


if __name__ == "__main__":
    unittest.main()
