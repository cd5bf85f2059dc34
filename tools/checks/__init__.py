# SPDX-License-Identifier: Apache-2.0
"""The checks on the source tree, one module each; tools/lint.py runs them.

A check is a module whose docstring's first line says what it demands, with complaints(repo), which
yields "path:line: what is wrong" and raises repo.Skip where the machine lacks what it needs.
"""
