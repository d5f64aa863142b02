# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Compares two folders of results byte for byte, except times, devices, and measurements of the run."""
import csv
import json

# For a run: times, the judge's computations, and the common causes of all failing tests.
OF_THE_RUN = {"seconds", "subject_seconds", "judge_seconds", "opening_seconds", "vertices_per_second", "slowest", "judging", "info",
              "diagnoses", "defect", "defect_way", "class", "detail"}


def without(node, keys):
    if isinstance(node, dict):
        return {key: without(value, keys) for key, value in node.items() if key not in keys}
    if isinstance(node, list):
        return [without(value, keys) for value in node]
    return node


def document(file):
    return json.dumps(without(json.loads(file.read_text()), OF_THE_RUN), indent=1)


def table(file, column):
    """The lines of a table without a column."""
    with open(file, newline="") as opened:
        return [[cell for i, cell in enumerate(row) if i != column] for row in csv.reader(opened)]


def differences_of_tests(one, other):
    """Names of the files in which two runs of `bindpose test` differ."""
    return ([name for name in ("results.json",) if document(one / name) != document(other / name)]
            + [name for name in ("results.csv",) if table(one / name, 2) != table(other / name, 2)]
            + [name for name in ("failures.csv",) if (one / name).read_bytes() != (other / name).read_bytes()])


def differences_of_grades(one, other):
    """Names of the files in which two gradings of a class differ."""
    names = sorted(entry.name for entry in one.iterdir() if entry.is_dir())
    if names != sorted(entry.name for entry in other.iterdir() if entry.is_dir()):
        return ["submissions"]
    found = [name for name in ("grading.json", "class.csv") if (one / name).read_bytes() != (other / name).read_bytes()]
    for name in names:
        found += [f"{name}/{file}" for file in ("sheet.json", "check50.json")
                  if document(one / name / file) != document(other / name / file)]
        found += [f"{name}/{file}" for file in ("feedback.md", "report.sarif")
                  if (one / name / file).read_bytes() != (other / name / file).read_bytes()]
    return found
