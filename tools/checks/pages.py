# SPDX-License-Identifier: Apache-2.0
"""Links between pages lead somewhere, and every page of docs/ is reached from docs/README.md."""

import posixpath
import re

LINK = re.compile(r"\]\(([^)\s#]+)(?:#[^)]*)?\)")


def complaints(repo):
    pages = {str(path): repo.text(path) for path in repo.files if path.suffix == ".md"}
    targets = {}
    for page, text in pages.items():
        for line, found in _links(text):
            target = posixpath.normpath(posixpath.join(posixpath.dirname(page), found))
            targets.setdefault(page, set()).add(target)
            if not (repo.root / target).exists():
                yield f"{page}:{line}: the link to {found} leads nowhere"
    reached, ahead = set(), ["docs/README.md"]
    while ahead:
        page = ahead.pop()
        if page in pages and page not in reached:
            reached.add(page)
            ahead.extend(targets.get(page, ()))
    for page in sorted(pages):
        if page.startswith("docs/") and page not in reached:
            yield f"{page}:1: no link from docs/README.md leads here"


def _links(text):
    for number, line in enumerate(text.split("\n"), 1):
        for target in LINK.findall(line):
            if "://" not in target:
                yield number, target
