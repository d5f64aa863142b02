# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Radial basis functions: values by the examples' weights for a pose, from the transposed system."""
from mpmath import mpf

from shared.basis import between, condition, sigma_of, solution, system, weights


def answer(question):
    metric, sigma = question.options["metric"], sigma_of(question)
    with_constant = int(question.options["constant_term"] == "added")
    examples, values = question["example_poses"], question["example_values"]
    distances = [[between(x, y, metric) for y in examples] for x in examples]
    rows = system(distances, sigma, with_constant)
    functions = list(zip(*values))
    coefficients = [solution(rows, list(f)) for f in functions]
    interpolated = []
    for pose in question["poses"]:
        a = weights(distances, [between(pose, x, metric) for x in examples], sigma, with_constant)
        interpolated.append([sum((a_k * f_k for a_k, f_k in zip(a, f)), mpf(0)) for f in functions])
    return {"values": interpolated, "coefficients": [list(row) for row in zip(*coefficients)], "condition": [condition(rows)]}
