# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Volume preserving skinning, using only values of the volume: the cubic through V(y), V(y + g), V(y - g) with the
leading coefficient V(g). Finds all its roots; k is one of them."""
from mpmath import mpf, polyroots

from shared.linear import add, cross, dot, move_point, times
from shared.pose import blend_of, influences, mesh, palette_matrices, rests
from skinning.linear_blend import carried
from surface.shared.smoothing import corners, faces

KIND, RESIDUAL = "iterated", 1e-12  # of the volume, by the page


def volume(y, triangles):
    """The volume of a closed surface, independent of the origin."""
    return sum((dot(y[a], cross(y[b], y[c])) for a, b, c in triangles), mpf(0)) / 6


def gradient(y, triangles):
    """g_v: on a closed surface only the sum of cross(y_p, y_q), because the edges to v cancel."""
    g = {v: [mpf(0)] * 3 for triangle in triangles for v in triangle}
    for triangle in triangles:
        for v, p, q in corners(triangle):
            g[v] = add(g[v], times(mpf(1) / 6, cross(y[p], y[q])))
    return g


def real_roots(coefficients):
    """The roots of a polynomial, highest power first."""
    while coefficients and coefficients[0] == 0:
        coefficients = coefficients[1:]
    if len(coefficients) < 2:
        return []
    roots = polyroots(coefficients, maxsteps=1000, extraprec=200)
    return [root.real for root in roots if abs(root.imag) <= mpf(2) ** -80 * abs(root)]


def multiplier(x, y, g, triangles):
    """k: the root next to 0, before the cubic's extrema."""
    c_0 = volume(y, triangles) - volume(x, triangles)
    if c_0 == 0:
        return mpf(0)
    more, less = (volume({v: add(y[v], times(k, g[v])) for v in g}, triangles) for k in (1, -1))
    c_3 = volume(g, triangles)
    c_2 = (more + less) / 2 - volume(y, triangles)
    c_1 = (more - less) / 2 - c_3
    turns = real_roots([3 * c_3, 2 * c_2, c_1])
    roots = real_roots([c_3, c_2, c_1, c_0])
    (k,) = [root for root in roots if not any(min(0, root) < turn < max(0, root) for turn in turns)]
    return k


def answer(question):
    taps, palette = palette_matrices(question)
    x = question["positions"]
    blends = [blend_of(question, v, palette) for v in range(len(x))]
    y = [move_point(blend, each) for blend, each in zip(blends, x)]
    regions = question["regions"] if "regions" in question else [0] * len(x)
    positions, multipliers = [list(each) for each in y], []
    for region in sorted({number for number in regions if number >= 0}):
        triangles = [each for each in faces(question["triangles"]) if regions[each[0]] == region]
        g = gradient(y, triangles)
        k = multiplier(x, y, g, triangles)
        multipliers.append(k)
        for v in g:
            positions[v] = add(y[v], times(k, g[v]))

    def carriers(v):
        stays, pairs = rests(question, v), influences(question, v)
        directions = (lambda d: d,) * 2 if stays else carried(question, pairs, blends[v], palette)[1:]
        return lambda _: positions[v], *directions

    return mesh(question, carriers) | taps | {"multipliers": multipliers}
