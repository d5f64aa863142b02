# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Modules of formulas with a mistake in them: beside each stands a table, formulas/NAME.txt, of small changes of its text,

    MISTAKE: what stands there once => what stands there instead

a line for each place that a mistake changes. \\n is the end of a line.
"""
import pathlib
import sys
import types

folder = pathlib.Path(__file__).resolve().parent / "formulas"


def read_changes(path):
    """mistake -> [(old, new)]"""
    changes = {}
    for number, line in enumerate(path.read_text().splitlines(), 1):
        mistake, colon, change = line.partition(": ")
        old, arrow, new = change.replace("\\n", "\n").partition(" => ")
        if not colon or not arrow or not old:
            sys.exit(f"{path}:{number}: expected 'MISTAKE: old text => new text'")
        changes.setdefault(mistake, []).append((old, new))
    return changes


def all_changes():
    """mistake -> the module that it is made in, and the changes."""
    return {mistake: (path.stem, changes) for path in sorted(folder.glob("*.txt"))
            for mistake, changes in read_changes(path).items()}


def module_with(name, changes):
    """A module of the folder, its text changed before it is run."""
    path = folder / f"{name}.py"
    text = path.read_text()
    for old, new in changes:
        if text.count(old) != 1:
            sys.exit(f"{path.with_suffix('.txt')}: '{old}' stands {text.count(old)} times in {path.name}, expected once")
        text = text.replace(old, new)
    module = types.ModuleType(name)
    exec(compile(text, str(path), "exec"), module.__dict__)
    return module


def check():
    """Whether every change can be made."""
    for name, changes in all_changes().values():
        module_with(name, changes)
