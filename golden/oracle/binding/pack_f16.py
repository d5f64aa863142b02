# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Packs weights into half floats; the standard library computes their bits."""
import struct

from mpmath import mpf

from binding.shared.packing import packed, slots


def answer(question):
    halves, unpacked = [], []
    for _, weights in slots(question):
        k = packed(weights, 2048)
        if k is None:
            halves.append(None), unpacked.append(None)
            continue
        wanted = [float(weight) for weight in weights]
        if question.options.get("sum", "one") == "one":
            wanted = [float(steps) / 2048 for steps in k]
        bits = [struct.pack("<e", weight) for weight in wanted]
        halves.append([mpf(int.from_bytes(two, "little")) for two in bits])
        unpacked.append([mpf(struct.unpack("<e", two)[0]) for two in bits])
    return {"halves": halves, "unpacked_weights": unpacked}
