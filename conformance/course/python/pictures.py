# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Draws what your exercises give, as a picture of each:

    python3 pictures.py cylinder cylinder.png        1: the cylinder around its joints, as local frames chain them
    python3 pictures.py bones bones.png              3: the bones of the bent arm
    python3 pictures.py key-poses key-poses.png      4: the arm in the four key poses, and half way between two
    python3 pictures.py weights weights.png          9: the cylinder bent by 90 degrees, the lower arm's weight as colour
    python3 pictures.py ... --exercises solution     what the worked solutions give
"""
import argparse
import colorsys
import importlib
import math
import pathlib
import sys

import plug
from canvas import Canvas

RADIUS, LENGTH, ELBOW, HALF_WIDTH = 4, 50, 25, 12.5
PARENTS = [-1, 0, 1]
RINGS, SIDES = 26, 20
GREY, INK, RED = (0.75, 0.75, 0.75), (0.2, 0.2, 0.2), (0.85, 0.2, 0.1)
AXES = [(0.85, 0.2, 0.1), (0.1, 0.6, 0.2), (0.15, 0.3, 0.9)]


def about_x(degrees):
    return [math.sin(math.radians(degrees) / 2), 0, 0, math.cos(math.radians(degrees) / 2)]


def translations():
    return [[0, 0, 0], [0, 0, ELBOW], [0, 0, LENGTH - ELBOW]]


def worlds(ex, rotations):
    """world_from_joint of shoulder, elbow and wrist."""
    return ex.global_matrices(PARENTS, [ex.matrix_from_trs(t, q, [1, 1, 1]) for t, q in zip(translations(), rotations)])


def bent(degrees):
    return [about_x(0), about_x(degrees), about_x(0)]


def place_of(matrix):
    return [row[3] for row in matrix]


def rest_vertices():
    """Ring by ring along z."""
    return [[RADIUS * math.cos(a), RADIUS * math.sin(a), LENGTH * r / (RINGS - 1)]
            for r in range(RINGS) for a in (2 * math.pi * s / SIDES for s in range(SIDES))]


def triangles():
    for r in range(RINGS - 1):
        for s in range(SIDES):
            a, b = r * SIDES + s, r * SIDES + (s + 1) % SIDES
            yield from ((a, a + SIDES, b), (b, a + SIDES, b + SIDES))


def draw_mesh(canvas, view, vertices, colours):
    placed = [canvas.placed(x, *view) for x in vertices]
    for corners in triangles():
        canvas.triangle([placed[v] for v in corners], [colours[v] for v in corners])


def draw_bones(canvas, view, segments, colour=INK):
    for joint, parent in segments:
        canvas.line(canvas.placed(parent, *view), canvas.placed(joint, *view), colour, 4)
    for segment in segments:
        for end in segment:
            canvas.dot(canvas.placed(end, *view), RED)


def cylinder(ex):
    canvas, view = Canvas(400, 150), (6.4, (50, 50))
    frames = worlds(ex, bent(0))
    draw_mesh(canvas, view, rest_vertices(), [GREY] * (RINGS * SIDES))
    for frame in frames:
        start = canvas.placed(place_of(frame), *view)
        for axis in range(3):
            tip = [row[3] + 7 * row[axis] for row in frame]
            canvas.line(start, canvas.placed(tip, *view), AXES[axis])
        canvas.dot(start, RED)
    return canvas


def bones(ex):
    canvas, view = Canvas(300, 250), (6, (40, 150))
    draw_bones(canvas, view, ex.bones(PARENTS, worlds(ex, bent(-60))))
    return canvas


def key_poses(ex):
    """Of the loop 0, 30, 60, 90 degrees, a second each: at the keys, and in grey half way between them."""
    canvas, view = Canvas(350, 200), (6, (30, 145))
    keys = [0, -30, -60, -90]
    for half in (0, 2, 4, 6, 1, 3, 5):  # what is drawn first stays in front
        pose = ex.key_poses([0, 1, 2, 3], 4, half / 2, [translations()] * 4, [bent(key) for key in keys])
        frames = ex.global_matrices(PARENTS, [ex.matrix_from_trs(t, q, [1, 1, 1]) for t, q in zip(*pose)])
        draw_bones(canvas, view, ex.bones(PARENTS, frames), GREY if half % 2 else INK)
    return canvas


def heat(weight):
    """Blue, cyan, green, yellow, red for 0 to 1."""
    return colorsys.hsv_to_rgb((1 - min(max(weight, 0), 1)) * 2 / 3, 0.9, 1)


def weights(ex):
    canvas, view = Canvas(300, 220), (6.4, (50, 155))
    palette = ex.palette(worlds(ex, bent(-90)), [ex.inverse_bind(matrix) for matrix in worlds(ex, bent(0))])
    rest = rest_vertices()
    lower = [ex.linear_falloff(x[2] - ELBOW, HALF_WIDTH) for x in rest]
    skinned = [ex.linear_blend([(0, 1 - w), (1, w)], palette, x, None, None, "direction")[0] for x, w in zip(rest, lower)]
    draw_mesh(canvas, view, skinned, [heat(w) for w in lower])
    return canvas


PICTURES = {"cylinder": cylinder, "bones": bones, "key-poses": key_poses, "weights": weights}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("picture", choices=PICTURES)
    parser.add_argument("out", help="PNG file to write")
    parser.add_argument("--exercises", default=".", help="the folder of exercises.py")
    arguments = parser.parse_args()
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / arguments.exercises))
    canvas = PICTURES[arguments.picture](importlib.import_module("exercises"))
    pathlib.Path(arguments.out).write_bytes(canvas.png())


if __name__ == "__main__":
    try:
        main()
    except plug.NotWritten as error:
        sys.exit(str(error))
