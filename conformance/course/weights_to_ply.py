# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Exercise 12: writes a mesh coloured by its weights as PLY, for MeshLab, Blender and others.

    python3 weights_to_ply.py CASE.safetensors OUT.ply              every joint has a colour, blended by the weights
    python3 weights_to_ply.py CASE.safetensors OUT.ply --joint 1    one joint: blue 0, green 1/2, red 1
    python3 weights_to_ply.py ... --posed                           vertices after skinning

CASE is a golden case, or an input exported by the judge. Without triangles, the file contains only points.
"""
import argparse
import colorsys
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "python"))
from plug import read_safetensors  # noqa: E402


def heat(weight):
    """A colour for 0 to 1: blue, cyan, green, yellow, red."""
    return colorsys.hsv_to_rgb((1 - min(max(weight, 0), 1)) * 2 / 3, 1, 1)


def joint_colour(joint):
    """Different hues for neighbouring joints: golden-ratio steps around the colour circle."""
    return colorsys.hsv_to_rgb(joint * 0.6180339887 % 1, 0.8, 1)


def colour(joints, weights, chosen):
    if chosen is not None:
        return heat(sum(w for j, w in zip(joints, weights) if j == chosen))
    total = sum(weights) or 1
    shares = [(joint_colour(j), w / total) for j, w in zip(joints, weights) if w != 0]
    return [sum(rgb[c] * w for rgb, w in shares) for c in range(3)]


def write_ply(path, positions, colours, triangles):
    lines = ["ply", "format ascii 1.0", f"element vertex {len(positions)}"]
    lines += [f"property float {name}" for name in "xyz"]
    lines += [f"property uchar {name}" for name in ("red", "green", "blue")]
    if triangles:
        lines += [f"element face {len(triangles)}", "property list uchar int vertex_indices"]
    lines.append("end_header")
    for position, rgb in zip(positions, colours):
        lines.append(" ".join([f"{x:.9g}" for x in position] + [str(round(255 * c)) for c in rgb]))
    lines += [f"3 {a} {b} {c}" for a, b, c in triangles]
    pathlib.Path(path).write_text("\n".join(lines) + "\n", encoding="ascii")


def main():
    parser = argparse.ArgumentParser(description="Writes a mesh whose colours are its weights, as PLY.")
    parser.add_argument("case")
    parser.add_argument("out")
    parser.add_argument("--joint", type=int, help="only this joint's weight; default: all joints")
    parser.add_argument("--posed", action="store_true", help="the skinned positions, of a golden case")
    arguments = parser.parse_args()
    arrays = {name.removeprefix("input."): rows for name, rows in read_safetensors(arguments.case).items()}
    weights = arrays.get("weights") or [[1] * len(row) for row in arrays["joints"]]
    colours = [colour(joints, row, arguments.joint) for joints, row in zip(arrays["joints"], weights)]
    positions = arrays["expected.positions" if arguments.posed else "positions"]
    write_ply(arguments.out, positions, colours, arrays.get("triangles", []))


if __name__ == "__main__":
    main()
