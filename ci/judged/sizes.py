# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""How long adapters are."""
from . import hashes

SOURCES = (".js", ".mjs", ".cpp", ".h", ".py", ".gd")
COMMENTS = ("//", "#", "/*", "*")


def lines(folder):
    """Lines of code of an engine's adapter: neither empty nor a comment."""
    count = 0
    for path in hashes.adapter_files(folder):
        if path.suffix in SOURCES:
            stripped = (line.strip() for line in path.read_text().splitlines())
            count += sum(bool(line) and not line.startswith(COMMENTS) or line.startswith("#include") for line in stripped)
    return count
