# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""bindpose/call.h for ctypes: its structs, and calls whose errors are exceptions."""
from __future__ import annotations

import contextlib
import ctypes
import os
import pathlib
from ctypes import POINTER, Structure, c_char_p, c_double, c_int32, c_size_t, c_uint32, c_uint64, c_void_p

import numpy as np

CALL = 1  # BINDPOSE_CALL
TYPES = {1: np.dtype(np.float32), 2: np.dtype(np.int32), 3: np.dtype(np.float64)}
NUMBERS = {dtype: number for number, dtype in TYPES.items()}


class Tensor(Structure):
    _fields_ = [("name", c_char_p), ("type", c_int32), ("rank", c_uint32), ("shape", POINTER(c_size_t)), ("data", c_void_p)]


class ErrorText(Structure):
    _fields_ = [("code", c_char_p), ("where", c_char_p), ("message", c_char_p)]


class ExpectedArray(Structure):
    _fields_ = [("name", c_char_p), ("is_stage", c_int32), ("are_rotations", c_int32), ("rank", c_uint32),
                ("shape", POINTER(c_size_t)), ("element_count", c_size_t), ("values", POINTER(c_double)),
                ("bounds", POINTER(c_double)), ("other_values", POINTER(c_double)), ("other_bounds", POINTER(c_double)),
                ("length_bound", c_double)]


class UndefinedRow(Structure):
    _fields_ = [("array", c_char_p), ("row", c_size_t), ("code", c_char_p)]


class JudgedArray(Structure):
    _fields_ = [("name", c_char_p), ("is_stage", c_int32), ("judged", c_size_t), ("undecided", c_size_t),
                ("failing", c_size_t), ("worst_fraction", c_double), ("place", c_char_p), ("row", c_size_t),
                ("component", c_size_t), ("got", c_double), ("expected", c_double), ("bound", c_double)]


class VerdictText(Structure):
    _fields_ = [("outcome", c_int32), ("detail", c_char_p), ("defect", c_char_p), ("defect_sentence", c_char_p),
                ("symptoms", c_char_p), ("precision_class", c_char_p), ("policy", c_char_p),
                ("first_wrong_stage", c_char_p), ("worst_fraction", c_double), ("array_count", c_size_t),
                ("arrays", POINTER(POINTER(JudgedArray)))]


class Result(Structure):
    _fields_ = [("error", POINTER(ErrorText)), ("expected_count", c_size_t),
                ("expected", POINTER(POINTER(ExpectedArray))), ("undefined_count", c_size_t),
                ("undefined", POINTER(POINTER(UndefinedRow))), ("verdict", POINTER(VerdictText)),
                ("tensor_count", c_size_t), ("tensors", POINTER(POINTER(Tensor))), ("text", c_char_p)]


class Inputs(Structure):
    _fields_ = [("algorithm", c_char_p), ("options", POINTER(c_char_p)), ("input_count", c_size_t),
                ("inputs", POINTER(Tensor))]


class BindposeError(ValueError):
    """The error of a call. code: for programs, "ARRAY_SHAPE"; where: "weights[12]"."""

    def __init__(self, code: str, where: str, message: str) -> None:
        super().__init__(f"{code} at {where}: {message}" if where else f"{code}: {message}")
        self.code, self.where, self.message = code, where, message

    def __reduce__(self):
        return type(self), (self.code, self.where, self.message)


def _loaded() -> ctypes.CDLL:
    """Loads the library from BINDPOSE_LIBRARY, the package or the system."""
    name = f"libbindpose.so.{CALL}"
    own = pathlib.Path(__file__).with_name(name)
    library = ctypes.CDLL(os.environ.get("BINDPOSE_LIBRARY") or (str(own) if own.exists() else name))
    library.bindpose_version.restype = c_char_p
    for call, arguments in (("evaluate", [POINTER(Inputs)]),
                            ("judge", [POINTER(Inputs), POINTER(Tensor), c_size_t, POINTER(c_char_p)]),
                            ("pose", [c_char_p, c_size_t, c_char_p, c_char_p, c_double, c_char_p]),
                            ("sample", [c_char_p, c_size_t, c_uint64]), ("list", []), ("explain", [c_char_p])):
        function = getattr(library, f"bindpose_{call}")
        function.restype, function.argtypes = POINTER(Result), arguments
    library.bindpose_free.restype, library.bindpose_free.argtypes = None, [POINTER(Result)]
    return library


LIBRARY = _loaded()


@contextlib.contextmanager
def called(name: str, *arguments):
    """Context with the result of a call. Raises BindposeError."""
    result = getattr(LIBRARY, f"bindpose_{name}")(*arguments)
    try:
        error = result.contents.error
        if error:
            raise BindposeError(*(getattr(error.contents, part).decode(errors="replace") for part in ("code", "where", "message")))
        yield result.contents
    finally:
        LIBRARY.bindpose_free(result)


def encoded(text: str) -> bytes:
    """Encodes a text. Refuses NUL, because the library would end the text there."""
    if "\0" in text:
        raise BindposeError("TEXT_NUL", "", f"{text!r} has a NUL character")
    return text.encode()


def texts(words) -> ctypes.Array:
    """A list that ends with NULL."""
    listed = [encoded(word) for word in words]
    return (c_char_p * (len(listed) + 1))(*listed, None)


def tensors(arrays: dict[str, np.ndarray]) -> ctypes.Array:
    """Tensors that refer to contiguous arrays of a type of TYPES. The arrays must outlive the tensors."""
    passed = (Tensor * len(arrays))()
    for tensor, (name, array) in zip(passed, arrays.items()):
        shape = (c_size_t * array.ndim)(*array.shape)
        tensor.name, tensor.type, tensor.rank = encoded(name), NUMBERS[array.dtype], array.ndim
        tensor.shape, tensor.data = ctypes.cast(shape, POINTER(c_size_t)), array.ctypes.data
        tensor._kept = shape
    return passed


def copied(pointer, shape, dtype=np.float64) -> np.ndarray:
    """The numbers of a result as a separate array."""
    count = int(np.prod(shape, dtype=np.int64))
    if count == 0:
        return np.empty(shape, dtype)
    address = ctypes.cast(pointer, c_void_p).value or 0
    memory = memoryview((ctypes.c_char * (count * np.dtype(dtype).itemsize)).from_address(address))
    return np.frombuffer(memory, dtype).reshape(shape).copy()


def shape_of(described) -> tuple[int, ...]:
    return tuple(described.shape[:described.rank]) if described.rank else ()


def copied_tensors(result: Result) -> dict[str, np.ndarray]:
    listed = (result.tensors[i].contents for i in range(result.tensor_count))
    return {each.name.decode(): copied(each.data, shape_of(each), TYPES[each.type]) for each in listed}
