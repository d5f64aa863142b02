# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Judges a cmd: subject on the golden data alone, without the program: for those who have only the files.

    python3 check_golden.py [--data golden/data] [--filter 'skinning.linear_blend.*'] -- python3 python/subject.py

Asks every golden case of every algorithm and level that the subject declares, by the policies that it declares and the usual ones of
the others, and compares as golden/README.md says. Of what a subject may be without, keyframes and directions are left out, no more.
The program asks more cases, names conventions and limits what a subject may do: `bindpose test` is the judge.
Exit code: 0 all right, 1 not, 3 nothing asked.
"""
import argparse
import array
import fnmatch
import json
import math
import pathlib
import struct
import subprocess
import sys
import tempfile

FORMATS = {"F32": "f", "F64": "d", "I32": "i"}


def read(path):
    """(metadata, name -> (dtype, shape, flat numbers)); data is little-endian, as this machine is."""
    data = path.read_bytes()
    (length,) = struct.unpack_from("<Q", data)
    header = json.loads(data[8 : 8 + length])
    metadata, arrays = header.pop("__metadata__", {}), {}
    for name, tensor in header.items():
        begin, end = (8 + length + offset for offset in tensor["data_offsets"])
        numbers = array.array(FORMATS[tensor["dtype"]])
        numbers.frombytes(data[begin:end])
        arrays[name] = (tensor["dtype"], tensor["shape"], numbers)
    return metadata, arrays


def write(path, arrays):
    header, blocks, offset = {}, [], 0
    for name, (dtype, shape, numbers) in arrays.items():
        blocks.append(numbers.tobytes())
        header[name] = {"dtype": dtype, "shape": shape, "data_offsets": [offset, offset + len(blocks[-1])]}
        offset += len(blocks[-1])
    text = json.dumps(header).encode()
    path.write_bytes(struct.pack("<Q", len(text)) + text + b"".join(blocks))


def judged(taps):
    """Stages but for partitions of the triangles, of which more than one is right."""
    return [(name, tap) for name, tap in taps.items() if name not in ("part_of_triangle", "part_joints")]


def named(arrays, prefix):
    return {name[len(prefix) :]: a for name, a in arrays.items() if name.startswith(prefix)}


def same_half(mine, expected, width):
    """q and -q are one rotation: mine, row by row with the sign of the expected."""
    turned = list(mine)
    for i in range(0, len(turned), width):
        if sum(x * y for x, y in zip(turned[i : i + width], expected[i : i + width])) < 0:
            turned[i : i + width] = [-x for x in turned[i : i + width]]
    return turned


def compare(name, mine, expected, bound, is_rotation):
    """(worst share of the bound, what is wrong or None)."""
    shape, numbers = expected[1], expected[2]
    if mine is None:
        return 0, f"'{name}' is missing"
    if mine[1] != shape:
        return 0, f"'{name}' has shape {mine[1]}, not {shape}"
    values = same_half(mine[2], numbers, shape[-1]) if is_rotation else mine[2]
    worst, wrong = 0.0, None
    for i, (x, wanted, limit) in enumerate(zip(values, numbers, bound[2])):
        if math.isinf(limit):
            continue
        error = abs(x - wanted)
        if not error <= limit:
            place = [i // math.prod(shape[d + 1 :]) % extent for d, extent in enumerate(shape)]
            wrong = wrong or f"{name}{place} is {x:.9g}, expected {wanted:.9g} +- {limit:.2g}"
        elif limit > 0:
            worst = max(worst, error / limit)
    return worst, wrong


class Subject:
    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.hello = self.ask({"cmd": "start", "protocol": 1, "judge": "check_golden.py"})
        self.seq = 0

    def say(self, message):
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()

    def ask(self, message):
        self.say(message)
        line = self.process.stdout.readline()
        if not line:
            sys.exit(f"the subject ended without an answer to {message}")
        return json.loads(line)

    def stop(self):
        self.say({"cmd": "stop"})
        self.process.stdin.close()
        return self.process.wait(timeout=10)


def judge(subject, algorithm, case, question, folder):
    """(worst share of the bound, what is wrong or None)."""
    metadata, arrays = question
    expected, taps, bounds = (named(arrays, prefix) for prefix in ("expected.", "tap.", "bound."))
    subject.seq += 1
    files = folder / f"in-{subject.seq}.safetensors", folder / f"out-{subject.seq}.safetensors"
    write(files[0], named(arrays, "input."))
    reply = subject.ask({
        "cmd": "run", "seq": subject.seq, "algorithm": algorithm["path"], "id": algorithm["id"],
        "level": case["level"], "options": case["options"], "input": str(files[0]), "output": str(files[1]),
        "answers": {name: a[1] for name, a in expected.items()}, "stages": {name: a[1] for name, a in taps.items()}})
    if reply.get("seq") != subject.seq:
        return 0, f"answers question {reply.get('seq')}"
    if not reply["ok"]:
        return 0, reply.get("message", "gave up")
    answer = read(files[1])[1]
    for file in files:
        file.unlink()
    rotations = metadata.get("rotations", "").split()
    worst, wrong = 0.0, None
    for name, wanted in expected.items():
        share, here = compare(name, answer.get(name), wanted, bounds[name], name in rotations)
        worst, wrong = max(worst, share), wrong or here
    if wrong:
        for name, wanted in judged(taps):  # the first stage that is wrong says more than the answer
            if name in answer:
                here = compare(name, answer[name], wanted, bounds[name], name in rotations)[1]
                if here:
                    return worst, f"stage {here}; {wrong}"
    return worst, wrong


def is_declared(capability, case, usual):
    """usual: of each option of the algorithm, the value that it has where neither case nor subject says another."""
    declared = capability.get("options", {})
    return case["level"] in capability["levels"] and all(
        case["options"].get(name, value) in declared.get(name, [value]) for name, value in usual.items())


def without(capability, question):
    """The question without the directions that the subject is without; None where keyframes move joints and it is without those."""
    left_out, (metadata, arrays) = capability.get("options", {}).get("without", []), question
    if "tracks" in left_out and "input.tracks" in arrays:
        return None
    directions = {"normals", "tangents"} & set(left_out)
    return metadata, {name: a for name, a in arrays.items() if name.partition(".")[2] not in directions}


def describe(document):
    """Id and path of the algorithm of a cases.json."""
    algorithm = document["algorithm"]
    return {"id": algorithm["id"], "path": f"{algorithm['family']}/{algorithm['stem']}"}


def usual_options(document):
    return {option["name"]: option["values"][0] for option in document["algorithm"].get("options", [])}


def main():
    parser = argparse.ArgumentParser(description="Judges a cmd: subject on the golden data.")
    here = pathlib.Path(__file__).resolve()
    parser.add_argument("--data", type=pathlib.Path, default=here.parents[2] / "golden" / "data")
    parser.add_argument("--filter", default="*", help="glob on the names of the cases")
    parser.add_argument("--quiet", action="store_true", help="no line for each failure")
    parser.add_argument("command", nargs="+", help="the subject, after --")
    arguments = parser.parse_args()
    subject = Subject(arguments.command)
    capabilities = {c["algorithm"]: c for c in subject.hello["capabilities"]}
    asked = passed = 0
    with tempfile.TemporaryDirectory() as folder:
        for file in sorted(arguments.data.glob("*/*/cases.json")):
            document = json.loads(file.read_text(encoding="utf-8"))
            algorithm = describe(document)
            capability = capabilities.get(algorithm["id"]) or capabilities.get(algorithm["path"])
            if not capability:
                continue
            right, cases, worst, usual = 0, 0, 0.0, usual_options(document)
            for case in document["cases"]:
                if not is_declared(capability, case, usual) or not fnmatch.fnmatch(case["name"], arguments.filter):
                    continue
                question = without(capability, read(file.parent / case["file"]))
                if question is None:
                    continue
                share, wrong = judge(subject, algorithm, case, question, pathlib.Path(folder))
                cases, right, worst = cases + 1, right + (wrong is None), max(worst, share)
                if wrong and not arguments.quiet:
                    print(f"  {case['name']}: {wrong}")
            if cases:
                print(f"{algorithm['id']:24} {right:3} of {cases:3} pass, worst {worst:.3f} of the bound")
            asked, passed = asked + cases, passed + right
    subject.stop()
    print(f"{passed} of {asked} pass")
    return 3 if asked == 0 else 0 if passed == asked else 1


if __name__ == "__main__":
    sys.exit(main())
