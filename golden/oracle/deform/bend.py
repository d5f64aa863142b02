# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Bend: moves a point along the axis to the unbent part, then rotates it about the centre of the arc; directions by
numerical differences."""
from mpmath import expj, mpc

from shared.jacobian import DeformerSpace, deformed_mesh


def answer(question):
    k, middle = question["curvature"][0], question["bend_centre"][0]
    low, high = question["bend_range"]

    def map_at(at):
        along = at[1]
        end = low if along < low else high if along > high else None

        def move(y):
            if k == 0:
                return list(y)
            centre = mpc(middle, 1 / k)
            bent = y[1] if end is None else end
            turned = centre + expj(k * (bent - middle)) * (mpc(y[1] - bent + middle, y[2]) - centre)
            return [y[0], turned.real, turned.imag]

        return move

    return deformed_mesh(question, map_at, DeformerSpace(question))
