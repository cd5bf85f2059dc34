# SPDX-License-Identifier: Apache-2.0
"""Pure folders have no clock, environment, randomness, process or file; no library prints."""

import re

from checks.cpp import code

PURE = {"check", "stats", "tune", "ptx", "binary", "explain", "report", "record"}

# Where a call may start: not after a type, so that a member of the same name may be declared.
CALL = r"(?:^|[;{}(,?:!&|=]|\breturn|\belse|\bdo)\s*(?:std::|::)?"

PRINTS = re.compile(
    r"\bstd::(?:cout|cerr|clog|print|println|terminate)\b|\bfmt::print(?:ln)?\s*\("
    r"|(?<![\w>])(?:std)?::(?:exit|quick_exit)\s*\(|\bexit\((?:\d|EXIT_)"
    rf"|{CALL}(?:printf|puts|putchar|perror|fprintf|vprintf|fputs)\s*\(")
EFFECTS = re.compile(
    r"\b(?:system_clock|steady_clock|high_resolution_clock|random_device|mt19937(?:_64)?)\b"
    r"|\b(?:ifstream|ofstream|fstream)\b"
    rf"|{CALL}(?:getenv|setenv|time|clock_gettime|gettimeofday|rand|srand|fork|execve?|system"
    r"|popen|posix_spawn|fopen|getpid|getrandom)\s*\("
    r'|#\s*include\s*[<"](?:chrono|random|fstream|iostream|unistd\.h|sys/[a-z]+\.h'
    r'|base/(?:process|file|clock|spawn|interrupt)\.hpp)')


def complaints(repo):
    programs = {part.folder for part in repo.parts if part.kind == "program"}
    for path in repo.below("src"):
        folder = path.parts[1]
        if folder in programs:
            continue
        patterns = [(PRINTS, "prints or exits, which only the executables do")]
        if folder in PURE:
            patterns.append((EFFECTS, f"reaches outside, and {folder} is a pure folder"))
        for number, line in enumerate(code(repo.text(path)).split("\n"), 1):
            for pattern, why in patterns:
                if found := pattern.search(line):
                    yield f"{path}:{number}: '{found.group().strip(' ;{}(,?:!&|=')}' {why}"
