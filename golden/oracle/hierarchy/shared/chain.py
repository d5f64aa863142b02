# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""The joints between a joint and its root."""


def from_root(parents, j):
    """The root, its child, ..., j."""
    links = [j]
    while parents[links[0]] >= 0:
        links.insert(0, parents[links[0]])
    return links
