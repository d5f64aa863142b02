# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""The submissions of a class: libraries in C, one in five with a defect, and some programs in Python."""
import pathlib
import shutil
import subprocess

COURSE = pathlib.Path(__file__).resolve().parents[2] / "conformance/course"
SOLUTION = "solution/exercises.c"
# Defects: text of the solution, and its replacement.
DEFECTS = [
    ("influences[i].weight * matrices[influences[i].joint].m[e / 4][e % 4]", "matrices[influences[i].joint].m[e / 4][e % 4] / slots"),
    ("return (1 - t) * a + t * b;", "return t * a + (1 - t) * b;"),
    ("return quaternion_dot(a, b) < 0 ? combine(b, -1, b, 0) : b;", "(void)a; return b;"),
    ("2 * (x * y - w * z) * s.y", "2 * (x * y - w * z) * s.x"),
    ("    product.m[r][3] += a.m[r][3];\n", ""),
]


def libraries(folder):
    """subject.so of the solution and of every defect, each with its source."""
    source = folder / "source"
    shutil.copytree(COURSE / "c", source)
    right = (source / SOLUTION).read_text()
    made = []
    for i, (written, faulty) in enumerate([("", ""), *DEFECTS]):
        if right.count(written) != 1 and written:
            raise ValueError(f"{SOLUTION} has '{written}' {right.count(written)} times")
        text = right.replace(written, faulty) if written else right
        (source / SOLUTION).write_text(text)
        subprocess.run(["make", "-s", "-B", "-C", source, "solution", "CFLAGS=-O2"], check=True)
        made.append((text, (source / "solution.so").rename(folder / f"{i}.so")))
    return made


def hand_in_libraries(folder, count):
    """class/student-0000 ...; every fifth with a defect, in turn."""
    made = libraries(folder)
    for i in range(count):
        text, library = made[1 + i // 5 % len(DEFECTS) if i % 5 == 4 else 0]
        submission = folder / "class" / f"student-{i:05}"
        submission.mkdir(parents=True)
        (submission / "exercises.c").write_text(f"/* handed in by student {i} */\n{text}")
        shutil.copy(library, submission / "subject.so")


def hand_in_programs(folder, count):
    """class/python-0000 ...; every third student has not written anything yet."""
    for i in range(count):
        submission = folder / "class" / f"python-{i:05}"
        shutil.copytree(COURSE / "python", submission, ignore=shutil.ignore_patterns("__pycache__"))
        words = ["subject.py"] + ["--exercises", "solution"] * (i % 3 > 0)
        (submission / "run.py").write_text(
            f"# handed in by student {i}\nimport os, runpy, sys\nhere = os.path.dirname(os.path.abspath(__file__))\n"
            f"sys.path.insert(0, here)\nsys.argv = {words!r}\n"
            "runpy.run_path(os.path.join(here, 'subject.py'), run_name='__main__')\n")


def rubric(folder):
    return shutil.copy(pathlib.Path(__file__).parent / "class_rubric.json", folder / "rubric.json")
