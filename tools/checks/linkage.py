# SPDX-License-Identifier: Apache-2.0
"""The executables need nothing but glibc from the machine they are copied to."""

import re

from checks.repo import Skip, run

GLIBC = {"libc.so.6", "libm.so.6", "ld-linux-x86-64.so.2", "libdl.so.2", "libpthread.so.0",
         "librt.so.1"}
EXECUTABLES = ("assay", "assay-builder", "assay-worker")


def complaints(repo):
    there = [name for name in EXECUTABLES if (repo.build / "bin" / name).exists()]
    if not there:
        raise Skip(f"no executable in {repo.build}/bin: ./dev build")
    for name in sorted(set(EXECUTABLES) - set(there)):
        yield f"bin/{name}: not built"
    for name in there:
        code, output = run(["readelf", "-d", str(repo.build / "bin" / name)])
        if code != 0:
            yield f"bin/{name}: readelf failed: {output.strip()[:200]}"
        for library in re.findall(r"\(NEEDED\).*\[(.+?)\]", output):
            if library not in GLIBC:
                yield f"bin/{name}: needs {library}, which a machine with glibc alone lacks"
        if re.search(r"\((?:RPATH|RUNPATH)\)", output):
            yield f"bin/{name}: carries a search path of the machine that built it"
