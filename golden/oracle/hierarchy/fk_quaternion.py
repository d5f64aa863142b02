# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""A position is a sum over the ancestors, each rotated by all ancestors above it, as q x q*. For q that is not unit,
this differs from the page's R(q): R(q) x = q x q* + (1 - |q|^2) x."""
from mpmath import mpf

from hierarchy.shared.chain import from_root
from shared.linear import add, dot, times, unit
from shared.rotation import conjugate, multiply


def turned(q, x):
    sandwich = multiply(multiply(q, list(x) + [mpf(0)]), conjugate(q))[:3]
    return add(sandwich, times(1 - dot(q, q), x))


def motion(question, rotations, j):
    q, t = [mpf(0)] * 3 + [mpf(1)], [mpf(0)] * 3
    for link in from_root(question["parents"], j):
        t = add(t, turned(q, question["local_translations"][link]))
        q = multiply(q, rotations[link])
    return q, t


def answer(question):
    rotations = question["local_rotations"]
    if question.options.get("rotations") == "kept-unit":
        rotations = [unit(q) for q in rotations]
    motions = [motion(question, rotations, j) for j in range(len(question["parents"]))]
    return {"world_rotations": [q for q, _ in motions], "world_translations": [t for _, t in motions]}
