# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Triangles, lines and dots in space drawn into a picture with few colours, and written as PNG: no package is needed."""
import math
import struct
import zlib

from vectors import cross, normalize, subtract

LEVELS = 12  # of red, green and blue each: few colours make a small file
PAPER = (1, 1, 1)


class Canvas:
    """Seen from beside the arm: its axis z runs to the right, y up; turned a little, so that depth is seen."""

    def __init__(self, width, height):
        self.width, self.height = width, height
        self.colours = [PAPER] * (width * height)
        self.depths = [-math.inf] * (width * height)

    def placed(self, point, scale, middle):
        """(to the right, down, nearer) of a point, in pixels."""
        x, y, z = point
        turn, tilt = math.radians(25), math.radians(20)
        right, towards = z * math.cos(turn) - x * math.sin(turn), z * math.sin(turn) + x * math.cos(turn)
        up, near = y * math.cos(tilt) - towards * math.sin(tilt), y * math.sin(tilt) + towards * math.cos(tilt)
        return middle[0] + scale * right, middle[1] - scale * up, scale * near

    def put(self, column, row, depth, colour):
        if 0 <= column < self.width and 0 <= row < self.height and depth > self.depths[row * self.width + column]:
            self.depths[row * self.width + column] = depth
            self.colours[row * self.width + column] = colour

    def triangle(self, corners, colours):
        """corners: as placed(); brighter the more it faces us, its colour between those of its corners."""
        (ax, ay, az), (bx, by, bz), (cx, cy, cz) = corners
        area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
        if area == 0:
            return
        light = 0.35 + 0.65 * abs(normalize(cross(subtract(corners[1], corners[0]), subtract(corners[2], corners[0])))[2])
        for row in range(math.floor(min(ay, by, cy)), math.ceil(max(ay, by, cy)) + 1):
            for column in range(math.floor(min(ax, bx, cx)), math.ceil(max(ax, bx, cx)) + 1):
                b = ((column - ax) * (cy - ay) - (row - ay) * (cx - ax)) / area
                c = ((bx - ax) * (row - ay) - (by - ay) * (column - ax)) / area
                shares = 1 - b - c, b, c
                if min(shares) >= 0:
                    colour = tuple(light * sum(w * k[i] for w, k in zip(shares, colours)) for i in range(3))
                    self.put(column, row, shares[0] * az + b * bz + c * cz, colour)

    def line(self, start, end, colour, wide=3):
        """In front of everything."""
        steps = math.ceil(2 * math.dist(start[:2], end[:2])) + 1
        for i in range(steps + 1):
            self.dot([a + (b - a) * i / steps for a, b in zip(start, end)], colour, wide / 2)

    def dot(self, middle, colour, radius=5):
        for row in range(math.floor(middle[1] - radius), math.ceil(middle[1] + radius) + 1):
            for column in range(math.floor(middle[0] - radius), math.ceil(middle[0] + radius) + 1):
                if math.hypot(column - middle[0], row - middle[1]) <= radius:
                    self.put(column, row, math.inf if radius > 2 else 1e9, colour)

    def png(self):
        numbers = [round((LEVELS - 1) * min(max(x, 0), 1)) * 255 // (LEVELS - 1) for colour in self.colours for x in colour]
        line = 3 * self.width
        rows = b"".join(b"\0" + bytes(numbers[i:i + line]) for i in range(0, len(numbers), line))
        return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", self.width, self.height, 8, 2, 0, 0, 0))
                + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b""))


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
