# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Plots of algorithms without a mesh, from their golden data, as SVG. plots.json has, for each
algorithm, the prefix of a case's name and panels: kind (a function below), title, arrays; in "curves", the first array is the
parameter."""
import io
import json
import math
import pathlib
import sys

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt  # noqa: E402
import numpy as np  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parents[1] / "golden/packages/python"))
from bindpose_golden import load  # noqa: E402

PLOTS = json.loads((HERE / "plots.json").read_text())
AXES = ("tab:red", "tab:green", "tab:blue")


def curves(axes, rows, at):
    order = np.argsort(at[:, 0])
    axes.plot(at[order, 0], rows[order], marker=".")


def points(axes, rows, _):
    axes.scatter(rows[:, 0], rows[:, 1], alpha=0.6)
    axes.set_aspect("equal", "datalim")


def frames(axes, rows, _):
    def seen(x):
        """From the front and a little from above and the right, so that the third axis shows."""
        return (x[..., :2] + x[..., 2:] * (0.4, 0.3)).T

    matrices = rows.reshape(-1, 3, 4)
    origins = matrices[:, :, 3]
    length = 0.2 * (abs(origins).sum(axis=1).max() or 1)
    for axis, colour in enumerate(AXES):
        tips = origins + length * matrices[:, :, axis]
        axes.plot(*seen(np.stack([tips, origins], axis=1)), color=colour)
    axes.plot(*seen(origins), "ko")
    axes.set_aspect("equal", "datalim")


def cells(axes, rows, _):
    axes.imshow(abs(rows), cmap="Blues", vmin=0, aspect="auto", interpolation="nearest")


def colours(axes, rows, _):
    side = math.ceil(len(rows) ** 0.5)
    image = np.ones((side * side, 3))
    image[: len(rows)] = np.clip(rows[:, :3], 0, 1)
    axes.imshow(image.reshape(side, side, 3), interpolation="nearest")


def bars(axes, rows, _):
    of_row = [f"C{c}" for c in range(rows.shape[1])]
    axes.bar(range(rows.size), rows.ravel(), color=of_row * len(rows))


def rows_of(array):
    """All extents but the last one are rows; a matrix [3, 4] is a row."""
    shape, numbers = array
    width = 12 if shape[-2:] == [3, 4] else shape[-1] if len(shape) > 1 else 1
    return np.array(numbers).reshape(-1, width)


def plot(algorithm, folder):
    """The SVG of an algorithm, of its folder of golden data; None for an algorithm that has a mesh to draw."""
    if algorithm not in PLOTS:
        return None
    start, panels = PLOTS[algorithm]
    file = min(folder.glob("*.safetensors"),
               key=lambda file: (not file.name.startswith(start), file.name))
    arrays = load(file).arrays
    figure, every = plt.subplots(1, len(panels), figsize=(3.2 * len(panels), 3.5), squeeze=False)
    figure.suptitle(file.name.partition(".pose.f32")[0])
    for axes, (kind, title, *names) in zip(every[0], panels):
        rows, at = (rows_of(arrays[name]) for name in (names[-1], names[0]))
        if kind == "curves" and len(rows) > len(at):  # several joints per key: plots the last joint
            rows = rows[len(rows) // len(at) - 1::len(rows) // len(at)]
        if names[-1] == "expected.omegas":
            rows = rows[:24]
        if names[-1] == "input.key_positions":  # only the first key
            rows = rows[::len(rows) // len(rows_of(arrays["expected.positions"]))]
        globals()[kind](axes, rows, at)
        axes.set_title(title, fontsize="medium")
        axes.set_xticks([])
        axes.set_yticks([])
    text = io.StringIO()
    figure.savefig(text, format="svg", metadata={"Date": None}, bbox_inches="tight")
    plt.close(figure)
    return text.getvalue()
