# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Vectors as lists of three numbers. Matrices and quaternions are exercises."""
import math


def add(a, b):
    return [a[0] + b[0], a[1] + b[1], a[2] + b[2]]


def subtract(a, b):
    return [a[0] - b[0], a[1] - b[1], a[2] - b[2]]


def scale(a, s):
    return [a[0] * s, a[1] * s, a[2] * s]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def normalize(a):
    """Of any number of elements; what has no direction stays zero."""
    length = math.sqrt(dot(a, a))
    return [x / length for x in a] if length > 0 else list(a)
