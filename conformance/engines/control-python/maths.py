# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""What engines compute of matrices and quaternions, in double. Matrices are rows (C | t), [..., 3, 4]; quaternions (x, y, z, w)."""
import numpy as np


def unit(rows):
    """Rows of length 1; a row of zeros stays one."""
    length = np.linalg.norm(rows, axis=-1, keepdims=True)
    return rows / np.where(length == 0, 1, length)


def rotation(q):
    x, y, z, w = q
    return np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
                     [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
                     [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]])


def compose(t, q, s):
    return np.column_stack([rotation(q) * s, t])


def product(a, b):
    """What b does, then a."""
    return np.column_stack([a[:, :3] @ b[:, :3], a[:, :3] @ b[:, 3] + a[:, 3]])


def cofactors(c):
    """Of 3 x 3 matrices: det(C) C^-T, also where det(C) is 0."""
    x, y, z = c[..., 0], c[..., 1], c[..., 2]
    return np.stack([np.cross(y, z), np.cross(z, x), np.cross(x, y)], axis=-1)


def determinant(c):
    return np.sum(c[..., 0] * cofactors(c)[..., 0], axis=-1)


def inverse(m):
    inverted = cofactors(m[:, :3]).T / determinant(m[:, :3])
    return np.column_stack([inverted, -inverted @ m[:, 3]])


def turned(c, rows):
    """Each row by its 3 x 3 matrix."""
    return np.einsum("vrc,vc->vr", c, rows)


def times(a, b):
    """Hamilton's product of quaternions."""
    u, w, v, x = a[..., :3], a[..., 3:], b[..., :3], b[..., 3:]
    return np.concatenate([w * v + x * u + np.cross(u, v), w * x - np.sum(u * v, axis=-1, keepdims=True)], axis=-1)


def conjugate(q):
    return q * [-1, -1, -1, 1]


def spun(q, rows):
    """Rows turned by quaternions of length 1."""
    return rows + 2 * np.cross(q[..., :3], q[..., 3:] * rows + np.cross(q[..., :3], rows))


def lerp(a, b, t):
    return (1 - t) * a + t * b


def nlerp(a, b, t):
    return unit(lerp(a, b if a @ b >= 0 else -b, t))


def slerp(a, b, t):
    near = b if a @ b >= 0 else -b
    angle = 2 * np.arctan2(np.linalg.norm(a - near), np.linalg.norm(a + near))
    share = (lambda u: u) if angle == 0 else (lambda u: np.sin(u * angle) / np.sin(angle))
    return share(1 - t) * a + share(t) * near
