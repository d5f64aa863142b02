# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Modules of formulas with a mistake in them: beside each stands a table, formulas/NAME.txt, of small changes of its text,

    MISTAKE: what stands there once => what stands there instead

a line for each place that a mistake changes. \\n is the end of a line. Those of course.txt change the course's own modules.
A line "asked: FILTER ..." says which questions the mistakes after it are judged by, "read: ID=FILE ..." that they are made in these
files of the second reading (second.py), those of algorithms with their ids.
"""
import pathlib
import sys
import types

import second
from formulas import spare

folder = pathlib.Path(__file__).resolve().parent / "formulas"
course = pathlib.Path(__file__).resolve().parents[2] / "course/python"


class Mistake:
    def __init__(self, module, asked, read):
        self.module, self.asked, self.read, self.changes = module, asked, read, []


def read_mistakes(path):
    """name -> Mistake"""
    mistakes, asked, read = {}, "", ""
    for number, line in enumerate(path.read_text().splitlines(), 1):
        name, colon, change = line.partition(": ")
        if name == "asked":
            asked = change
            continue
        if name == "read":
            read = change
            continue
        old, arrow, new = change.replace("\\n", "\n").partition(" => ")
        if not colon or not arrow or not old:
            sys.exit(f"{path}:{number}: expected 'MISTAKE: old text => new text' or 'asked: FILTER ...'")
        mistakes.setdefault(name, Mistake(path.stem, asked, read.split())).changes.append((old, new))
    return mistakes


def all_mistakes():
    return {name: mistake for path in sorted(folder.glob("*.txt")) for name, mistake in read_mistakes(path).items()}


def changed_texts(paths, table, changes):
    """What the files hold, in order, with these changes in it."""
    texts = [path.read_text() for path in paths]
    for old, new in changes:
        found = [text.count(old) for text in texts]
        if sum(found) != 1:
            names = " and ".join(path.name for path in paths)
            sys.exit(f"{folder / table}.txt: '{old}' stands {sum(found)} times in {names}, expected once")
        texts[found.index(1)] = texts[found.index(1)].replace(old, new)
    return texts


def modules_with(paths, table, changes):
    """The modules of files, in order, their texts changed before they are run."""
    modules = []
    for path, text in zip(paths, changed_texts(paths, table, changes)):
        module = types.ModuleType(path.stem)
        module.spare = spare
        exec(compile(text, str(path), "exec"), module.__dict__)
        modules.append(module)
    return modules


def module_with(name, changes):
    """One of formulas."""
    return modules_with([folder / f"{name}.py"], name, changes)[0]


def course_with(changes):
    """The course's exercises, worked, and its subject, which asks them."""
    solution = course / "solution" if (course / "solution").exists() else course  # a copy has it in place of the exercises
    ex, subject = modules_with([solution / "exercises.py", course / "subject.py"], "course", changes)
    subject.ex = ex
    return subject


def second_with(table, files, changes):
    """ID -> module, of the second reading."""
    return second.modules_of(files, changed_texts(second.paths_of(files), table, changes))


def check():
    """Whether every change can be made."""
    for name, mistake in all_mistakes().items():
        try:
            if mistake.read:
                for text in changed_texts(second.paths_of(mistake.read), mistake.module, mistake.changes):
                    compile(text, mistake.module, "exec")
            else:
                course_with(mistake.changes) if mistake.module == "course" else module_with(mistake.module, mistake.changes)
        except SyntaxError as error:
            sys.exit(f"{folder / mistake.module}.txt: {name}: {error}")
