# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Delta mush without smoothing the posed mesh: smoothing is linear, so each joint moves its share of the smoothed
rest mesh, as in direct delta mush. Frames start from the second axis instead of the first."""
from functools import partial

from mpmath import isfinite, mpf

from shared.linear import add, apply, cross, length, product, subtract, times, total, transpose, unit
from shared.pose import about, blend_of, by_map, influences, mesh, palette_matrices, rests
from surface.shared.smoothing import corners, faces, neighbour_counts, smoothing

NOTHING = mpf(2) ** -40
STAYS = -1  # instead of a joint


def smoothed_pose(question, row, palette):
    """sum_j C_j p_j + t_j o_j for (p_j, o_j) = sum_k B_vk w_kj (x_k, 1)."""
    shares = {}
    for k, b in row.items():
        for joint, weight in [(STAYS, mpf(1))] if rests(question, k) else influences(question, k):
            share = times(b * weight, question["positions"][k] + [mpf(1)])
            shares[joint] = add(shares.get(joint, [mpf(0)] * 4), share)
    return total(share[:3] if joint == STAYS else apply(palette[joint], share) for joint, share in shares.items())


def frame(s, triangles, v, neighbours):
    """F with the columns tangent, bitangent and normal at v; None if a direction is undefined."""
    if not all(isfinite(number) for u in [v, *neighbours] for number in s[u]):
        return None
    area, greatest = [mpf(0)] * 3, mpf(0)
    for _, p, q in triangles:
        # twice the area, as a sum around the triangle instead of a product of two edges
        area = add(area, total(cross(s[a], s[b]) for a, b in ((v, p), (p, q), (q, v))))
        greatest += length(subtract(s[p], s[v])) * length(subtract(s[q], s[v]))
    if length(area) <= NOTHING * greatest:
        return None
    n = unit(area)
    e = subtract(s[min(neighbours)], s[v])
    across = cross(n, e)
    if length(across) <= NOTHING * length(e):
        return None
    b = unit(across)
    return transpose([cross(b, n), b, n])


def answer(question):
    taps, palette = palette_matrices(question)
    x = question["positions"]
    rows = smoothing(question)
    s = [total(times(b, x[k]) for k, b in row.items()) for row in rows]
    posed = [smoothed_pose(question, row, palette) for row in rows]
    neighbours = neighbour_counts(question)
    around = [[] for _ in x]
    for triangle in faces(question["triangles"]):
        for v, p, q in corners(triangle):
            around[v].append((v, p, q))

    def carriers(v):
        if not around[v]:
            return by_map(blend_of(question, v, palette))
        before, after = (frame(at, around[v], v, neighbours[v]) for at in (s, posed))
        return before and after and about(s[v], posed[v], partial(apply, product(after, transpose(before))))

    return mesh(question, carriers) | taps | {"smoothed_rest": s, "smoothed": posed}
