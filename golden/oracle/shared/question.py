# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""The input of a golden case as exact numbers."""
import math
from dataclasses import dataclass

from mpmath import mpf


def nested(numbers, shape):
    """Flat row-major numbers as lists of lists."""
    if len(shape) < 2:
        return list(numbers)
    step = len(numbers) // shape[0] if shape[0] else 0
    return [nested(numbers[i * step : (i + 1) * step], shape[1:]) for i in range(shape[0])]


@dataclass
class AtDistance:
    """A row with this distance from the centre, otherwise arbitrary."""

    centre: list
    distance: mpf


def named(arrays, kind):
    """name -> (shape, flat numbers) of all arrays kind.name."""
    return {name[len(kind) + 1 :]: value for name, value in arrays.items() if name.startswith(kind + ".")}


class Question:
    """question["positions"][v] is a row of exact numbers; question.options, question.level."""

    def __init__(self, case):
        self.level = case.metadata["level"]
        self.options = {name[len("option.") :]: value for name, value in case.metadata.items() if name.startswith("option.")}
        self._arrays = {}
        for name, (shape, numbers) in named(case.arrays, "input").items():
            exact = numbers if numbers.typecode == "i" else [exactly(x) for x in numbers]
            self._arrays[name] = nested(list(exact), shape)

    def __contains__(self, name):
        return name in self._arrays

    def __getitem__(self, name):
        return self._arrays[name]

    def get(self, name, otherwise=None):
        return self._arrays.get(name, otherwise)


class Asked:
    """An input with some arrays and options replaced."""

    def __init__(self, question, arrays, options):
        self.question, self.arrays, self.options = question, arrays, options
        self.level = question.level

    def __contains__(self, name):
        return name in self.arrays or name in self.question

    def __getitem__(self, name):
        return self.arrays[name] if name in self.arrays else self.question[name]

    def get(self, name, otherwise=None):
        return self[name] if name in self else otherwise


def exactly(x):
    if math.isfinite(x):
        return mpf(x)
    return mpf("nan") if math.isnan(x) else mpf("inf" if x > 0 else "-inf")
