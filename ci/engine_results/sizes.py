# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Lengths of adapters: of a folder, and of each path to its engine (files of both paths count for both); for each
path also including the used files that adapters share (adapter.js, adapter.h, maths.h and so on)."""
from . import controls, hashes

SOURCES = (".js", ".mjs", ".cjs", ".ts", ".c", ".cpp", ".h", ".py", ".gd", ".rs", ".go", ".cs", ".java", ".swift")
COMMENTS = ("//", "#", "/*", "*")
GPU = ("page", "gpu")  # prefixes of files that only the GPU path uses


def _sources(folder):
    return [path for path in hashes.adapter_files(folder) if path.suffix in SOURCES]


def _lines_of(path):
    """Lines of code: neither empty nor a comment."""
    stripped = (line.strip() for line in path.read_text().splitlines())
    return sum(bool(line) and not line.startswith(COMMENTS) or line.startswith("#include") for line in stripped)


def _needed(sources, entries):
    """The entries, and the files that they name, directly and indirectly."""
    needed, open_ = set(entries), list(entries)
    while open_:
        text = open_.pop().read_text()
        named = {path for path in sources if path.name in text} - needed
        needed |= named
        open_ += named
    return needed


def lines(folder):
    return sum(_lines_of(path) for path in _sources(folder))


def by_path(folder):
    """{"cpu": (lines, lines with shared files), "gpu": the same}, for the folder's paths."""
    sources = _sources(folder)
    shared = [path for path in hashes.shared_files(folder) if path.suffix in SOURCES]
    gpu = _needed(sources, [path for path in sources if path.stem.startswith(GPU)])
    cpu = _needed(sources, [path for path in sources if path not in gpu])
    return {name: tuple(sum(map(_lines_of, some)) for some in (files, _needed([*sources, *shared], files)))
            for name, files in (("cpu", cpu), ("gpu", gpu)) if files}


def medians(folders):
    """For the paths of all engines with sources: lines, lines with shared files, and number of paths. A control must
    also be an engine, so it is longer."""
    counts = [counts for folder in folders if not controls.is_control(folder.name) for counts in by_path(folder).values()]
    own, all_ = ([sorted(column)[(len(counts) - 1) // 2] for column in zip(*counts)] or (0, 0))
    return own, all_, len(counts)
