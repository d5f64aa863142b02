# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""What one test asked a subject, and the numbers that came back beside those expected. A subject that is a command or a shared library
is asked again, with the messages of test.json; of any other the answer is read that it gave when this folder was written.

    python3 repro.py

Ends with 1 where a number is wrong, with 0 where none is."""
import array
import json
import math
import pathlib
import struct
import subprocess
import sys

here = pathlib.Path(__file__).resolve().parent


def read(name):
    """Of a safetensors file name -> (shape, flat numbers)."""
    data = (here / name).read_bytes()
    (length,) = struct.unpack_from("<Q", data)
    header = json.loads(data[8:8 + length])
    header.pop("__metadata__", None)
    tensors = {}
    for key, tensor in header.items():
        begin, end = (8 + length + offset for offset in tensor["data_offsets"])
        tensors[key] = tensor["shape"], array.array({"F32": "f", "F64": "d", "I32": "i"}[tensor["dtype"]], data[begin:end])
    return tensors


def numbers_of(tensors):
    return {name: numbers for name, (_, numbers) in tensors.items()}


def in_this_folder(message):
    """The message with the paths of files whole."""
    message = {key: str(here / value) if key in ("input", "output") else value for key, value in message.items()}
    if "asset" in message:
        message["asset"]["file"] = str(here / message["asset"]["file"])
    return message


def ask_library(test):
    import library
    message = in_this_folder(test["messages"][-1])
    return library.ask(test["library"], message, read("question.safetensors") if "input" in message else {})


def ask_command(test):
    with subprocess.Popen(test["command"], cwd=test["folder"] or None, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          text=True) as subject:
        for message in test["messages"]:
            print(json.dumps(in_this_folder(message)), file=subject.stdin, flush=True)
            reply = json.loads(subject.stdout.readline())
        if not reply.get("ok"):
            sys.exit("the subject gave up: " + str(reply.get("message")))
        print(json.dumps({"cmd": "stop"}), file=subject.stdin, flush=True)
    return numbers_of(read("answer.safetensors"))


def read_answer(judged):
    return {key[4:]: numbers for key, numbers in judged.items() if key.startswith("got.")}


test, judged = json.loads((here / "test.json").read_text()), numbers_of(read("expected.safetensors"))
print(test["test"])
answer = ask_library(test) if test["library"] else ask_command(test) if test["command"] else read_answer(judged)
wrong = []
for name, got in answer.items():
    for i, (a, b, most) in enumerate(zip(got, judged.get("expected." + name, ()), judged.get("bound." + name, ()))):
        if not math.isinf(most) and not abs(a - b) <= most:
            wrong.append(f"{name}, number {i}: got {a:.9g}, expected {b:.17g}, at most {most:.3g} off")
print("\n".join(wrong[:10] + [f"{len(wrong)} numbers are wrong"]))
sys.exit(1 if wrong else 0)
