# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""The plug: talks to the judge. One JSON object per line each way, the arrays in safetensors files (conformance/subjects/README.md)."""
import json
import os
import struct
import sys
import time
import traceback

import numpy as np

TYPES = {"F32": np.float32, "F64": np.float64, "I32": np.int32}


class Question:
    """What the judge asks: an algorithm, a level, the value of every option, and named arrays."""

    def __init__(self, message):
        self.algorithm = message["id"]
        self.level = message["level"]
        self.options = message["options"]
        self.answers = message["answers"]  # name -> shape: what must be answered
        self.stages = message["stages"]  # name -> shape: intermediate results that may be answered, too
        self.asset = message.get("asset")  # level asset: file, clip, time, parts
        self.arrays = read_safetensors(message["input"]) if "input" in message else {}


def read_safetensors(path):
    """name -> array."""
    with open(path, "rb") as file:
        data = file.read()
    (length,) = struct.unpack_from("<Q", data)
    header = json.loads(data[8 : 8 + length])
    header.pop("__metadata__", None)
    arrays = {}
    for name, tensor in header.items():
        begin, end = (8 + length + offset for offset in tensor["data_offsets"])
        arrays[name] = np.frombuffer(data[begin:end], TYPES[tensor["dtype"]]).reshape(tensor["shape"])
    return arrays


def write_safetensors(path, arrays):
    """arrays: name -> array. Written as F64: nothing is rounded."""
    header, blocks, offset = {}, [], 0
    for name, array in arrays.items():
        blocks.append(np.ascontiguousarray(array, np.float64).tobytes())
        header[name] = {"dtype": "F64", "shape": list(array.shape), "data_offsets": [offset, offset + len(blocks[-1])]}
        offset += len(blocks[-1])
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + b"".join(blocks))


def write_answer(question, path, results):
    """Writes of the results those that the question lists."""
    arrays = {}
    for name, shape in {**question.answers, **question.stages}.items():
        if name in results:
            arrays[name] = np.asarray(results[name], np.float64).reshape(shape)
        elif name in question.answers:
            raise ValueError(f"'{name}' is missing in the answer")
    write_safetensors(path, arrays)


def run(message, answer):
    """Answers one question; answer(question) gives name -> array."""
    try:
        question = Question(message)
        begin = time.perf_counter()
        results = answer(question)
        seconds = time.perf_counter() - begin
        write_answer(question, message["output"], results)
        return {"seq": message["seq"], "ok": True, "seconds": seconds}
    except Exception as error:
        traceback.print_exc()  # to stderr: the judge shows its end
        return {"seq": message["seq"], "ok": False, "message": f"{type(error).__name__}: {error}"}


def serve(implementation, capabilities, answer):
    """The conversation with the judge, until it says stop. Blender prints on stdout before any script runs, so the
    command that starts it (subject) has moved stdout to descriptor 3."""
    to_judge = os.fdopen(3, "w")
    for line in sys.stdin:
        message = json.loads(line)
        if message["cmd"] == "stop":
            break
        if message["cmd"] == "start":
            reply = {"protocol": 1, "implementation": implementation, "capabilities": capabilities}
        else:
            reply = run(message, answer)
        to_judge.write(json.dumps(reply) + "\n")
        to_judge.flush()
