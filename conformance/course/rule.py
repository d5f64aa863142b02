# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Finds the wrong numbers of an array by bindpose's rule."""
import ctypes
import math

DIRECTION = 3  # numbers of a direction; a tangent has a fourth one


def is_within(seen):
    got, expected, bound = seen
    return abs(got - expected) <= bound


def fraction(seen):
    """Error / bound."""
    got, expected, bound = seen
    return 0.0 if got == expected else abs(got - expected) / bound if bound else math.inf


def nearer(got, expected):
    """The number or its nearest float32, whichever is closer to the expected number: outputs may have either form."""
    if got == expected:
        return got
    rounded = ctypes.c_float(got).value
    return rounded if abs(rounded - expected) < abs(got - expected) else got


class Expected:
    """The accepted values of one array. sides: (numbers, bounds); a second one if float32 cannot decide a
    comparison, and then both are right. are_rotations: a quaternion and its negative are the same. length_bound: for
    directions, whose length is 1."""

    def __init__(self, name, shape, sides, are_rotations=False, length_bound=math.inf):
        self.name, self.shape, self.sides = name, shape, sides
        self.are_rotations, self.length_bound = are_rotations, length_bound
        self.count = len(sides[0][0])
        self.width = self.count // shape[0] if shape and shape[0] else 1

    def is_decided(self, i):
        return math.isfinite(self.sides[0][0][i]) and all([math.isfinite(bounds[i]) for _, bounds in self.sides])

    def evaluate_against(self, side, got, i):
        """(got, expected, bound) of number i."""
        expected, bounds = side
        first = i - i % 4
        is_negative = self.are_rotations and sum(expected[c] * got[c] for c in range(first, first + 4)) < 0
        return nearer(-got[i] if is_negative else got[i], expected[i]), expected[i], bounds[i]

    def number(self, got, i):
        seen = self.evaluate_against(self.sides[0], got, i)
        others = () if is_within(seen) else (self.evaluate_against(side, got, i) for side in self.sides[1:])
        return next(filter(is_within, others), seen)

    def length(self, got, i):
        """The same for the length of the direction that contains number i; None if its length is not judged."""
        if math.isinf(self.length_bound):
            return None
        first = i - i % self.width
        direction = range(first, first + DIRECTION)
        if i not in direction or not all(map(self.is_decided, direction)):
            return None
        return math.sqrt(sum(got[c] * got[c] for c in direction)), 1.0, self.length_bound

    def place(self, i):
        row, column = divmod(i, self.width)
        return f"{self.name}[{row}]." + "xyzw"[column] if self.width <= 4 else f"{self.name}[{row}][{column}]"

    def judged(self, got):
        """For each judged number: its index, (got, expected, bound), and the same of its direction's length or None."""
        for i in filter(self.is_decided, range(self.count)):
            yield i, self.number(got, i), self.length(got, i)

    def no_array(self, shape, numbers):
        """Why numbers cannot be compared; None if they can."""
        if list(shape) != list(self.shape) or len(numbers) != self.count:
            return f"{self.name} has the shape {list(shape)} and {len(numbers)} numbers, expected {list(self.shape)}"
        return f"{self.name} has whole numbers, expected real ones" if getattr(numbers, "typecode", "d") == "i" else None

    def wrong_numbers(self, got):
        """A text for each wrong number; all numbers of a direction have the same text for its length."""
        def text(place, seen):
            return f"{place}: got {seen[0]:.9g}, expected {seen[1]:.17g}, at most {seen[2]:.3g} off"
        for i, number, length in self.judged(got):
            if not is_within(number):
                yield text(self.place(i), number)
            elif length and not is_within(length):
                yield text(f"the length of {self.name}[{i // self.width}]", length)
