# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Keys along an axis: finds the linear function at a vertex."""


def line_at(heights, values, z):
    """The linear function f from z up to the next height."""
    if z < heights[0]:
        return lambda _: values[0]
    if z >= heights[-1]:
        return lambda _: values[-1]
    k = max(i for i, height in enumerate(heights) if height <= z)
    (a, b), (f, g) = heights[k : k + 2], values[k : k + 2]
    return lambda at: (f * (b - at) + g * (at - a)) / (b - a)
