# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Taper, twist, bend and free-form deformation, from the pages of reference/deform."""
import math

from formulas.shared import add, clamped, cross, conjugate, dot, scale, subtract, surface, turned


def in_deformer(arrays, deform):
    """deform(y, m, b) in the deformer's space, for any vertex."""
    o, q = arrays["deformer_origin"], arrays["deformer_rotation"]
    into, back = conjugate(q), q

    def deformed(v, x, n, t):
        y, m, b = deform(turned(into, subtract(x, o)), n and turned(into, n), t and turned(into, t))
        return add(o, turned(back, y)), n and turned(back, m), t and turned(back, b)

    return surface(arrays, deformed)


def keyed(heights, values, z):
    """The value at a height, and its derivative."""
    for k in range(len(heights) - 1):
        if heights[k] <= z < heights[k + 1]:
            slope = (values[k + 1] - values[k]) / (heights[k + 1] - heights[k])
            return values[k] + slope * (z - heights[k]), slope
    return values[0 if z < heights[0] else -1], 0.0


def answer_taper(question):
    heights, factors = (question.arrays[name] for name in ("heights", "factors"))

    def deform(y, m, b):
        r, s = keyed(heights, factors, y[2])
        across = s
        return ([r * y[0], r * y[1], y[2]],
                m and [r * m[0], r * m[1], r * (r * m[2] - s * (y[0] * m[0] + y[1] * m[1]))],
                b and [r * b[0] + across * y[0] * b[2], r * b[1] + across * y[1] * b[2], b[2]])

    return in_deformer(question.arrays, deform)


def about_z(angle, d):
    c, s = math.cos(angle), math.sin(angle)
    return [c * d[0] - s * d[1], s * d[0] + c * d[1], d[2]]


def answer_twist(question):
    heights, angles = (question.arrays[name] for name in ("heights", "angles"))

    def deform(y, m, b):
        theta, slope = keyed(heights, angles, y[2])
        z = about_z(theta, y)
        s = slope
        return (z, m and add(about_z(theta, m), [0.0, 0.0, s * (y[1] * m[0] - y[0] * m[1])]),
                b and add(about_z(theta, b), [-s * z[1] * b[2], s * z[0] * b[2], 0.0]))

    return in_deformer(question.arrays, deform)


def answer_bend(question):
    k, centre, (low, high) = question.arrays["curvature"][0], question.arrays["bend_centre"][0], question.arrays["bend_range"]
    if k == 0:
        return in_deformer(question.arrays, lambda y, m, b: (y, m, b))

    def deform(y, m, b):
        within = clamped(y[1], low, high)
        beyond = y[1] - within
        stretch = 1 - (k if low <= y[1] <= high else 0.0) * y[2]
        theta = k * (within - centre)
        c, s = math.cos(theta), math.sin(theta)
        half = math.sin(theta / 2)
        return ([y[0], centre + s / k - s * y[2] + c * beyond, 2 * half**2 / k + c * y[2] + s * beyond],
                m and [stretch * m[0], c * m[1] - s * stretch * m[2], s * m[1] + c * stretch * m[2]],
                b and [b[0], c * stretch * b[1] - s * b[2], s * stretch * b[1] + c * b[2]])

    return in_deformer(question.arrays, deform)


def bernstein(degree, i, s):
    return math.comb(degree, i) * s**i * (1 - s) ** (degree - i) if 0 <= i <= degree else 0.0


def slope_of_bernstein(degree, i, s):
    return degree * (bernstein(degree - 1, i - 1, s) - bernstein(degree - 1, i, s))


def blended(points, degrees, s, bases):
    """The sum of the lattice's points by a basis of each direction."""
    total, row = [0.0] * 3, 0
    weights = [[basis(degree, i, at) for i in range(degree + 1)] for basis, degree, at in zip(bases, degrees, s)]
    for a in weights[0]:
        for b in weights[1]:
            for c in weights[2]:
                total = add(total, scale(points[row], a * b * c))
                row += 1
    return total


def answer_free_form(question):
    arrays = question.arrays
    corner, (S, T, U) = arrays["lattice_origin"], arrays["lattice_axes"]
    faces = [cross(T, U), cross(U, S), cross(S, T)]
    volume = dot(faces[0], S)
    points, degrees = arrays["lattice_points"], arrays["degrees"]
    is_polynomial = question.options["outside"] == "polynomial"

    def deformed(v, x, n, t):
        s = [dot(face, subtract(x, corner)) / volume for face in faces]
        if not is_polynomial and not all(0 <= each <= 1 for each in s):
            return x, n, t
        by = [[slope_of_bernstein if i == k else bernstein for i in range(3)] for k in range(3)]
        Xs = [blended(points, degrees, s, bases) for bases in by]
        moved = blended(points, degrees, s, [bernstein] * 3)
        normal = n and [0.0] * 3
        tangent = t and [0.0] * 3
        for k, axis in enumerate((S, T, U)):
            if n:
                side = cross(Xs[(k + 1) % 3], Xs[(k + 2) % 3])
                normal = add(normal, scale(side, dot(axis, n) / volume))
            if t:
                tangent = add(tangent, scale(Xs[k], dot(faces[k], t) / volume))
        return moved, normal, tangent

    return surface(arrays, deformed)


ALGORITHMS = {
    "deform.taper": (answer_taper, {}),
    "deform.twist": (answer_twist, {}),
    "deform.bend": (answer_bend, {}),
    "deform.ffd": (answer_free_form, {"outside": ["unchanged", "polynomial"]}),
}
