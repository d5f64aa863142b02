# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Reads golden cases with bindpose's package and checks linear blend skinning against them.

python3 read.py golden/data/skinning/linear_blend      exits with 1 if an output is out of bounds
"""
import json
import math
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "packages/python"))
import bindpose_golden as golden  # noqa: E402  (pip's package, if this file was copied alone)


def unit(d):
    length = math.sqrt(sum(c * c for c in d))
    return [c / length for c in d] if length > 0 else d


def linear_blend_skinning(arrays):
    """B = sum_i w_i M_i;  x' = B (x, 1),  n' = normalize(B (n, 0)),  t' = normalize(B (t, 0))."""
    (vertices, slots), joints = arrays["input.joints"]
    weights = arrays["input.weights"][1]
    palette = arrays["input.palette"][1]
    answer = {name: [] for name in ("positions", "normals", "tangents") if "input." + name in arrays}
    for v in range(vertices):
        blend = [0.0] * 12
        for i in range(v * slots, (v + 1) * slots):
            if weights[i] != 0:  # a slot without weight may name a joint that holds NaN
                for e in range(12):
                    blend[e] += weights[i] * palette[12 * joints[i] + e]

        def times(d, w):
            return [blend[4 * r] * d[0] + blend[4 * r + 1] * d[1] + blend[4 * r + 2] * d[2] + blend[4 * r + 3] * w
                    for r in range(3)]

        answer["positions"] += times(arrays["input.positions"][1][3 * v : 3 * v + 3], 1)
        if "input.normals" in arrays:
            answer["normals"] += unit(times(arrays["input.normals"][1][3 * v : 3 * v + 3], 0))
        if "input.tangents" in arrays:
            tangent = arrays["input.tangents"][1][4 * v : 4 * v + 4]
            answer["tangents"] += unit(times(tangent, 0)) + [tangent[3]]
    return answer


def worst_fraction(arrays, answer):
    """The largest error / bound; infinite for NaN or missing numbers. An infinite bound: the number is not judged."""
    largest = 0.0
    for name, mine in answer.items():
        expected, bounds = arrays["expected." + name][1], arrays["bound." + name][1]
        if len(mine) != len(expected):
            return math.inf
        for got, wanted, bound in zip(mine, expected, bounds):
            if bound < math.inf:
                error = abs(got - wanted)
                if not error <= bound:  # also NaN
                    return math.inf
                largest = max(largest, error / bound if bound else 0.0)
    return largest


def main(folder):
    checked = failed = 0
    for case in json.loads((folder / "cases.json").read_text(encoding="utf-8"))["cases"]:
        if case["level"] != "palette" or case["options"] != {"normal_rule": "direction"}:
            continue
        arrays = golden.load(folder / case["file"]).arrays
        largest = worst_fraction(arrays, linear_blend_skinning(arrays))
        good = largest <= 1
        checked += 1
        failed += not good
        print(f"{case['name']}: at most {largest:.3g} of the bound, {'within bounds' if good else 'out of bounds'}")
    print(f"{checked} cases, {failed} out of bounds" if failed else f"{checked} cases, all within bounds")
    return 0 if checked and not failed else 1


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])) if len(sys.argv) == 2 else __doc__)
