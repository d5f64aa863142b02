# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Damped least squares: the normal equations (J^T J + lambda^2 I) w = J^T e of all joints together, instead of the 3 x 3
system in the goal's space; Rodrigues' rotations, and the chain rebuilt from its root."""
from mpmath import cos, matrix, mp, sin

from ik.shared.reach import answers_of, bones
from shared.linear import (add, apply, cross, dot, identity, length, matrix_sum, product, scaled, subtract, times,
                           transpose)


def turn(w):
    """exp(w) as a matrix: a rotation by the angle |w| about w."""
    theta = length(w)
    if theta == 0:
        return identity()
    n = times(1 / theta, w)
    along = [times(x, n) for x in n]
    around = transpose([cross(n, axis) for axis in identity()])
    return matrix_sum([scaled(cos(theta), identity()), scaled(1 - cos(theta), along), scaled(sin(theta), around)])


def least_squares(joints, goal, damping):
    """The w_i of one iteration."""
    columns = [cross(axis, subtract(joints[-1], p)) for p in joints[:-1] for axis in identity()]  # of J: d end / d w
    e = subtract(goal, joints[-1])
    normal = matrix([[dot(a, b) for b in columns] for a in columns]) + damping**2 * mp.eye(len(columns))
    w = list(mp.cholesky_solve(normal, matrix([dot(column, e) for column in columns])))
    return [w[i : i + 3] for i in range(0, len(w), 3)]


def iterated(joints, goal, damping):
    """Rotates bone k by exp(w_k), then exp(w_(k-1)), ..., and exp(w_0)."""
    turned, turns = [joints[0]], identity()
    for w, bone in zip(least_squares(joints, goal, damping), bones(joints)):
        turns = product(turns, turn(w))
        turned.append(add(turned[-1], apply(turns, bone)))
    return turned


def answer(question):
    def pose(row):
        joints = question["rest"][row]
        for _ in range(question["iterations"][0]):
            joints = iterated(joints, question["goals"][row], question["damping"][0])
        return joints

    return answers_of(question, pose)
