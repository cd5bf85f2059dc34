# SPDX-License-Identifier: Apache-2.0
"""Every file of code says its licence in its first lines."""

CODE = {".cpp", ".hpp", ".h", ".cu", ".cuh", ".ptx", ".py", ".sh"}
LINE = "SPDX-License-Identifier: Apache-2.0"


def complaints(repo):
    for path in repo.files:
        text = repo.text(path) if path.suffix in CODE or path.suffix == "" else ""
        is_code = path.suffix in CODE or text.startswith("#!")
        if is_code and not _is_input(path) and LINE not in text[:400]:
            yield f"{path}:1: no line '{LINE}' at the top"


def _is_input(path):
    """Kernels that are fed to assay: line one of a candidate belongs to its manifest."""
    return path.parts[0] in {"tests", "tasks"} and path.suffix in {".cu", ".cuh", ".ptx", ".h"}
