# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""What only mistakes need: every changed module has it as `spare`."""
import array
import math

from vectors import add, cross, dot, normalize, scale, subtract

NAN = float("nan")


def float32(x):
    return array.array("f", [x])[0]


def divided(pairs):
    whole = sum(w for _, w in pairs)
    return [(j, w / whole) for j, w in pairs] if whole != 0 else pairs


def columns(m):
    return [[row[c] for row in m] for c in range(3)]


def from_columns(a, b, c, m):
    return [[*row, *rest[3:]] for row, rest in zip(zip(a, b, c), m)]


def transposed(m):
    return from_columns(*(row[:3] for row in m), m)


def by_columns(m):
    numbers = [row[c] for c in range(4) for row in m]
    return [numbers[:4], numbers[4:8], numbers[8:]]


def wxyz(q):
    return [q[3], *q[:3]]


def is_mirror(m):
    a, b, c = columns(m)
    return dot(a, cross(b, c)) < 0


def unmirrored(m):
    a, b, c = columns(m)
    return from_columns(scale(a, -1), b, c, m) if is_mirror(m) else m


def without_shear(m):
    """Rotation, by Gram and Schmidt, times the lengths of the columns."""
    a, b, c = columns(m)
    x = normalize(a)
    y = normalize(subtract(b, scale(x, dot(x, b))))
    z = scale(cross(x, y), -1 if is_mirror(m) else 1)
    return from_columns(*(scale(d, math.hypot(*e)) for d, e in ((x, a), (y, b), (z, c))), m)


def quaternion_of(m):
    """Of the largest of the four, for a matrix taken to be a rotation."""
    trace = m[0][0] + m[1][1] + m[2][2]
    if trace > 0:
        s = math.sqrt(trace + 1)
        return [(m[2][1] - m[1][2]) / (2 * s), (m[0][2] - m[2][0]) / (2 * s), (m[1][0] - m[0][1]) / (2 * s), s / 2]
    i = max(range(3), key=lambda k: m[k][k])
    j, k = (i + 1) % 3, (i + 2) % 3
    s = math.sqrt(max(m[i][i] - m[j][j] - m[k][k] + 1, 1e-30))
    q = [0.0, 0.0, 0.0, (m[k][j] - m[j][k]) / (2 * s)]
    q[i], q[j], q[k] = s / 2, (m[j][i] + m[i][j]) / (2 * s), (m[k][i] + m[i][k]) / (2 * s)
    return q


def nearly_unit(a):
    """By one step of Newton's from a guess that is 1 % off."""
    square = dot(a, a)
    if square == 0:
        return a
    guess = 1.01 / math.sqrt(square)
    return [x * guess * (1.5 - 0.5 * square * guess * guess) for x in a]


def nearest(times, t):
    return min(times, key=lambda key: abs(key - t))


def near_keys(times, t):
    key = nearest(times, t)
    return key if abs(key - t) < 1e-3 else t


def milliseconds(times):
    return [float32(round(t * 1000) / 1000) for t in times]


def strided(rows):
    """Rows read as if each were one number longer."""
    width, numbers = len(rows[0]), [number for row in rows for number in row]
    return [[numbers[(v * (width + 1) + i) % len(numbers)] for i in range(width)] for v in range(len(rows))]


def bytes_of_words(rows):
    """Numbers of 16 bits read as bytes."""
    width = len(rows[0])
    numbers = [byte for row in rows for number in row for byte in (number % 256, number // 256)]
    return [numbers[v * width : (v + 1) * width] for v in range(len(rows))]


def once_a_joint(pairs):
    seen = set()
    return [(j, w if w != 0 and j not in seen and not seen.add(j) else 0.0) for j, w in pairs]
