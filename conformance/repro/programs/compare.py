# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Which numbers of an answer are wrong, as bindpose judges them."""
import ctypes
import math

DIRECTION = 3  # numbers of a direction; a tangent has a fourth one


def is_within(seen):
    got, expected, bound = seen
    return abs(got - expected) <= bound


def nearer(got, expected):
    """Of a number and its nearest float32 the one that is nearer to the right one: an answer may come in either."""
    rounded = ctypes.c_float(got).value
    return rounded if abs(rounded - expected) < abs(got - expected) else got


class Expected:
    """What expected.safetensors says of one array; tensors: name -> (shape, numbers)."""

    def __init__(self, name, tensors):
        self.name = name
        self.shape, numbers = tensors["expected." + name]
        self.count = len(numbers)
        self.width = self.count // self.shape[0] if self.shape and self.shape[0] else 1
        self.sides = [(numbers, tensors["bound." + name][1])]
        if "other." + name in tensors:  # where float32 cannot decide a comparison, either side of it is right
            self.sides.append((tensors["other." + name][1], tensors["other_bound." + name][1]))
        self.are_rotations = "rotations." + name in tensors  # a quaternion and its negative are the same
        self.length_bound = tensors["length_bound." + name][1][0] if "length_bound." + name in tensors else math.inf

    def is_decided(self, i):
        return math.isfinite(self.sides[0][0][i]) and all(math.isfinite(bounds[i]) for _, bounds in self.sides)

    def seen_from(self, side, got, i):
        """(got, expected, bound) of number i."""
        expected, bounds = side
        quaternion = range(i - i % 4, i - i % 4 + 4) if self.are_rotations else ()
        is_negative = sum(expected[c] * got[c] for c in quaternion) < 0
        return nearer(-got[i] if is_negative else got[i], expected[i]), expected[i], bounds[i]

    def number(self, got, i):
        seen = [self.seen_from(side, got, i) for side in self.sides]
        return next((each for each in seen if is_within(each)), seen[0])

    def length(self, got, i):
        """Likewise of the direction that number i is one of; None where its length is not judged."""
        first = i - i % self.width
        direction = range(first, first + DIRECTION)
        if math.isinf(self.length_bound) or i not in direction or not all(map(self.is_decided, direction)):
            return None
        return math.sqrt(sum(got[c] * got[c] for c in direction)), 1.0, self.length_bound

    def place(self, i):
        row, column = divmod(i, self.width)
        return f"{self.name}[{row}]." + "xyzw"[column] if self.width <= 4 else f"{self.name}[{row}][{column}]"


def no_array(expected, answer):
    """Why an array is none that can be compared; None where it can. answer: name -> (shape, numbers)."""
    if expected.name not in answer:
        return f"{expected.name} is missing"
    shape, numbers = answer[expected.name]
    if list(shape) != list(expected.shape) or len(numbers) != expected.count:
        return f"{expected.name} has the shape {list(shape)} and {len(numbers)} numbers, expected {list(expected.shape)}"
    return f"{expected.name} has whole numbers, expected real ones" if numbers.typecode == "i" else None


def wrong_numbers(expected, got):
    """A text for each; that of a direction's length is the same for each of its numbers."""
    def text(place, seen):
        return f"{place}: got {seen[0]:.9g}, expected {seen[1]:.17g}, at most {seen[2]:.3g} off"
    for i in filter(expected.is_decided, range(expected.count)):
        number, length = expected.number(got, i), expected.length(got, i)
        if not is_within(number):
            yield text(expected.place(i), number)
        elif length and not is_within(length):
            yield text(f"the length of {expected.name}[{i // expected.width}]", length)


def what_is_wrong(tensors, answer):
    """Lines that say it, and whether anything is."""
    arrays = [Expected(name[len("expected."):], tensors) for name in tensors if name.startswith("expected.")]
    missing = [why for why in (no_array(each, answer) for each in arrays) if why]
    if missing:
        return missing, True
    wrong = [text for each in arrays for text in wrong_numbers(each, answer[each.name][1])]
    return list(dict.fromkeys(wrong))[:10] + [f"{len(wrong)} numbers are wrong"], bool(wrong)
