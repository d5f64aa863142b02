# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""The second reading of the pages, golden/oracle, as formulas to make mistakes in: in doubles, which are enough for float32 and quick.

What the readings take from mpmath is made of its context of doubles; a changed text is read in place of a file's.
"""
import importlib
import importlib.machinery
import math
import pathlib
import sys
import types

oracle = pathlib.Path(__file__).resolve().parents[3] / "golden/oracle"


def in_doubles():
    """A module like mpmath whose numbers are Python's."""
    try:
        from mpmath import fp
    except ImportError:
        sys.exit("mistakes in a second reading need python3-mpmath")
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


class Asked:
    """A question as the readings see one."""

    def __init__(self, question):
        self.level, self.options, self.arrays = question.level, question.options, question.arrays

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
        return [row.centre[0] + row.distance, *row.centre[1:]]
    return row


def answers_of(module):
    """An answer as a subject gives one."""

    def answer(question):
        found = module.answer(Asked(question))
        return {name: [given(row, shape[1:]) for row in found[name]] for name, shape in question.answers.items()}

    return answer


def path_of(file):
    """Of ID=PATH, or of a PATH of what algorithms share."""
    return oracle / file.rpartition("=")[2]


def modules_of(files, texts):
    """ID -> module of each ID=PATH; texts: what the files hold, in order."""
    sys.modules["mpmath"] = in_doubles()
    changed = dict(zip(map(path_of, files), texts))
    sys.path_hooks.insert(0, importlib.machinery.FileFinder.path_hook((reader_of(changed), [".py"])))
    sys.path_importer_cache.clear()
    sys.path.insert(0, str(oracle))
    named = [file.split("=") for file in files if "=" in file]
    return {id_: importlib.import_module(path.removesuffix(".py").replace("/", ".")) for id_, path in named}
