# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""The golden cases of bindpose, and what compares an answer with them."""
import array
import json
import math
import pathlib
import struct
import sys
from dataclasses import dataclass, field

HERE = pathlib.Path(__file__).parent
KINDS = {"F32": "f", "F64": "d", "I32": "i"}


@dataclass
class Case:
    """name -> (shape, flat numbers, row by row), and the texts that say how they are compared."""
    arrays: dict
    metadata: dict


@dataclass
class Compared:
    """One array: how many numbers were judged, how many are wrong, and the worst one."""
    name: str
    judged: int
    wrong: int
    worst: dict = field(default_factory=dict)


def algorithms():
    """"skinning/linear_blend" and all others."""
    return sorted(file.parent.relative_to(HERE / "data").as_posix() for file in (HERE / "data").glob("*/*/cases.json"))


def cases(algorithm):
    """What cases.json says of each: name, level, options, purpose, catches; file is what load() takes."""
    index = HERE / "data" / algorithm / "cases.json"
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


def with_nearer_signs(mine, expected):
    """q and -q are the same rotation: each row with the sign that is nearer to the expected one."""
    turned = list(mine)
    for row in range(0, len(expected), 4):
        if sum(mine[i] * expected[i] for i in range(row, row + 4)) < 0:
            turned[row:row + 4] = [-number for number in mine[row:row + 4]]
    return turned


def wrong_lengths(mine, bounds, width, length_bound):
    """Places of rows whose first three numbers are judged and have another length than 1."""
    return {row for row in range(0, len(bounds), width)
            if all(math.isfinite(bound) for bound in bounds[row:row + 3])
            and not abs(math.hypot(*mine[row:row + 3]) - 1) <= length_bound}


def compare_array(name, mine, shape, expected, bounds, metadata):
    if len(mine) != len(expected):
        return Compared(name, len(expected), len(expected), {"reason": f"{len(mine)} numbers, expected {len(expected)}"})
    if name in metadata.get("rotations", "").split():
        mine = with_nearer_signs(mine, expected)
    compared, wrong = Compared(name, 0, 0), set()
    for i, bound in enumerate(bounds):
        if bound == math.inf:  # no answer, or float32 cannot decide it
            continue
        compared.judged += 1
        difference = abs(mine[i] - expected[i])
        if not difference <= bound:  # also NaN
            wrong.add(i)
        fraction = 0.0 if difference == 0 else difference / bound if bound else math.inf
        if not compared.worst or not fraction <= compared.worst["fraction"]:
            compared.worst = {"index": i, "mine": mine[i], "expected": expected[i], "bound": bound, "fraction": fraction}
    if name in metadata.get("directions", "").split():
        wrong |= wrong_lengths(mine, bounds, shape[-1], float(metadata["length_bound"]))
    compared.wrong = len(wrong)
    return compared


def compare(file, answer):
    """What is wrong with an answer, name -> flat numbers, array by array; file as cases() has it."""
    case = load(file)
    result = []
    for name, mine in answer.items():
        if f"expected.{name}" not in case.arrays:
            raise KeyError(f"'{name}' is not asked for; expected are {[key for key in case.arrays if key.startswith('expected.')]}")
        shape, expected = case.arrays[f"expected.{name}"]
        result.append(compare_array(name, mine, shape, expected, case.arrays[f"bound.{name}"][1], case.metadata))
    return result
