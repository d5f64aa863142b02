# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Computes the palette as products of homogeneous 4 x 4 matrices."""
from mpmath import mpf

from shared.linear import product

LAST = [mpf(0), mpf(0), mpf(0), mpf(1)]


def answer(question):
    return {"palette": [product(list(w) + [LAST], list(a) + [LAST])[:3]
                        for w, a in zip(question["world"], question["inverse_binds"])]}
