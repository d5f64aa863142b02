# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""A golden file: the input as exact numbers, and the project's output."""
import array
import json
import math
import struct
import sys
from dataclasses import dataclass

from mpmath import mpf

KINDS = {"F32": "f", "F64": "d", "I32": "i"}


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


class GoldenFile:
    """arrays: name -> (shape, flat numbers); texts: the metadata."""

    def __init__(self, path):
        data = path.read_bytes()
        (size,) = struct.unpack_from("<Q", data)
        header = json.loads(data[8 : 8 + size])
        self.texts = header.pop("__metadata__", {})
        self.arrays = {}
        for name, tensor in header.items():
            begin, end = (8 + size + offset for offset in tensor["data_offsets"])
            numbers = array.array(KINDS[tensor["dtype"]])
            numbers.frombytes(data[begin:end])
            if sys.byteorder == "big":
                numbers.byteswap()
            self.arrays[name] = (tensor["shape"], numbers)

    def named(self, kind):
        """name -> (shape, flat numbers) of all arrays kind.name."""
        return {name[len(kind) + 1 :]: value for name, value in self.arrays.items() if name.startswith(kind + ".")}


class Question:
    """question["positions"][v] is a row of exact numbers; question.options, question.level."""

    def __init__(self, file):
        self.level = file.texts["level"]
        self.options = {name[len("option.") :]: value for name, value in file.texts.items() if name.startswith("option.")}
        self._arrays = {}
        for name, (shape, numbers) in file.named("input").items():
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
