# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""python3 conformance/windows/program_test.py WINE PROGRAM: tests bindpose.exe: export, and judge with outputs from golden/data. The folder's
name is not ASCII. Exit code 1 with a traceback if a test fails."""
import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile

root = pathlib.Path(__file__).parents[2]
sys.path.insert(0, str(root / "golden/packages/python"))
import bindpose_golden as golden  # noqa: E402


def run(*words):
    ran = subprocess.run([*sys.argv[1:], *words], capture_output=True, encoding="utf-8", env={**os.environ, "LC_ALL": "C.UTF-8"})
    return ran.returncode, ran.stdout + ran.stderr


def expect(ran, code, *words):
    assert ran[0] == code and all(word in ran[1] for word in words), (ran, code, words)


def golden_file(case):
    return root / "golden/data" / (case.replace(".", "/", 2) + ".safetensors")


def write_output(file, arrays):
    header, data = {}, b""
    for name, (shape, numbers) in arrays.items():
        begin = len(data)
        data += numbers.tobytes()
        header[name] = {"dtype": "F64", "shape": shape, "data_offsets": [begin, len(data)]}
    text = json.dumps(header).encode()
    file.write_bytes(struct.pack("<Q", len(text)) + text + data)


expect(run("--version"), 0, "bindpose ")
expect(run("list"), 0, "skinning/linear_blend")
expect(run("explain", "lbs"), 0, "inear blend")
expect(run("test", "--subject", "gpu"), 2, "NOT_SUPPORTED")
expect(run("judge"), 2)
with tempfile.TemporaryDirectory() as place:
    folder = pathlib.Path(place) / "Prüfung 関節"
    expect(run("export", str(folder), "--filter", "nothing.*"), 3)
    cases = [case for case in run("list", "--cases", "--filter", "skinning.linear_blend.bar.*", "--filter", "animation.lerp.*")[1].split()
             if golden_file(case).exists()]
    expect(run("export", str(folder), *(word for case in cases for word in ("--filter", case))), 0, "inputs in")
    expect(run("judge", str(folder)), 1, "FAIL")
    questions = json.loads((folder / "questions.json").read_text(encoding="utf-8"))["questions"]
    for question in questions:
        arrays = golden.load(golden_file(question["case"])).arrays
        right = {name.split(".", 1)[1]: values for name, values in arrays.items() if name.startswith("expected.")}
        write_output(folder / question["output"], right)
    expect(run("judge", str(folder), "--out", str(folder / "out")), 0, "PASS", f"| {len(questions)} | 0 | 0 |")
    assert json.loads((folder / "out/results.json").read_text(encoding="utf-8"))["exit_code"] == 0
    for values in right.values():
        values[1][0] += 1
    write_output(folder / question["output"], right)
    expect(run("judge", str(folder)), 1, "FAIL", f"| {len(questions) - 1} | 1 | 0 |")
print(f"bindpose.exe: {len(questions)} inputs exported and judged")
