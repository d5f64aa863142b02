# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Controls: right implementations in the shape of an adapter, in the folders control-*. If an engine fails a case that the
control in its language passes, the adapters are right. A case has the key of its row, (algorithm, level, path), and
a name."""
import fnmatch


def is_control(name):
    return name.startswith("control-")


def _key(row):
    return row["algorithm"], row["level"], row["path"]


def _languages(engine):
    return {one["language"] for one in engine["implementations"]}


def rows_of(engine):
    """(key, row) of all implementations; a row has the hash of its cases."""
    return [(_key(row), {**row, "hash": engine["cases"].get(row["algorithm"])}) for one in engine["implementations"] for row in one["rows"]]


def failing(engine):
    """The cases that an engine, given by its entry, fails, each with the hash of its algorithm's cases."""
    return {(key, case, row["hash"]) for key, row in rows_of(engine) for case in row.get("failed_cases", [])}


def beside(results, engine):
    """The names of the controls in the languages of an engine's adapters."""
    found = results["engines"]
    return [name for name in sorted(found) if is_control(name) and _languages(found[name]) & _languages(engine)]


def missing(results):
    """As text, the cases of engines that no control in their language covers. Empty without controls."""
    found = results["engines"]
    if not any(map(is_control, found)):
        return []
    words = []
    for name, engine in found.items():
        answered = {key for control in beside(results, engine) for key, _ in rows_of(found[control])}
        asked = {key for key, _ in rows_of(engine)}
        words += [f"{name}: no control in {', '.join(sorted(_languages(engine)))} answers {' '.join(key)}" for key in sorted(asked - answered)]
    return words


def _was_asked(row, case, cases):
    """True if a row covers this case: its file, or, for a built-in case, the same built-in cases."""
    if case in row.get("unasked_cases", []):
        return False
    if case.startswith("asset."):
        return any(case.startswith(f"asset.{label}.") for label in row["sources"])
    return row["hash"] == cases


def _verdict(row, case, cases):
    if row is None or not _was_asked(row, case, cases):
        return "did not run"
    return "fails" if case in row.get("failed_cases", []) else "passes"


def verdicts(results, engine, patterns=("*",)):
    """{control: {"passes" | "fails" | "did not run": how many}} of an engine's failing cases whose names match a pattern."""
    cases = [each for each in failing(engine) if any(fnmatch.fnmatchcase(each[1], pattern) for pattern in patterns)]
    counts = {}
    for control in beside(results, engine) if cases else []:
        rows = dict(rows_of(results["engines"][control]))
        counts[control] = {}
        for key, case, asked in cases:
            verdict = _verdict(rows.get(key), case, asked)
            counts[control][verdict] = counts[control].get(verdict, 0) + 1
    return counts


def sentence(counts):
    """The result of verdicts() as text."""
    def of(control, verdicts):
        rest = "".join(f", {verdict} {count}" for verdict, count in sorted(verdicts.items()) if verdict != "passes")
        return f"{control} passes {verdicts.get('passes', 0)} of {sum(verdicts.values())}{rest}"

    return "; ".join(of(*each) for each in counts.items()) or "-"
