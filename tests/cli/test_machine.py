# SPDX-License-Identifier: Apache-2.0
"""Machines that refuse: stdout closed or full, caches and temporary folders without write."""
import json
import os
import pathlib
import re
import subprocess
import unittest

from harness import ASSAY, RIGHT, CommandLine, kernel

SCHEMA = pathlib.Path(__file__).resolve().parents[2] / "docs" / "verdict.schema.json"


class Stdout(CommandLine):
    def shell(self, line):
        """A line of bash in which $A is the program and $T the task."""
        environment = {**os.environ, "A": str(pathlib.Path(ASSAY).resolve()), "T": str(self.folder)}
        return subprocess.run(["bash", "-c", line], capture_output=True, text=True, env=environment)

    def test_closed_it_is_exit_3_and_said(self):
        for command in ('"$A" judge "$T" >&-', '"$A" judge "$T" --json >&-', '"$A" check "$T" >&-',
                        '"$A" doctor >&-', '"$A" --help >&-', '"$A" --version >&-',
                        '"$A" judge "$T" <&- >&-'):
            run = self.shell(command)
            self.assertEqual(run.returncode, 3, command)
            self.assertIn("can't write to stdout", run.stderr)

    def test_full_it_is_exit_3_and_said(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("no /dev/full here")
        for command in ("judge '%s'" % self.folder, "judge '%s' --json" % self.folder,
                        "check '%s'" % self.folder, "doctor", "--help", "judge --help",
                        "--version"):
            run = self.shell('"$A" %s >/dev/full' % command)
            self.assertEqual(run.returncode, 3, command)
            self.assertIn("No space left", run.stderr)

    def test_a_reader_that_has_seen_enough_is_no_error(self):
        run = self.shell('"$A" judge "$T" | head -1; echo ${PIPESTATUS[0]}')
        self.assertEqual(run.stdout.splitlines()[-1], "0")
        self.assertEqual(run.stderr, "")

    def test_with_everything_closed_it_still_judges(self):
        self.write("wrong.cu", kernel("wrong", "if (i < n) y[i] = x[i];"))
        run = self.shell('"$A" judge "$T" <&- 2>&-')
        self.assertEqual(run.returncode, 1)
        self.assertIn("result.wrong", run.stdout)


class Folders(CommandLine):
    def judged_with(self, **variables):
        environment = {**os.environ, **variables}
        return self.judge(env={k: v for k, v in environment.items() if v is not None})

    def test_a_cache_that_cannot_be_written_costs_time_alone(self):
        taken = self.write("taken", "a file")
        for folder in (taken, taken + "/below", "/proc/none", str(self.folder / "new")):
            run = self.judged_with(ASSAY_CACHE=folder)
            self.assertEqual((run.returncode, run.stderr), (0, ""), folder)

    def test_without_a_home_there_is_no_cache(self):
        run = self.judged_with(ASSAY_CACHE=None, XDG_CACHE_HOME=None, HOME=None)
        self.assertEqual((run.returncode, run.stderr), (0, ""))

    def test_a_temporary_folder_that_is_none_is_exit_3_with_what_to_do(self):
        run = self.judged_with(TMPDIR="/nowhere", ASSAY_CACHE=str(self.folder / "new"))
        self.assertEqual(run.returncode, 3)
        self.assertIn("TMPDIR", run.stderr)
        self.assertEqual(self.judged_with(TMPDIR=None).returncode, 0)

    def test_a_full_cache_and_a_read_only_task(self):
        script = """set -e
mkdir "$T/tiny" && mount -t tmpfs -o size=64k none "$T/tiny"
dd if=/dev/zero of="$T/tiny/fill" bs=1k count=60 2>/dev/null
mount --bind "$T" "$T" && mount -o remount,ro,bind "$T"
ASSAY_CACHE="$T/tiny" "$A" judge "$T" --seed 1
"""
        environment = {**os.environ, "A": str(pathlib.Path(ASSAY).resolve()), "T": str(self.folder)}
        run = subprocess.run(["unshare", "-rm", "bash", "-c", script], capture_output=True,
                             text=True, env=environment)
        if "accepted" not in run.stdout and ("mount:" in run.stderr or "unshare:" in run.stderr):
            self.skipTest("this machine lets nobody mount: " + run.stderr.strip())
        self.assertEqual(run.returncode, 0, run.stderr)


def complaints(schema, value, root, at="$"):
    """What of the schema's few keywords does not hold."""
    if "$ref" in schema:
        schema = root["$defs"][schema["$ref"].rsplit("/", 1)[1]]
    found = []
    kinds = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None),
             "integer": int, "number": (int, float)}
    wanted = schema.get("type", [])
    wanted = [wanted] if isinstance(wanted, str) else wanted
    is_kind = lambda kind: isinstance(value, kinds[kind]) and (kind in ("boolean",) or not
                                                               isinstance(value, bool))
    if wanted and not any(is_kind(kind) for kind in wanted):
        return ["%s: %r is no %s" % (at, value, wanted)]
    if "enum" in schema and value not in schema["enum"]:
        found.append("%s: %r is none of %s" % (at, value, schema["enum"]))
    if "const" in schema and value != schema["const"]:
        found.append("%s: %r is not %r" % (at, value, schema["const"]))
    if "pattern" in schema and isinstance(value, str) and not re.search(schema["pattern"], value):
        found.append("%s: %r is not like %s" % (at, value, schema["pattern"]))
    for name in ("anyOf", "oneOf"):
        if name in schema and all(complaints(each, value, root, at) for each in schema[name]):
            found.append("%s: none of %s holds" % (at, name))
    if isinstance(value, dict):
        named = schema.get("properties", {})
        needed = schema.get("required", [])
        found += ["%s lacks %s" % (at, key) for key in needed if key not in value]
        for key, each in value.items():
            other = schema.get("additionalProperties", True)
            if key not in named and other is False:
                found.append("%s: %s is unknown" % (at, key))
            rule = named.get(key, other if isinstance(other, dict) else {})
            found += complaints(rule, each, root, at + "." + key)
    if isinstance(value, list) and isinstance(schema.get("items"), dict):
        for index, each in enumerate(value):
            found += complaints(schema["items"], each, root, "%s[%d]" % (at, index))
    return found


class Document(CommandLine):
    def setUp(self):
        super().setUp()
        self.write("wrong.cu", kernel("wrong", "if (i < n) y[i] = x[i];"))
        self.write("typo.cu", kernel("typo", "retrun;"))
        self.write("none.cu", "no manifest\n")

    def test_what_is_printed_follows_the_schema(self):
        schema = json.loads(SCHEMA.read_text())
        document = json.loads(self.judge("--json").stdout)
        self.assertEqual(complaints(schema, document, schema), [])
        document["verdicts"][0]["verdict"] = "perhaps"
        self.assertNotEqual(complaints(schema, document, schema), [])

    def test_it_holds_the_task_itself(self):
        self.write("task.toml", (self.folder / "task.toml").read_text() +
                   '\n[baseline]\ncandidate = "right.cu"\n')
        sources = json.loads(self.judge("--json").stdout)["provenance"]["sources"]
        self.assertEqual([each["name"] for each in sources], ["task.toml", "golden.cu", "right.cu"])
        for each in sources:
            self.assertEqual(len(each["hash"]), 64)
            self.assertEqual(each["encoding"], "zstd+base64")
            self.assertTrue(each["text"])


if __name__ == "__main__":
    unittest.main()
