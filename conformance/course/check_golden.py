# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Judges a cmd: subject with only the golden data, without the bindpose program.

    python3 check_golden.py [--data golden/data] [--filter 'skinning.linear_blend.*'] -- python3 python/subject.py

Runs every golden case of every algorithm and level that the subject declares, with its declared policies and the
defaults of others, and compares as in golden/README.md. The only missing features it supports are keyframes and
directions. `bindpose test` also runs more cases, names conventions and limits the subject's rights.
Exit code: 0 all cases pass, 1 some fail, 2 a golden file cannot be read, 3 no cases ran.
"""
import argparse
import contextlib
import fnmatch
import json
import math
import pathlib
import struct
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve()
GOLDEN = next((folder / "golden" for folder in HERE.parents[1:3] if (folder / "golden").exists()), pathlib.Path("golden"))
sys.path.insert(0, str(GOLDEN / "packages/python"))
import bindpose_golden as golden  # noqa: E402  (the pip package, if only this folder was copied)
import rule  # noqa: E402


def write(path, arrays):
    header, blocks, offset = {}, [], 0
    for name, (shape, numbers) in arrays.items():
        dtype = next(dtype for dtype, letter in golden.KINDS.items() if letter == numbers.typecode)
        blocks.append(numbers.tobytes())
        header[name] = {"dtype": dtype, "shape": shape, "data_offsets": [offset, offset + len(blocks[-1])]}
        offset += len(blocks[-1])
    text = json.dumps(header).encode()
    path.write_bytes(struct.pack("<Q", len(text)) + text + b"".join(blocks))


def judged(taps):
    """Stages, except partitions of the triangles, because several partitions are right."""
    return [name for name in taps if name not in ("part_of_triangle", "part_joints")]


def named(arrays, prefix):
    return {name[len(prefix) :]: a for name, a in arrays.items() if name.startswith(prefix)}


def expected_of(case, name, kind="expected"):
    """The accepted values of an array of a case. kind: "tap" for a stage."""
    are_rotations, are_directions = (name in case.metadata.get(word, "").split() for word in ("rotations", "directions"))
    shape, numbers = case.arrays[f"{kind}.{name}"]
    length_bound = float(case.metadata["length_bound"]) if are_directions else math.inf
    return rule.Expected(name, shape, [(numbers, case.arrays[f"bound.{name}"][1])], are_rotations, length_bound)


def compare(expected, answer):
    """(worst share of the bound, the error or None). answer: name -> (shape, numbers)."""
    if expected.name not in answer:
        return 0, f"'{expected.name}' is missing"
    shape, numbers = answer[expected.name]
    why = expected.no_array(shape, numbers) or next(expected.wrong_numbers(numbers), None)
    right = [] if why else [rule.fraction(seen) for _, seen, _ in expected.judged(numbers)]
    return max(right, default=0), why


class Subject:
    def __init__(self, command):
        try:
            self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        except OSError as error:
            sys.exit(f"the subject does not start: {command[0]}: {error.strerror}")
        self.hello = self.ask({"cmd": "start", "protocol": 1, "judge": "check_golden.py"})
        if "capabilities" not in self.hello:
            sys.exit(f"the subject does not start: it answered {json.dumps(self.hello)[:200]}, expected its capabilities")
        self.seq = 0

    def say(self, message):
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()

    def ask(self, message):
        with contextlib.suppress(BrokenPipeError):  # it may have printed something before it ended
            self.say(message)
        line = self.process.stdout.readline()
        if not line:
            sys.exit(f"the subject ended with exit code {self.process.wait()}, without an answer to '{message['cmd']}'")
        try:
            return dict(json.loads(line))
        except (ValueError, TypeError):
            sys.exit(f"the subject printed {line[:200]!r}, expected one JSON object per line; print to stderr instead")

    def stop(self):
        self.say({"cmd": "stop"})
        self.process.stdin.close()
        return self.process.wait(timeout=10)


def judge(subject, algorithm, case, question, folder):
    """(worst share of the bound, the error or None)."""
    expected, taps = (named(question.arrays, prefix) for prefix in ("expected.", "tap."))
    subject.seq += 1
    files = folder / f"in-{subject.seq}.safetensors", folder / f"out-{subject.seq}.safetensors"
    write(files[0], named(question.arrays, "input."))
    reply = subject.ask({
        "cmd": "run", "seq": subject.seq, "algorithm": algorithm["path"], "id": algorithm["id"],
        "level": case["level"], "options": case["options"], "input": str(files[0]), "output": str(files[1]),
        "answers": {name: shape for name, (shape, _) in expected.items()}, "stages": {name: shape for name, (shape, _) in taps.items()}})
    if reply.get("seq") != subject.seq:
        return 0, f"answers question {reply.get('seq')}"
    if not reply.get("ok"):
        return 0, reply.get("message", "gave up")
    try:
        answer = golden.load(files[1]).arrays
    except (OSError, ValueError, KeyError, struct.error) as error:
        return 0, f"no readable output: {type(error).__name__}: {error}"
    for file in files:
        file.unlink()
    shares, problems = zip(*(compare(expected_of(question, name), answer) for name in expected))
    wrong = next(filter(None, problems), None)
    if wrong:
        for name in judged(taps):  # the first wrong stage tells more than the output
            here = compare(expected_of(question, name, "tap"), answer)[1] if name in answer else None
            if here:
                return max(shares), f"stage {here}; {wrong}"
    return max(shares), wrong


def is_declared(capability, case, usual):
    """usual: the default value of each option of the algorithm."""
    declared = capability.get("options", {})
    return case["level"] in capability["levels"] and all(
        case["options"].get(name, value) in declared.get(name, [value]) for name, value in usual.items())


def without(capability, question):
    """The input without directions that the subject does not support; None if it needs keyframes and the subject lacks them."""
    left_out = capability.get("options", {}).get("without", [])
    if "tracks" in left_out and "input.tracks" in question.arrays:
        return None
    directions = {"normals", "tangents"} & set(left_out)
    return golden.Case({name: a for name, a in question.arrays.items() if name.partition(".")[2] not in directions}, question.metadata)


def describe(document):
    """Id and path of the algorithm of a cases.json."""
    algorithm = document["algorithm"]
    return {"id": algorithm["id"], "path": f"{algorithm['family']}/{algorithm['stem']}"}


def usual_options(document):
    return {option["name"]: option["values"][0] for option in document["algorithm"].get("options", [])}


def main():
    parser = argparse.ArgumentParser(description="Judges a cmd: subject on the golden data.")
    parser.add_argument("--data", type=pathlib.Path, default=GOLDEN / "data")
    parser.add_argument("--filter", default="*", help="glob on the names of the cases")
    parser.add_argument("--quiet", action="store_true", help="no lines about failures")
    parser.add_argument("command", nargs="+", help="the subject, after --")
    arguments = parser.parse_args()
    if not arguments.data.is_dir():
        parser.error(f"--data {arguments.data}: no such folder")
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
            right, cases, worst, usual, failures = 0, 0, 0.0, usual_options(document), {}
            for case in document["cases"]:
                if not is_declared(capability, case, usual) or not fnmatch.fnmatch(case["name"], arguments.filter):
                    continue
                try:
                    question = without(capability, golden.load(file.parent / case["file"]))
                except OSError as error:
                    subject.stop()
                    print(f"{error.filename}: {error.strerror}; {file} names it", file=sys.stderr)
                    return 2
                if question is None:
                    continue
                share, wrong = judge(subject, algorithm, case, question, pathlib.Path(folder))
                cases, right, worst = cases + 1, right + (wrong is None), max(worst, share)
                if wrong:
                    failures.setdefault(wrong, []).append(case["name"])
            for wrong, names in ({} if arguments.quiet else failures).items():
                print(f"  {names[0]}{f' and {len(names) - 1} more' if len(names) > 1 else ''}: {wrong}")
            if cases:
                print(f"{algorithm['id']:24} {right:3} of {cases:3} pass" + (f", worst {worst:.3f} of the bound" if right else ""))
            asked, passed = asked + cases, passed + right
    subject.stop()
    if asked == 0:
        print(f"no case of what the subject declares matches '{arguments.filter}'")
    print(f"{passed} of {asked} pass")
    return 3 if asked == 0 else 0 if passed == asked else 1


if __name__ == "__main__":
    sys.exit(main())
