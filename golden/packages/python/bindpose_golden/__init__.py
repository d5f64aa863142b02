# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""The golden cases of bindpose."""
import array
import json
import pathlib
import struct
import sys
from dataclasses import dataclass

HERE = pathlib.Path(__file__).parent
KINDS = {"F32": "f", "F64": "d", "I32": "i"}


@dataclass
class Case:
    """name -> (shape, flat numbers, row by row), and the texts that define the comparison."""
    arrays: dict
    metadata: dict


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
