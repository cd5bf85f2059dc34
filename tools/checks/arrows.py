# SPDX-License-Identifier: Apache-2.0
"""A folder of src/ includes only what its part may use, and some parts never reach some others.

The table is the one that cmake/Part.cmake writes while it makes the libraries.
"""

from pathlib import Path

from checks.cpp import includes

# Who may never reach whom, over any number of arrows: the process that runs candidates holds no
# expected output, no tolerance and no database; the command and its flow hold no device.
NEVER = {
    "worker": {"check", "store", "task", "flow", "build", "report"},
    "builder": {"check", "store", "task", "flow", "report", "device", "device_sim", "sim"},
    "cli": {"device", "device_sim", "device_cuda", "bench", "sim", "worker", "builder"},
    "flow": {"device", "device_sim", "device_cuda", "bench", "sim", "worker", "builder"},
}


def complaints(repo):
    yield from _includes(repo)
    reach = _reach(repo.parts)
    for name, forbidden in NEVER.items():
        for other in sorted(reach.get(name, set()) & forbidden):
            yield f"src/{name}: {name} must never reach {other}, but its arrows lead there"


def _includes(repo):
    for path in repo.below("src"):
        own = repo.part_of("/".join(path.parts[1:-1]))
        if own is None:
            yield f"{path}:1: no part() of any CMakeLists.txt holds this folder"
            continue
        for line, name, quoted in includes(repo.text(path)):
            if quoted and not (repo.root / "src" / name).exists():
                yield f'{path}:{line}: no "{name}" below src/ (includes are root-relative)'
            elif quoted:
                other = repo.part_of(str(Path(name).parent))
                if other and other != own and other.name not in own.uses:
                    yield (f'{path}:{line}: {own.name} includes "{name}", '
                           f"but may use only: {_list(own.uses)}")


def _reach(parts):
    direct = {part.name: set(part.uses) for part in parts}
    reach = {name: set(uses) for name, uses in direct.items()}
    for _ in parts:
        for uses in reach.values():
            uses |= {further for use in list(uses) for further in direct.get(use, ())}
    return reach


def _list(uses):
    return " ".join(sorted(uses)) or "nothing"
