# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Judges skinning, morphing and animation from any test.

    import bindpose
    bindpose.assert_right("lbs", my_positions, positions=x, joints=j, weights=w, palette=m)

Inputs and options are keyword arguments: arrays, and texts for options (or options={"name": "value"}). 
`bindpose.explain("lbs")` lists them with shapes and units. Each algorithm also has a typed function, such as
`bindpose.skinning.linear_blend`. Arrays may be anything with the array
interface, the buffer protocol or DLPack, and lists. Real inputs must be float32 numbers: pass the inputs of your code.
"""
from __future__ import annotations

import ctypes
import functools
import importlib
import json
import os
import pathlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from . import _library
from ._library import BindposeError

__all__ = ["BindposeError", "Expected", "Expectation", "Judged", "Posed", "Verdict", "Wrong", "algorithms", "assert_right", "evaluate",
           "explain", "judge", "pose", "precision_classes", "sample"]
__version__: str = _library.LIBRARY.bindpose_version().decode()


def __getattr__(name: str) -> Any:
    """Imports a module of the package at its first use: bindpose.skinning, bindpose.strategies."""
    module = f"{__name__}.{name}"
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as missing:
        if missing.name != module:
            raise
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


OUTCOMES = ("pass", "fail", "undecided", "invalid-output")


@dataclass(frozen=True)
class Expected:
    """The expected values: |float32 result - values| <= bounds. An infinite bound: the number is not judged."""
    name: str
    values: np.ndarray
    bounds: np.ndarray
    is_stage: bool = False
    """True for a stage: "world", "palette"."""
    are_rotations: bool = False
    """True if rows are quaternions: q and -q are the same."""
    length_bound: float = np.inf
    """Largest |length of a direction - 1|; infinite if rows are not unit directions."""
    other: tuple[np.ndarray, np.ndarray] | None = None
    """Alternative right values and bounds, if float32 cannot decide a comparison."""


class Expectation(dict):
    """Expected by name: outputs, then stages. undefined: (array, row, code) of rows without an output."""
    undefined: list[tuple[str, int, str]]


@dataclass(frozen=True)
class Judged:
    """The comparison of one array; got, expected and bound belong to the worst number, at place "positions[12].y"."""
    name: str
    is_stage: bool
    judged: int
    undecided: int
    failing: int
    worst_fraction: float
    place: str
    row: int
    component: int
    got: float
    expected: float
    bound: float


@dataclass(frozen=True)
class Verdict:
    """The judge's verdict, as in `bindpose test`. Texts that do not apply are empty."""
    algorithm: str
    outcome: str
    """"pass", "fail", "undecided" (float32 decides no number for these inputs) or "invalid-output"."""
    detail: str
    defect: str
    """Id of the likeliest known defect: "ibm-wrong-side". It explains nearly all wrong numbers."""
    defect_sentence: str
    symptoms: list[str]
    """Common properties of the wrong numbers, if no cause is known."""
    precision_class: str
    policy: str
    first_wrong_stage: str
    worst_fraction: float
    """Largest error / bound of all outputs."""
    arrays: list[Judged] = field(default_factory=list)

    @property
    def is_right(self) -> bool:
        return self.outcome == "pass"

    def __bool__(self) -> bool:
        return self.is_right

    @property
    def worst(self) -> Judged | None:
        """The output with the worst number; if outputs fail, among these."""
        outputs = [array for array in self.arrays if not array.is_stage and array.judged]
        return sorted(outputs, key=lambda array: (array.failing > 0, array.worst_fraction))[-1] if outputs else None

    def message(self) -> str:
        """The failure for people: numbers, place, value, expectation, bound; then the likely cause."""
        lines = [f"{self.algorithm}: {self.detail or self.outcome}"]
        for label, text in (("defect", self.defect), ("class", self.precision_class), ("policy", self.policy),
                            ("first wrong stage", self.first_wrong_stage), ("symptoms", "; ".join(self.symptoms))):
            if text:
                lines.append(f"  {label}: {text}")
        if self.defect:
            lines.append(f"  next: bindpose.explain({self.defect!r})")
        return "\n".join(lines)


class Wrong(AssertionError):
    """An error for wrong outputs, with the verdict."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(verdict.message())
        self.verdict = verdict

    def __reduce__(self):
        return type(self), (self.verdict,)


class Posed(dict):
    """Arrays by part of the file: posed["skin0"]["positions"]. undefined: (array, row, code) of rows without an output."""
    undefined: list[tuple[str, int, str]]


@functools.lru_cache(maxsize=None)
def _listed() -> dict[str, Any]:
    with _library.called("list") as result:
        return json.loads(result.text)


def algorithms() -> dict[str, dict[str, Any]]:
    """For each algorithm, by path: id, title, levels, outputs; arrays: its declared inputs, stages, outputs and options."""
    return {each["path"]: each for each in _listed()["algorithms"]}


def precision_classes() -> dict[str, str]:
    """Precision classes for accept=, each with its storage or arithmetic."""
    return {each["name"]: each["sentence"] for each in _listed()["classes"]}


def explain(name: str) -> str:
    """An algorithm's page, arrays and options; a defect; a precision class; an option."""
    with _library.called("explain", _library.encoded(name)) as result:
        return result.text.decode()


@functools.lru_cache(maxsize=None)
def _declared(algorithm: str) -> dict[str, Any] | None:
    names = (algorithm, algorithm.replace(".", "/"))
    return next((each for each in _listed()["algorithms"]
                 if each["id"] == algorithm or each["path"] in names or each["path"].split("/")[1] == algorithm), None)


@functools.lru_cache(maxsize=None)
def _integer_inputs(algorithm: str) -> frozenset[str]:
    declared = _declared(algorithm)
    return frozenset(each["name"] for each in declared["arrays"]["inputs"] if each["type"] == "integer") if declared else frozenset()


def _as_array(name: str, given: Any) -> np.ndarray:
    """Converts to an array, without a copy if possible. Tensors must be in the memory of the CPU."""
    if isinstance(given, np.ma.MaskedArray) and np.ma.is_masked(given):
        raise BindposeError("ARRAY_TYPE", name, "has masked elements, expected a number for each: see filled()")
    if isinstance(given, np.ndarray):
        return given
    if callable(getattr(given, "detach", None)):  # PyTorch: detaches the gradient
        given = given.detach()
    if hasattr(given, "__dlpack__") and not hasattr(given, "__array_interface__"):
        if hasattr(given, "__dlpack_device__") and int(given.__dlpack_device__()[0]) != 1:
            raise BindposeError("ARRAY_DEVICE", name, "is not in the memory of the CPU; copy it there")
        return np.from_dlpack(given)
    return np.asarray(given)


def _passed(name: str, given: Any, is_integer: bool) -> np.ndarray:
    """A contiguous array of a type of the library."""
    array = _as_array(name, given)
    if array.dtype.kind not in "fiub":
        raise BindposeError("ARRAY_TYPE", name, f"has the type {array.dtype}, expected {'integers' if is_integer else 'real numbers'}")
    wanted: type
    if array.dtype.kind == "f":
        wanted = np.float64 if array.dtype.itemsize > 4 else np.float32
    elif is_integer:
        wanted = np.int32
        if array.size and (array.max() > 2**31 - 1 or array.min() < -2**31):
            raise BindposeError("ARRAY_TYPE", name, "has an integer that does not fit in 32 bits")
    else:
        wanted = np.float64
    return np.require(array.astype(wanted, copy=False), requirements="CA").reshape(array.shape)


def _question(algorithm: str, given: Mapping[str, Any]):
    """bindpose_inputs, and the objects that must outlive them."""
    integers = _integer_inputs(algorithm)
    given = dict(given)
    named = given.pop("options", None) or {}
    options = {**named, **{name: value for name, value in given.items() if isinstance(value, str)}}
    arrays = {name: _passed(name, value, name in integers or name == "tracks")
              for name, value in given.items() if not isinstance(value, str) and value is not None}
    tensors = _library.tensors(arrays)
    chosen = _library.texts(f"{name}={value}" for name, value in options.items())
    return _library.Inputs(_library.encoded(algorithm), chosen, len(arrays), tensors), (arrays, tensors, chosen)


def _undefined(result) -> list[tuple[str, int, str]]:
    rows = (result.undefined[i].contents for i in range(result.undefined_count))
    return [(row.array.decode(), row.row, row.code.decode()) for row in rows]


def evaluate(algorithm: str, /, **inputs: Any) -> Expectation:
    """Expected values and bounds of an algorithm: evaluate("lbs", positions=x, ..., normal_rule="direction")["positions"].values.

    Raises BindposeError for invalid inputs, with code and place."""
    question, kept = _question(algorithm, inputs)
    with _library.called("evaluate", ctypes.byref(question)) as result:
        expectation = Expectation()
        for i in range(result.expected_count):
            each = result.expected[i].contents
            shape, name = _library.shape_of(each), each.name.decode()
            other = (_library.copied(each.other_values, shape), _library.copied(each.other_bounds, shape)) if each.other_values else None
            expectation[name] = Expected(name, _library.copied(each.values, shape), _library.copied(each.bounds, shape),
                                         bool(each.is_stage), bool(each.are_rotations), each.length_bound, other)
        expectation.undefined = _undefined(result)
    return expectation


def judge(algorithm: str, outputs: Any, /, *, accept: Iterable[str] = (), **inputs: Any) -> Verdict:
    """The verdict on outputs: a dictionary by name, or the array of the algorithm's first output.

    Normals, tangents, and residual, reachable and nearest of solvers (all three together) are optional; so are
    stages ("palette"). accept: additional right precision classes and policies: "half-palette", "normal_rule=direction"."""
    if not isinstance(outputs, Mapping):
        declared = _declared(algorithm)
        outputs = {declared["outputs"][0] if declared else "positions": outputs}
    question, kept = _question(algorithm, inputs)
    arrays = {name: _passed(name, value, False) for name, value in outputs.items()}
    tensors = _library.tensors(arrays)
    accepted = _library.texts([accept] if isinstance(accept, str) else accept)
    with _library.called("judge", ctypes.byref(question), tensors, len(arrays), accepted) as result:
        said = result.verdict.contents
        judged = []
        for i in range(said.array_count):
            each = said.arrays[i].contents
            judged.append(Judged(each.name.decode(), bool(each.is_stage), each.judged, each.undecided, each.failing, each.worst_fraction,
                                 each.place.decode(), each.row, each.component, each.got, each.expected, each.bound))
        return Verdict(algorithm, OUTCOMES[said.outcome], said.detail.decode(errors="replace"), said.defect.decode(),
                       said.defect_sentence.decode(), said.symptoms.decode().splitlines(), said.precision_class.decode(),
                       said.policy.decode(), said.first_wrong_stage.decode(), said.worst_fraction, judged)


def assert_right(algorithm: str, outputs: Any, /, *, accept: Iterable[str] = (), **inputs: Any) -> Verdict:
    """judge(), and raises Wrong (an AssertionError) unless it is a pass."""
    __tracebackhide__ = True  # pytest shows the caller's line
    verdict = judge(algorithm, outputs, accept=accept, **inputs)
    if not verdict.is_right:
        raise Wrong(verdict)
    return verdict


def pose(file: str | os.PathLike[str] | bytes, clip: str | int | None = None, seconds: float = 0.0, method: str = "lbs") -> Posed:
    """The meshes of a .glb or .gltf file, or of its bytes, at one moment. For each part: positions, normals,
    tangents, triangles; the nodes of its joints, their palette, and morphed positions. clip: name or number; None:
    the rest pose. method: skinning method, "dqs" ..."""
    folder = None
    if not isinstance(file, bytes):
        path = pathlib.Path(file)
        if path.exists() and not path.is_file():  # a pipe would wait for a writer
            raise BindposeError("FILE_READ", str(path), "is not a regular file, expected a .glb or .gltf file")
        folder = os.fsencode(path.resolve().parent)
        file = path.read_bytes()
    named = None if clip is None else _library.encoded(str(clip))
    with _library.called("pose", file, len(file), folder, named, seconds, _library.encoded(method)) as result:
        posed = Posed()
        for name, array in _library.copied_tensors(result).items():
            part, array_name = name.rsplit(".", 1)
            posed.setdefault(part, {})[array_name] = array
        posed.undefined = _undefined(result)
    return posed


def sample(algorithm: str, size: int = 16, seed: int = 0) -> dict[str, np.ndarray]:
    """Valid random inputs of about `size` vertices, keys or joints; the same for the same seed on every machine."""
    if not 0 <= seed < 2**64:
        raise BindposeError("SEED_RANGE", "seed", f"{seed}, expected 0 .. 2**64 - 1")
    if not 0 <= size < 2**63:
        raise BindposeError("SIZE_RANGE", "size", f"{size}, expected 1 .. 1000000")
    with _library.called("sample", _library.encoded(algorithm), size, seed) as result:
        return _library.copied_tensors(result)
