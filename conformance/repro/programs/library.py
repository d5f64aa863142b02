# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Runs a shared library with an input of bindpose, through the structs of bindpose/subject.h, protocol 1."""
import array
import ctypes
import math
import sys
from ctypes import POINTER, c_char_p, c_double, c_int32, c_size_t, c_uint32, c_void_p

FLOAT32, INT32 = 1, 2
UNTOUCHED = 0x7FC0DEAD  # a NaN that no arithmetic operation returns


class Struct(ctypes.Structure):
    def __init__(self, **fields):
        super().__init__(ctypes.sizeof(type(self)), **fields)


class Array(Struct):
    _fields_ = [("size", c_size_t), ("name", c_char_p), ("type", c_int32), ("rank", c_uint32), ("shape", POINTER(c_size_t)),
                ("element_count", c_size_t), ("data", c_void_p), ("filled", c_int32)]


class Option(Struct):
    _fields_ = [("size", c_size_t), ("name", c_char_p), ("value", c_char_p)]


class Part(Struct):
    _fields_ = [("size", c_size_t), ("node", c_int32), ("mesh", c_int32), ("primitive", c_int32), ("vertices", c_size_t)]


class Asset(Struct):
    _fields_ = [("size", c_size_t), ("file", c_char_p), ("clip", c_int32), ("time", c_double), ("part_count", c_size_t),
                ("parts", POINTER(POINTER(Part)))]


class Question(Struct):
    _fields_ = [("size", c_size_t), ("algorithm", c_char_p), ("id", c_char_p), ("level", c_char_p), ("option_count", c_size_t),
                ("options", POINTER(POINTER(Option))), ("input_count", c_size_t), ("inputs", POINTER(POINTER(Array))),
                ("asset", POINTER(Asset))]


class Answer(Struct):
    _fields_ = [("size", c_size_t), ("output_count", c_size_t), ("outputs", POINTER(POINTER(Array))), ("stage_count", c_size_t),
                ("stages", POINTER(POINTER(Array))), ("message_capacity", c_size_t), ("message", c_void_p)]


class Subject(Struct):
    _fields_ = [("size", c_size_t), ("protocol", c_int32), ("name", c_char_p), ("version", c_char_p), ("language", c_char_p),
                ("capability_count", c_size_t), ("capabilities", c_void_p), ("most_vertices", c_size_t), ("most_joints", c_size_t),
                ("most_influences", c_size_t), ("run", ctypes.CFUNCTYPE(c_int32, POINTER(Question), POINTER(Answer)))]


def pointers(kind, structs):
    return (POINTER(kind) * len(structs))(*(ctypes.pointer(each) for each in structs))


def array_of(name, shape, numbers, kind=FLOAT32):
    """numbers: a ctypes array, which must outlive the result."""
    return Array(name=name.encode(), type=kind, rank=len(shape), shape=(c_size_t * len(shape))(*shape),
                 element_count=math.prod(shape), data=ctypes.addressof(numbers))


def untouched(shapes):
    """(numbers to fill, by name; arrays that refer to them) for shapes by name."""
    numbers = {name: (c_uint32 * math.prod(shape))(*[UNTOUCHED] * math.prod(shape)) for name, shape in shapes.items()}
    return numbers, [array_of(name, shape, numbers[name]) for name, shape in shapes.items()]


def asset_of(message):
    asked = message.get("asset")
    if asked is None:
        return None
    clip = asked.get("clip")
    parts = [Part(**{key: part[key] for key in ("node", "mesh", "primitive", "vertices")}) for part in asked["parts"]]
    return ctypes.pointer(Asset(file=asked["file"].encode(), clip=-1 if clip is None else clip, time=asked.get("time", 0),
                                part_count=len(parts), parts=pointers(Part, parts)))


def ask(file, message, tensors):
    """Sends the protocol's message "run" to the library in this file; tensors: name -> (shape, numbers). Returns name -> numbers
    of the output."""
    entry = ctypes.CDLL(file).bindpose_subject_entry
    entry.restype = POINTER(Subject)
    options = [Option(name=name.encode(), value=value.encode()) for name, value in message["options"].items()]
    kept = {name: ((c_int32 if numbers.typecode == "i" else ctypes.c_float) * len(numbers))(*numbers)
            for name, (shape, numbers) in tensors.items()}
    inputs = [array_of(name, shape, kept[name], INT32 if numbers.typecode == "i" else FLOAT32)
              for name, (shape, numbers) in tensors.items()]
    question = Question(algorithm=message["algorithm"].encode(), id=message["id"].encode(), level=message["level"].encode(),
                        option_count=len(options), options=pointers(Option, options), input_count=len(inputs),
                        inputs=pointers(Array, inputs), asset=asset_of(message))
    numbers, outputs = untouched(message["answers"])
    staged, stages = untouched(message["stages"])
    said = ctypes.create_string_buffer(4096)
    answer = Answer(output_count=len(outputs), outputs=pointers(Array, outputs), stage_count=len(stages),
                    stages=pointers(Array, stages), message_capacity=len(said), message=ctypes.addressof(said))
    if entry().contents.run(ctypes.byref(question), ctypes.byref(answer)) != 0:
        print("no output: the subject gave up:", said.value.decode(errors="replace"), flush=True)
        sys.exit(2)
    return {name: array.array("f", bytes(words)) for name, words in numbers.items()}
