# SPDX-License-Identifier: Apache-2.0
"""Third-party headers that cost seconds stand in the one folder that may have them."""

from checks.cpp import includes

# prefix of the include: (folders of src/ that may have it, most translation units)
HEAVY = {
    "CLI/": ({"cli"}, 4),
    "toml++/": ({"task"}, 1),
    "nlohmann/json.hpp": ({"record"}, 4),
    "boost/": ({"stats", "serve"}, 4),
    "Eigen/": (set(), 0),
    "SQLiteCpp/": ({"store"}, 2),
    "zstd.h": ({"record", "base"}, 1),
    "blake2.h": ({"base"}, 1),
}


def complaints(repo):
    units = {prefix: [] for prefix in HEAVY}
    for path in repo.below("src"):
        for line, name, _ in includes(repo.text(path)):
            prefix = next((prefix for prefix in HEAVY if name.startswith(prefix)), None)
            if prefix is None:
                continue
            folders, _ = HEAVY[prefix]
            if path.parts[1] not in folders:
                where = " ".join(sorted(folders)) or "no folder"
                yield f"{path}:{line}: <{name}> may stand only in {where}"
            if path.suffix == ".hpp":
                yield f"{path}:{line}: <{name}> is heavy and may stand in no header"
            units[prefix].append(path)
    for prefix, paths in units.items():
        most = HEAVY[prefix][1]
        if len(set(paths)) > most:
            yield (f"{paths[-1]}:1: <{prefix}> stands in {len(set(paths))} files, at most {most} "
                   f"(each costs seconds): {' '.join(map(str, sorted(set(paths))))}")
