# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""The adapter: talks to the judge, so that the exercises need not. There is nothing to write here.

One JSON object per line comes in on stdin, one goes out on stdout; the arrays are in safetensors files. Because stdout
belongs to the judge, print() goes to stderr here.
"""
import array
import json
import math
import struct
import sys
import time

FORMATS = {"F32": "f", "F64": "d", "I32": "i"}


class NotWritten(Exception):
    """An exercise that is still to be done."""


class Question:
    """What the judge asks: an algorithm, a level, the value of every option, and named arrays as nested lists."""

    def __init__(self, message):
        self.algorithm = message["id"]
        self.level = message["level"]
        self.options = message["options"]
        self.answers = message["answers"]  # name -> shape: what must be answered
        self.stages = message["stages"]  # name -> shape: intermediate results that may be answered, too
        self.asset = message.get("asset")  # level asset: file, clip, time, parts
        self.arrays = read_safetensors(message["input"]) if "input" in message else {}


# --- safetensors: 8 bytes length of the header, the header in JSON, the numbers ---


def read_safetensors(path):
    """name -> nested lists: [V, 3] becomes a list of V lists of 3 numbers."""
    with open(path, "rb") as file:
        data = file.read()
    (length,) = struct.unpack_from("<Q", data)
    header = json.loads(data[8 : 8 + length])
    header.pop("__metadata__", None)
    arrays = {}
    for name, tensor in header.items():
        begin, end = (8 + length + offset for offset in tensor["data_offsets"])
        numbers = array.array(FORMATS[tensor["dtype"]])
        numbers.frombytes(data[begin:end])
        if sys.byteorder == "big":
            numbers.byteswap()
        arrays[name] = nested(numbers.tolist(), tensor["shape"])
    return arrays


def write_safetensors(path, arrays):
    """arrays: name -> (shape, flat numbers). Written as F64: nothing is rounded."""
    header, blocks, offset = {}, [], 0
    for name, (shape, numbers) in arrays.items():
        block = array.array("d", numbers)
        if sys.byteorder == "big":
            block.byteswap()
        blocks.append(block.tobytes())
        header[name] = {"dtype": "F64", "shape": shape, "data_offsets": [offset, offset + len(blocks[-1])]}
        offset += len(blocks[-1])
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + b"".join(blocks))


def nested(numbers, shape):
    """Flat row-major numbers as lists in lists."""
    for extent in reversed(shape[1:]):
        if extent == 0:
            return [[] for _ in range(shape[0])]
        numbers = [numbers[i : i + extent] for i in range(0, len(numbers), extent)]
    return numbers


def flat(value, name="an array"):
    """The numbers of lists in lists, row by row."""
    if isinstance(value, (int, float)):
        return [value]
    if value is None:
        raise ValueError(f"'{name}' is None or has None: a function lacks its return")
    return [number for row in value for number in flat(row, name)]


# --- the protocol ---


def write_answer(question, path, results):
    """Writes of the results those that the question lists."""
    arrays = {}
    for name, shape in {**question.answers, **question.stages}.items():
        if name in results:
            numbers = flat(results[name], name)
            if len(numbers) != math.prod(shape):
                raise ValueError(f"'{name}' has {len(numbers)} numbers, the shape {shape} was asked for")
            arrays[name] = (shape, numbers)
        elif name in question.answers:
            raise ValueError(f"'{name}' is missing in the answer")
    write_safetensors(path, arrays)


def run(message, answer):
    """Answers one question; answer(question) gives name -> nested lists."""
    try:
        question = Question(message)
        begin = time.perf_counter()
        results = answer(question)
        seconds = time.perf_counter() - begin
        write_answer(question, message["output"], results)
        return {"seq": message["seq"], "ok": True, "seconds": seconds}
    except NotWritten as todo:
        return {"seq": message["seq"], "ok": False, "message": str(todo)}
    except Exception as error:
        import traceback

        traceback.print_exc()  # to stderr: the judge shows its end
        frames = traceback.extract_tb(error.__traceback__)
        at = ([f for f in frames if f.filename.endswith("exercises.py")] or frames)[-1]
        where = f"{at.filename.rsplit('/', 1)[-1]}, line {at.lineno}, in {at.name}"
        return {"seq": message["seq"], "ok": False, "message": f"{type(error).__name__}: {error} ({where})"}


def serve(implementation, capabilities, answer, limits=None):
    """The conversation with the judge, until it says stop. limits: {"influences": 8}, as the protocol names them."""
    to_judge, sys.stdout = sys.stdout, sys.stderr
    for line in sys.stdin:
        message = json.loads(line)
        if message["cmd"] == "stop":
            break
        if message["cmd"] == "start":
            reply = {"protocol": 1, "implementation": implementation, "capabilities": capabilities, "limits": limits or {}}
        else:
            reply = run(message, answer)
        to_judge.write(json.dumps(reply) + "\n")
        to_judge.flush()
