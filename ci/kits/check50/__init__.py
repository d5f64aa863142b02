# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Checks for check50: one check per exercise of rubric.json. bindpose grades once; each check reports its exercise."""
import json
import pathlib
import subprocess
import tempfile

import check50

RUBRIC = pathlib.Path(__file__).resolve().parent / "rubric.json"


@check50.check()
def exists():
    """subject.py is there"""
    check50.exists("subject.py")


@check50.check(exists)
def graded():
    """the submission answers"""
    # Not in the working folder: a submission may have a file, a folder or a link of any name there. Its result is
    # the argument of the checks that depend on it.
    with tempfile.TemporaryDirectory() as grades:
        done = subprocess.run(["bindpose", "grade", "--rubric", RUBRIC, "--subject", "cmd:python3 subject.py", "--out", grades],
                              capture_output=True, text=True, check=False)
        if done.returncode > 1:
            raise check50.Failure("it cannot be graded", help=(done.stdout + done.stderr)[-500:])
        return json.loads(pathlib.Path(grades, "check50.json").read_text())["results"]


def check_of(exercise):
    def check(results):
        result = next(each for each in results if each["name"] == exercise["id"])
        for line in result["log"]:
            check50.log(line)
        if not result["passed"]:
            cause = result["cause"] or {}
            raise check50.Failure(cause.get("rationale", "not passed"), help=cause.get("help"))
    check.__name__ = exercise["id"].replace("-", "_")
    check.__doc__ = exercise["title"]
    return check


for each in json.loads(RUBRIC.read_text())["exercises"]:
    made = check_of(each)
    globals()[made.__name__] = check50.check(graded)(made)
