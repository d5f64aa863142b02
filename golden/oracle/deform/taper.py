# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Taper: maps points; directions by numerical differences."""
from deform.shared.line import line_at
from shared.jacobian import DeformerSpace, deformed_mesh


def answer(question):
    def map_at(at):
        f = line_at(question["heights"], question["factors"], at[2])
        return lambda y: [f(y[2]) * y[0], f(y[2]) * y[1], y[2]]

    return deformed_mesh(question, map_at, DeformerSpace(question))
