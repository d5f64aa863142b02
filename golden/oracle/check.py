#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""An independent implementation: computes every golden value in Python with 200 bits, only from the pages.

python3 golden/oracle/check.py [STEM | CASE.safetensors ...]      all algorithms, or these
Needs python3-mpmath and python3-numpy.

<family>/<stem>.py has `answer(question)`, which returns every expected array and every tap as rows, None for a row
without an output. It may have KIND, the kind of output:
  formula      the value of a formula: equal within 1e-15 of the row's largest number (the default)
  iterated     the end of an iteration to a residual that the page states: RESIDUAL, of the array's largest number
A row may be AtDistance(centre, distance) if any such row is right. For arrays with several right values: CHOICES =
{name: function(input, given)}; given maps names to golden rows, and the function returns their errors, or nothing.
Exit codes: 0 all agree, 1 some differ, 2 unknown algorithm, or nothing to compare.
"""
import importlib.util
import math
import pathlib
import sys
import time
from dataclasses import dataclass, field

from mpmath import mp, mpf

here = pathlib.Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path[:0] = [str(here), str(here.parent / "packages/python")]
import bindpose_golden  # noqa: E402
from shared.linear import length, subtract  # noqa: E402
from shared.question import AtDistance, Question, named, nested  # noqa: E402

mp.prec = 200
data = here.parent / "data"
ROUNDING = 1e-15  # relative to a row's largest number: rounding a golden value to double changes it by 1.1e-16
CANCELLED = 1e-28  # relative to the file's largest output: golden values are computed with 113 bits, 1e-34


@dataclass
class Tally:
    """The results for an algorithm's files."""

    files: int = 0
    compared: int = 0
    open: int = 0  # float32 cannot decide the branch: the other output is also right
    chosen: int = 0  # one of many right outputs
    worst: float = 0.0  # difference / allowed difference
    problems: list = field(default_factory=list)


def flat(rows):
    for each in rows if isinstance(rows, (list, tuple)) else [rows]:
        if isinstance(each, (list, tuple)):
            yield from flat(each)
        else:
            yield each


def rows_of(shape, numbers):
    return nested(list(numbers), [shape[0], -1]) if len(shape) > 1 else [[x] for x in numbers]


def largest(numbers):
    return max((abs(x) for x in numbers if math.isfinite(x)), default=0)


def compare(name, mine, shape, golden, bounds, undefined, rotations, residual, extent, tally):
    """One array, row by row."""
    scale = largest(golden)
    golden_rows, bound_rows = rows_of(shape, golden), rows_of(shape, bounds)
    if len(mine) != len(golden_rows):
        tally.problems.append(f"{name}: {len(mine)} rows, expected {len(golden_rows)}")
        return
    for r, (wanted, bound) in enumerate(zip(golden_rows, bound_rows)):
        has_none = mine[r] is None
        if r in undefined or has_none:
            if not (r in undefined and has_none) and not all(math.isinf(b) for b in bound):
                tally.problems.append(f"{name}[{r}]: {'no answer here' if has_none else mine[r]}, the golden file has {wanted}")
            tally.open += len(wanted)
            continue
        if isinstance(mine[r], AtDistance):
            tally.chosen += len(wanted)
            if abs(length(subtract(wanted, mine[r].centre)) - mine[r].distance) > ROUNDING * max(scale, largest(mine[r].centre)):
                tally.problems.append(f"{name}[{r}]: {wanted} is not {mine[r].distance} from {mine[r].centre}")
            continue
        answers = [mpf(x) for x in flat(mine[r])]
        if len(answers) != len(wanted):
            tally.problems.append(f"{name}[{r}]: {len(answers)} numbers, expected {len(wanted)}")
            continue
        if rotations and sum(a * b for a, b in zip(answers, wanted)) < 0:
            answers = [-x for x in answers]
        allowed = residual * scale if residual else max(ROUNDING * largest(wanted), CANCELLED * extent)
        for c, (a, b) in enumerate(zip(answers, wanted)):
            if math.isinf(bound[c]):
                tally.open += 1
                continue
            tally.compared += 1
            difference = abs(a - b)
            if a != b:
                tally.worst = max(tally.worst, float(difference / allowed) if allowed else math.inf)
            if a != b and not difference <= allowed:
                tally.problems.append(f"{name}[{r}][{c}]: {mp.nstr(a, 20)}, the golden file has {b!r}")


def check(path, oracle, tally):
    case = bindpose_golden.load(path)
    question = Question(case)
    mine = oracle.answer(question)
    before = len(tally.problems)
    wanted = named(case.arrays, "expected") | named(case.arrays, "tap")
    bounds, undefined = named(case.arrays, "bound"), named(case.arrays, "undefined")
    rotations = case.metadata.get("rotations", "").split()
    choices = getattr(oracle, "CHOICES", {})
    residual = getattr(oracle, "RESIDUAL", None) if getattr(oracle, "KIND", "formula") == "iterated" else None
    extent = max(largest(numbers) for _, numbers in wanted.values())
    for name, (shape, numbers) in wanted.items():
        if name in choices:
            given = {other: nested(list(values), its) for other, (its, values) in wanted.items()}
            tally.chosen += len(numbers)
            tally.problems += [f"{name}: {problem}" for problem in choices[name](question, given) or []]
        elif name not in mine:
            tally.problems.append(f"{name}: the oracle does not answer it")
        else:
            rows = set(undefined[name][1]) if name in undefined else set()
            compare(name, mine[name], shape, numbers, bounds[name][1], rows, name in rotations, residual, extent, tally)
    tally.files += 1
    tally.problems[before:] = [f"{path.name}: {problem}" for problem in tally.problems[before:]]


def load(family, stem):
    spec = importlib.util.spec_from_file_location(f"{family}_{stem}", here / family / f"{stem}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def main(words):
    if any(word in ("-h", "--help") for word in words):
        print(__doc__)
        return 0
    for word in words:
        if word.startswith("-"):
            print(f"check.py: unknown option {word}; --help prints the usage", file=sys.stderr)
            return 2
    folders = sorted(path.parent for path in data.glob("*/*/cases.json"))
    chosen = [f for f in folders if not words or f.name in words or any(pathlib.Path(w).parent.name == f.name for w in words)]
    groups = {"formula": 0, "iterated": 0, "not unique": 0}
    wrong = unread = 0
    for folder in chosen:
        started = time.monotonic()
        family, stem = folder.parent.name, folder.name
        if not (here / family / f"{stem}.py").exists():
            print(f"{family + '/' + stem:38} no independent implementation")
            unread += 1
            continue
        oracle = load(family, stem)
        tally = Tally()
        files = [pathlib.Path(w) for w in words if w.endswith(".safetensors") and pathlib.Path(w).parent.name == stem]
        for path in files or sorted(folder.glob("*.safetensors")):
            check(path, oracle, tally)
        kind = getattr(oracle, "KIND", "formula")
        groups[kind] += tally.compared
        groups["not unique"] += tally.chosen
        wrong += bool(tally.problems)
        print(f"{family + '/' + stem:38} {kind:9} {tally.files:3} files, {tally.compared:6} numbers, worst {tally.worst:.2f} of what"
              f" is allowed, {tally.open} open, {tally.chosen} of many, {time.monotonic() - started:.1f} s", flush=True)
        for problem in tally.problems[:20]:
            print("   ", problem)
        if len(tally.problems) > 20:
            print(f"    and {len(tally.problems) - 20} more")
    print(", ".join(f"{kind}: {count} numbers" for kind, count in groups.items()))
    if not chosen or unread or not sum(groups.values()):
        print("there is nothing to compare" if not chosen else f"{unread} algorithms have no independent implementation")
        return 2
    print(f"{wrong} of {len(chosen)} algorithms differ" if wrong else f"all {len(chosen)} algorithms agree")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
