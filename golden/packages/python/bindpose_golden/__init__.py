# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""The golden cases of bindpose, and their comparison with outputs."""
import array
import json
import math
import pathlib
import struct
import sys
from dataclasses import dataclass, field

from . import rule

HERE = pathlib.Path(__file__).parent
KINDS = {"F32": "f", "F64": "d", "I32": "i"}


@dataclass
class Case:
    """name -> (shape, flat numbers, row by row), and the texts that define the comparison."""
    arrays: dict
    metadata: dict


@dataclass
class Compared:
    """The result for one array: number of judged numbers, number of wrong ones, and the worst one."""
    name: str
    judged: int
    wrong: int
    worst: dict = field(default_factory=dict)


def algorithms():
    """"skinning/linear_blend" and all other algorithms."""
    return sorted(file.parent.relative_to(HERE / "data").as_posix() for file in (HERE / "data").glob("*/*/cases.json"))


def cases(algorithm):
    """The entries of cases.json: name, level, options, purpose, catches; file is the argument of load()."""
    index = HERE / "data" / algorithm / "cases.json"
    if not (HERE / "data").is_dir():
        raise FileNotFoundError(f"{HERE / 'data'}: the package has no golden data; ci/package builds it with the data")
    if not index.exists():
        raise KeyError(f"there is no algorithm '{algorithm}'")
    return [{**case, "file": index.parent / case["file"]} for case in json.loads(index.read_text(encoding="utf-8"))["cases"]]


def page(algorithm):
    """The page of an algorithm: formula, symbols, what is rejected, edge cases."""
    return (HERE / "pages" / f"{algorithm}.md").read_text(encoding="utf-8")


def load(path):
    """A case from its file."""
    data = pathlib.Path(path).read_bytes()
    (length,) = struct.unpack_from("<Q", data)
    header = json.loads(data[8:8 + length])
    metadata = header.pop("__metadata__", {})
    arrays = {}
    for name, tensor in header.items():
        begin, end = (8 + length + offset for offset in tensor["data_offsets"])
        numbers = array.array(KINDS[tensor["dtype"]], data[begin:end])
        if sys.byteorder == "big":
            numbers.byteswap()
        arrays[name] = (tensor["shape"], numbers)
    return Case(arrays, metadata)


def expected_of(case, name, kind="expected"):
    """The accepted values of an array of a case. kind: "tap" for a stage."""
    named = {word: name in case.metadata.get(word, "").split() for word in ("rotations", "directions")}
    shape, numbers = case.arrays[f"{kind}.{name}"]
    length_bound = float(case.metadata["length_bound"]) if named["directions"] else math.inf
    return rule.Expected(name, shape, [(numbers, case.arrays[f"bound.{name}"][1])], named["rotations"], length_bound)


def compare_array(expected, mine):
    if len(mine) != expected.count:
        return Compared(expected.name, expected.count, expected.count, {"reason": f"{len(mine)} numbers, expected {expected.count}"})
    compared = Compared(expected.name, 0, 0)
    for i, number, length in expected.judged(mine):
        compared.judged += 1
        compared.wrong += not rule.is_within(number) or (length is not None and not rule.is_within(length))
        fraction = rule.fraction(number)
        if not compared.worst or not fraction <= compared.worst["fraction"]:
            compared.worst = dict(zip(("index", "mine", "expected", "bound", "fraction"), (i, *number, fraction)))
    return compared


def compare(file, answer):
    """The errors of an output, name -> flat numbers, for each array; file as in cases()."""
    case = load(file)
    result = []
    for name, mine in answer.items():
        if f"expected.{name}" not in case.arrays:
            raise KeyError(f"'{name}' was not requested; expected {[key for key in case.arrays if key.startswith('expected.')]}")
        result.append(compare_array(expected_of(case, name), mine))
    return result
