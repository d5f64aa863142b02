# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Reproduces one test of a subject: prints its numbers next to the expected ones.

    python3 repro.py

A command or a shared library runs again, with the messages of test.json, in the same environment and time limit.
For any other subject, the stored output is read.

Exit codes: 0 right, 1 a wrong number or a missing array, 2 no output."""
import array
import io
import json
import math
import multiprocessing
import os
import pathlib
import signal
import struct
import subprocess
import sys
import threading

import compare

here = pathlib.Path(__file__).resolve().parent
LONGEST_LINE = 1 << 20  # bytes, as bindpose reads it
LONGEST_END = 0.5  # seconds that a command has for ending by itself


def no_answer(why):
    print("no output:", why)
    sys.exit(2)


def read(name):
    """{name: (shape, flat numbers)} of a safetensors file."""
    data = (here / name).read_bytes()
    (length,) = struct.unpack_from("<Q", data)
    header = json.loads(data[8:8 + length])
    header.pop("__metadata__", None)
    tensors = {}
    for key, tensor in header.items():
        begin, end = (8 + length + offset for offset in tensor["data_offsets"])
        tensors[key] = tensor["shape"], array.array({"F32": "f", "F64": "d", "I32": "i"}[tensor["dtype"]], data[begin:end])
    return tensors


def in_this_folder(message):
    """The message with absolute paths of files."""
    message = {key: str(here / value) if key in ("input", "output") else value for key, value in message.items()}
    if "asset" in message:
        message["asset"]["file"] = str(here / message["asset"]["file"])
    return message


def way_of_ending(code):
    """How a process ended, in words, by Python's exit code."""
    return f"it died of {signal.strsignal(-code)}" if code < 0 else f"it ended with exit code {code}"


def send_library(test, sender):
    import library
    os.environ.clear()
    os.environ.update(test["environment"])
    message = in_this_folder(test["messages"][-1])
    try:
        numbers = library.ask(test["library"], message, read("question.safetensors") if "input" in message else {})
    except (OSError, AttributeError, ValueError) as error:  # no such file, no entry, no subject
        no_answer(f"it does not start: {error}")
    sender.send({name: (message["answers"][name], each) for name, each in numbers.items()})


def ask_library(test):
    """Runs the library in a separate process, because it may crash or hang."""
    processes = multiprocessing.get_context("fork")
    receiver, sender = processes.Pipe(duplex=False)
    process = processes.Process(target=send_library, args=(test, sender))
    process.start()
    sender.close()
    try:
        if receiver.poll(test["seconds"]):
            return receiver.recv()
    except EOFError:
        process.join()
        if process.exitcode == 2:  # the process has printed the reason
            sys.exit(2)
        no_answer(way_of_ending(process.exitcode))
    finally:
        process.kill()
    no_answer(f"none came within {test['seconds']} s")


def kill_all(process):
    """Kills the process and all processes that it has started."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def end_of(process):
    """How a command ended that has closed its output, as text."""
    try:
        return way_of_ending(process.wait(LONGEST_END))
    except subprocess.TimeoutExpired:
        return "it closed its output"


def exchange(process, message, seconds):
    """Sends a message and returns the line of the reply, parsed as JSON."""
    is_late = threading.Event()
    timer = threading.Timer(seconds, lambda: (is_late.set(), kill_all(process)))
    timer.start()
    try:
        process.stdin.write(json.dumps(message).encode() + b"\n")
        line = process.stdout.readline(LONGEST_LINE + 1)
    except BrokenPipeError:
        line = process.stdout.readline(LONGEST_LINE + 1)  # output before the process ended
    finally:
        timer.cancel()
    if is_late.is_set():
        no_answer(f"none came within {seconds} s")
    if len(line) > LONGEST_LINE and not line.endswith(b"\n"):
        no_answer("it printed a line of more than 1 MiB")
    if not line:
        no_answer(end_of(process))
    try:
        reply = json.loads(line)
    except (ValueError, RecursionError):
        reply = None
    if not isinstance(reply, dict):
        no_answer(f"it printed {line!r}, expected one JSON object per line")
    if not reply.get("ok", message["cmd"] == "start"):
        no_answer("the subject gave up: " + str(reply.get("message")))
    return reply


def read_answer_file():
    try:
        return read("answer.safetensors")
    except (OSError, ValueError, LookupError, TypeError, AttributeError, struct.error) as error:
        no_answer(f"its file cannot be read: {error}")


def ask_command(test):
    (here / "answer.safetensors").unlink(missing_ok=True)
    try:
        process = subprocess.Popen(test["command"], cwd=test["folder"] or None, env=test["environment"], bufsize=0,
                                   stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True)
    except OSError as error:
        no_answer(f"it does not start: {error}")
    process.stdout = io.BufferedReader(process.stdout, 1 << 16)  # reading a long line byte by byte is too slow
    try:
        for message in test["messages"]:
            exchange(process, in_this_folder(message), test["seconds"])
        process.stdin.close()
        end_of(process)
    finally:
        kill_all(process)
    return read_answer_file()


def given_answer(test, judged):
    if not test["answered"]:
        no_answer(test["detail"])
    return {key[len("got."):]: tensor for key, tensor in judged.items() if key.startswith("got.")}


def expected_of(name, tensors):
    """The expected values of an array, from expected.safetensors."""
    shape, numbers = tensors["expected." + name]
    sides = [(numbers, tensors["bound." + name][1])]
    if "other." + name in tensors:
        sides.append((tensors["other." + name][1], tensors["other_bound." + name][1]))
    length_bound = tensors["length_bound." + name][1][0] if "length_bound." + name in tensors else math.inf
    return compare.Expected(name, shape, sides, "rotations." + name in tensors, length_bound)


def what_is_wrong(tensors, answer):
    """(lines that describe the wrong numbers, True if there are any). answer: name -> (shape, numbers)."""
    arrays = [expected_of(name[len("expected."):], tensors) for name in tensors if name.startswith("expected.")]
    missing = [each.no_array(*answer[each.name]) if each.name in answer else f"{each.name} is missing" for each in arrays]
    if any(missing):
        return [why for why in missing if why], True
    wrong = [text for each in arrays for text in each.wrong_numbers(answer[each.name][1])]
    return list(dict.fromkeys(wrong))[:10] + [f"{len(wrong)} numbers are wrong"], bool(wrong)


test, judged = json.loads((here / "test.json").read_text()), read("expected.safetensors")
print(test["test"], flush=True)
answer = ask_library(test) if test["library"] else ask_command(test) if test["command"] else given_answer(test, judged)
said, is_wrong = what_is_wrong(judged, answer)
print("\n".join(said))
sys.exit(1 if is_wrong else 0)
