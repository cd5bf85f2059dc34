#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Proves that verdicts don't depend on luck, names or company.

Judges the candidates of each task folder again and again: under many seeds, with file and kernel
names changed, in a random order within one `judge`. Every candidate must get the outcome, and where
known the reason code, that it expects. A long proof, a command of its own:
tools/prove_verdicts.py --seeds 20 tests/cases/* tasks/*
"""
import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

# What a file of this name must be rejected for where its manifest says "rejected" alone.
KNOWN_CODES = {
    "half_the_rows": {"result.unwritten"},
    "lazy_after_checks": {"state.hidden"},
    "missing_barrier": {"race.shared"},
    "never_ends": {"run.step_limit", "run.timeout"},
    "no_max_subtraction": {"result.nonfinite"},
    "replay_by_pointer": {"state.hidden"},
    "writes_its_input": {"memory.input_modified"},
    "writes_past_the_end": {"memory.out_of_bounds"},
}
OUTCOMES = {"accepted", "rejected", "undecided", "error"}


def candidates_of(folder, golden):
    for root, _, files in sorted(os.walk(folder)):
        for name in sorted(files):
            path = os.path.join(root, name)
            is_own = os.path.relpath(path, folder) == golden
            if name.endswith((".cu", ".ptx")) and not is_own:
                yield path


def task_key(folder, table, key):
    text = open(os.path.join(folder, "task.toml")).read()
    found = re.search(r"\[%s\][^\[]*?^%s\s*=\s*\"([^\"]+)\"" % (table, key), text, re.M | re.S)
    return found.group(1) if found else None


def expectation(path):
    found = re.search(r'^expect\s*=\s*"([^"]+)"', open(path).read(), re.M)
    expect = found.group(1) if found else "accepted"
    stem = os.path.splitext(os.path.basename(path))[0]
    if expect == "rejected" and stem in KNOWN_CODES:
        return "rejected", KNOWN_CODES[stem]
    if expect in OUTCOMES:
        return expect, None
    return "rejected", {expect}


def renamed(text, rng):
    """The same kernel under another name, everywhere it is mentioned."""
    kernel = r"__global__\s+void\s+(?:__launch_bounds__\([^)]*\)\s*)?(\w+)"
    for name in set(re.findall(kernel, text)):
        text = re.sub(r"\b%s\b" % name, "k%08x" % rng.getrandbits(32), text)
    return text


def one_round(assay, folder, seed, rename):
    rng = random.Random(seed)
    golden = task_key(folder, "golden", "source")
    baseline = task_key(folder, "baseline", "candidate")
    paths = list(candidates_of(folder, golden))
    with tempfile.TemporaryDirectory() as scratch:
        copy = os.path.join(scratch, "task")
        shutil.copytree(folder, copy)
        expected = {}
        for index, path in enumerate(paths):
            target = os.path.join(copy, os.path.relpath(path, folder))
            is_baseline = os.path.relpath(path, folder) == baseline  # task.toml names it
            if rename and path.endswith(".cu") and not is_baseline:
                text = renamed(open(target).read(), rng)
                os.remove(target)
                name = "f%d_%06x.cu" % (index, rng.getrandbits(24))
                target = os.path.join(os.path.dirname(target), name)
                open(target, "w").write(text)
            expected[target] = (os.path.relpath(path, folder),) + expectation(path)
        order = sorted(expected)
        rng.shuffle(order)
        run = subprocess.run([assay, "judge", copy, *order, "--json", "--seed", str(seed)],
                             capture_output=True, text=True)
        if not run.stdout:
            return ["%s seed %d: no output, exit %d: %s" %
                    (folder, seed, run.returncode, run.stderr.strip())], 0
        return compare(json.loads(run.stdout)["verdicts"], expected, folder, seed), len(expected)


def compare(verdicts, expected, folder, seed):
    wrong = []
    seen = set()
    for verdict in verdicts:
        seen.add(verdict["candidate"])
        name, outcome, codes = expected[verdict["candidate"]]
        got = [reason["code"] for reason in verdict["reasons"]]
        if verdict["verdict"] != outcome or (codes and (not got or got[0] not in codes)):
            found = "%s/%s seed %d: got %s %s" % (folder, name, seed, verdict["verdict"], got)
            wrong.append("%s, expected %s %s" % (found, outcome, sorted(codes or [])))
    for path in set(expected) - seen:
        wrong.append("%s/%s seed %d: no verdict" % (folder, expected[path][0], seed))
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--assay", default="build/release/bin/assay")
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--first-seed", type=int, default=1)
    parser.add_argument("--keep-names", action="store_true")
    options = parser.parse_args()
    assay = os.path.abspath(options.assay)
    failed = judged = 0
    for folder in options.folders:
        for seed in range(options.first_seed, options.first_seed + options.seeds):
            wrong, count = one_round(assay, folder, seed, not options.keep_names)
            judged += count
            failed += len(wrong)
            for line in wrong:
                print(line, flush=True)
    print("%d verdicts under %d seeds, %d wrong" % (judged, options.seeds, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
