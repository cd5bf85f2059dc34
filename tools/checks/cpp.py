# SPDX-License-Identifier: Apache-2.0
"""Just enough C++ for the checks: code without comments and literals, includes, functions."""

import re

_PIECES = re.compile(
    r'(?P<comment>//[^\n]*|/\*.*?\*/)'
    r'|(?P<include>^[ \t]*#[ \t]*include[^\n]*)'
    r'|(?P<raw>R"(?P<mark>[^()\\ ]{0,16})\(.*?\)(?P=mark)")'
    r'|(?P<string>"(?:[^"\\\n]|\\.)*")'
    r"|(?P<char>(?<![0-9A-Fa-f])'(?:[^'\\\n]|\\.)+')",
    re.DOTALL | re.MULTILINE)


def code(text):
    """The text with comments and the insides of literals blanked, line by line as before."""
    def blanked(match):
        piece = match.group()
        if match.group("include"):
            return piece
        if match.group("comment"):
            return _spaces(piece)
        return piece[0] + _spaces(piece[1:-1]) + piece[-1]
    return _PIECES.sub(blanked, text)


def _spaces(piece):
    return re.sub(r"[^\n]", " ", piece)


def comment_lines(text):
    """How many lines hold a comment (the SPDX line apart)."""
    lines = set()
    for match in _PIECES.finditer(text):
        if match.group("comment") and "SPDX-License-Identifier" not in match.group():
            first = text.count("\n", 0, match.start())
            lines.update(range(first, first + match.group().count("\n") + 1))
    return len(lines)


def includes(text):
    """(line, path, quoted) of every #include."""
    include = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(["<])([^">\n]+)[">]', re.MULTILINE)
    found = include.finditer(code(text))
    return [(text.count("\n", 0, match.start()) + 1, match.group(2), match.group(1) == '"')
            for match in found]


def functions(text):
    """(line, lines) of every function with its head; lambdas are part of what holds them."""
    directive = re.compile(r"^[ \t]*#(?:[^\n\\]|\\.)*", re.MULTILINE | re.DOTALL)
    bare = directive.sub(lambda match: _spaces(match.group()), code(text))
    found, open_braces, head = [], [], 0
    inside = None  # depth of the function that we are in
    for match in re.finditer(r"[{};]", bare):
        at = match.start()
        if match.group() == "{":
            before = bare[head:at]
            if inside is None and _starts_function(before):
                inside = len(open_braces)
                begin = head + len(before) - len(before.lstrip())
            open_braces.append(at)
        elif match.group() == "}" and open_braces:
            open_braces.pop()
            if inside is not None and len(open_braces) == inside:
                first = bare.count("\n", 0, begin) + 1
                found.append((first, bare.count("\n", 0, at) + 2 - first))
                inside = None
        if inside is None:
            head = at + 1
    return found


def _starts_function(head):
    """Whether what stands before a brace at namespace or class level is the head of a function."""
    if "(" not in head or re.search(r"[=,(]\s*$", head) or _is_initialised(head):
        return False
    kinds = "namespace|class|struct|union|enum|extern"
    return not re.match(rf"\s*(?:template\s*<.*>\s*)?(?:{kinds})\b", head, re.DOTALL)


def _is_initialised(head):
    """`T x = ...{`: an equals sign outside parentheses that is no part of an operator."""
    flat = head
    for _ in range(3):
        flat = re.sub(r"\([^()]*\)", "", flat)
    flat = re.sub(r"operator\s*[=!<>+\-*/%&|^]+", "", flat)
    return re.search(r"(?<![=!<>+\-*/%&|^])=(?!=)", flat) is not None
