# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""The second reading of the pages, golden/oracle, as formulas to make mistakes in: in doubles, which are enough for float32 and quick,
but where a reading takes its 200 bits for granted ("exactly" among a table's files).

What the readings take from mpmath is made of its context of doubles; a changed text is read in place of a file's.
"""
import importlib
import importlib.machinery
import math
import pathlib
import sys
import types

oracle = pathlib.Path(__file__).resolve().parents[3] / "golden/oracle"


def mpmath():
    try:
        return importlib.import_module("mpmath")
    except ImportError:
        sys.exit("mistakes in a second reading need python3-mpmath")


def in_doubles():
    """A module like mpmath whose numbers are Python's."""
    fp = mpmath().fp
    numbers = types.ModuleType("mpmath")
    numbers.__dict__.update({name: getattr(fp, name) for name in dir(fp) if not name.startswith("_")})
    numbers.__dict__.update(mp=fp, mpf=float, mpc=complex, isfinite=math.isfinite, nstr=lambda x, _: str(x))
    return numbers


def reader_of(texts):
    """Reads these texts in the place of what their files hold, and never what was compiled before."""

    class Reader(importlib.machinery.SourceFileLoader):
        def path_stats(self, path):
            raise OSError(f"{path}: compiled anew")

        def get_data(self, path):
            text = texts.get(pathlib.Path(path).resolve())
            return super().get_data(path) if text is None else text.encode()

    return Reader


def converted(value, number):
    """Lists of lists with another kind of real numbers in them."""
    if isinstance(value, list):
        return [converted(each, number) for each in value]
    return value if isinstance(value, int) else number(value)


class Asked:
    """A question as the readings see one."""

    def __init__(self, question, number):
        self.level, self.options = question.level, question.options
        self.arrays = {name: converted(rows, number) for name, rows in question.arrays.items()}

    def __contains__(self, name):
        return name in self.arrays

    def __getitem__(self, name):
        return self.arrays[name]

    def get(self, name, otherwise=None):
        return self.arrays.get(name, otherwise)


def given(row, shape):
    """A row as numbers: 0 where there is none, a place at the distance where any is right."""
    if row is None:
        return [0.0] * math.prod(shape)
    if hasattr(row, "centre"):
        row = [row.centre[0] + row.distance, *row.centre[1:]]
    return converted(list(row) if isinstance(row, tuple) else row, float)


def answers_of(module):
    """An answer as a subject gives one."""

    def answer(question):
        found = module.answer(Asked(question, sys.modules["mpmath"].mpf))
        return {name: [given(row, shape[1:]) for row in found[name]] for name, shape in question.answers.items()}

    return answer


def paths_of(files):
    """Of each ID=PATH, and PATH of what algorithms share."""
    return [oracle / file.rpartition("=")[2] for file in files if file != "exactly"]


def modules_of(files, texts):
    """ID -> module of each ID=PATH; texts: what the files hold, in order."""
    if "exactly" in files:
        mpmath().mp.prec = 200
    else:
        sys.modules["mpmath"] = in_doubles()
    changed = dict(zip(paths_of(files), texts))
    sys.path_hooks.insert(0, importlib.machinery.FileFinder.path_hook((reader_of(changed), [".py"])))
    sys.path_importer_cache.clear()
    sys.path.insert(0, str(oracle))
    named = [file.split("=") for file in files if "=" in file]
    return {id_: importlib.import_module(path.removesuffix(".py").replace("/", ".")) for id_, path in named}
