# SPDX-License-Identifier: Apache-2.0
"""Files, functions, comments and tests keep the measure that CONTRIBUTING.md gives."""

from statistics import median

from checks.cpp import comment_lines, functions

FILE_MEDIAN, FILE_NINE_IN_TEN, FILE_MOST = 130, 400, 800
FUNCTION_MEDIAN, FUNCTION_MOST = 8, 100
COMMENTS_LEAST, COMMENTS_MOST = 0.10, 0.15
TESTS_LEAST = 0.7
LINE_MOST = 100
TEST_SUFFIXES = (".cpp", ".hpp", ".py", ".sh", ".cu", ".ptx", ".toml")
TABLES = set()  # files that are one table, and may be long


def complaints(repo):
    paths = repo.below("src", "tests", "bench")
    if not repo.below("src"):
        yield "src: there is no source to measure"
        return
    yield from _files(repo, paths)
    yield from _functions(repo, paths)
    yield from _columns(repo)
    yield from _shares(repo)


def _files(repo, paths):
    sizes = {path: repo.text(path).count("\n") for path in paths if str(path) not in TABLES}
    for path, size in sizes.items():
        if size > FILE_MOST:
            yield f"{path}:1: {size} lines, at most {FILE_MOST}"
    ordered = sorted(sizes.values())
    if median(ordered) > FILE_MEDIAN:
        yield f"src: the median file has {median(ordered)} lines, at most {FILE_MEDIAN}"
    if ordered[len(ordered) * 9 // 10] > FILE_NINE_IN_TEN:
        yield f"src: one file in ten has more than {FILE_NINE_IN_TEN} lines"


def _functions(repo, paths):
    lengths = []
    for path in paths:
        for line, length in functions(repo.text(path)):
            lengths.append(length)
            if length > FUNCTION_MOST:
                yield f"{path}:{line}: a function of {length} lines, at most {FUNCTION_MOST}"
    if lengths and median(lengths) > FUNCTION_MEDIAN:
        yield f"src: the median function has {median(lengths)} lines, at most {FUNCTION_MEDIAN}"


def _columns(repo):
    """Of scripts; clang-format sees to the rest."""
    for path in repo.below("tools", "tests", suffixes=(".py", ".sh")):
        for number, line in enumerate(repo.text(path).split("\n"), 1):
            if len(line) > LINE_MOST:
                yield f"{path}:{number}: {len(line)} columns, at most {LINE_MOST}"


def _shares(repo):
    source = _lines(repo, repo.below("src"))
    comments = sum(comment_lines(repo.text(path)) for path in repo.below("src"))
    if not COMMENTS_LEAST <= comments / source <= COMMENTS_MOST:
        yield (f"src: {comments / source:.1%} of the lines have comments, "
               f"{COMMENTS_LEAST:.0%} to {COMMENTS_MOST:.0%} is the measure")
    tests = _lines(repo, repo.below("tests", suffixes=TEST_SUFFIXES))
    if tests < TESTS_LEAST * source:
        yield f"tests: {tests} lines of tests for {source} of source, at least {TESTS_LEAST} a line"


def _lines(repo, paths):
    return sum(1 for path in paths for line in repo.text(path).split("\n") if line.strip())
