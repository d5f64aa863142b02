# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Twist: complex numbers across the axis; directions by numerical differences."""
from mpmath import expj, mpc

from deform.shared.line import line_at
from shared.jacobian import DeformerSpace, deformed_mesh


def answer(question):
    def map_at(at):
        theta = line_at(question["heights"], question["angles"], at[2])

        def move(y):
            across = expj(theta(y[2])) * mpc(y[0], y[1])
            return [across.real, across.imag, y[2]]

        return move

    return deformed_mesh(question, map_at, DeformerSpace(question))
