# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Direct delta mush without vectors of a decomposition: the rotation is a polynomial in A, cof(A) and the singular
values, which are roots of the characteristic polynomial of A^T A in closed form."""
from functools import partial

from mpmath import acos, cos, mpf, pi, sqrt

from shared.linear import (add, apply, cofactors, determinant, identity, length, linear_part, matrix_sum, product,
                           scaled, subtract, times, total, translation, transpose)
from shared.pose import about, mesh, palette_matrices
from shared.question import AtDistance

NOTHING = mpf(2) ** -40


def outer(a, b):
    return [times(x, b) for x in a]


def size(matrix):
    return length([x for row in matrix for x in row])


def eigenvalues(m):
    """Eigenvalues of a symmetric matrix, descending, by Viete's cosines."""
    mean = sum(m[i][i] for i in range(3)) / 3
    rest = matrix_sum([m, scaled(-mean, identity())])
    spread = size(rest) / sqrt(mpf(6))
    if spread == 0:
        return [mean] * 3
    angle = acos(max(mpf(-1), min(mpf(1), determinant(rest) / (2 * spread**3)))) / 3
    return [mean + 2 * spread * cos(angle + turn * 2 * pi / 3) for turn in (0, -1, 1)]


def singular_values(a):
    """s_1 >= s_2 >= abs(s_3), the last with the sign of det(A)."""
    s_1, s_2 = (sqrt(max(x, mpf(0))) for x in eigenvalues(product(transpose(a), a))[:2])
    return s_1, s_2, determinant(a) / (s_1 * s_2) if s_1 * s_2 > 0 else mpf(0)


def rotation(a, s_1, s_2, s_3):
    """The R of the greatest trace(R^T A). On each right singular vector, A is s_i R, cof(A) is s_j s_k R and A A^T A
    is s_i^3 R; this combination is R itself, also if s_3 is 0 or negative."""
    first = s_1 + s_2 + s_3
    second = s_1 * s_2 + s_2 * s_3 + s_3 * s_1
    cubed = product(a, product(transpose(a), a))
    combination = matrix_sum([scaled(first**2 - second, a), scaled(first, cofactors(a)), scaled(mpf(-1), cubed)])
    return scaled(1 / ((s_1 + s_2) * (s_2 + s_3) * (s_3 + s_1)), combination)


def motion(slots, palette):
    """(R, q, p); R is None if several rotations fit equally."""
    p = total(p_j for _, _, p_j, _ in slots)
    q, a, moments = [mpf(0)] * 3, [], []
    for joint, second, p_j, o_j in slots:
        c, t = linear_part(palette[joint]), translation(palette[joint])
        q = add(q, add(apply(c, p_j), times(o_j, t)))
        moments += [product(c, second), outer(t, p_j)]
        # Q - q p^T, centred joint by joint
        a += [product(c, matrix_sum([second, scaled(-1, outer(p_j, p))])), outer(t, subtract(p_j, times(o_j, p)))]
    a = matrix_sum(a)
    s = singular_values(a)
    undetermined = s[1] + s[2] <= NOTHING * (size(matrix_sum(moments)) + length(q) * length(p))
    return None if undetermined else rotation(a, *s), q, p


def blocks(omega):
    """(P_j, p_j, o_j)."""
    xx, xy, xz, x, yy, yz, y, zz, z, one = omega
    return [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]], [x, y, z], one


def answer(question):
    taps, palette = palette_matrices(question)

    def carriers(v):
        slots = [(joint, *blocks(omega)) for joint, omega in zip(question["joints"][v], question["omegas"][v])]
        slots = [slot for slot in slots if slot[3] != 0]
        if not slots:
            return None
        turn, q, p = motion(slots, palette)
        if turn:
            return about(p, q, partial(apply, turn))
        # Every rotation that fits keeps the distance of x from the centre.
        return lambda x: AtDistance(q, length(subtract(x, p))), lambda n: None, lambda t: None

    return mesh(question, carriers) | taps
