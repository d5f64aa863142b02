# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""An arm with named joints as a .glb file, and the effects of five defects on it, computed here with Python's floats."""
import itertools
import math

import numpy as np

from ci.engine_results.glb import Document
from ci.engine_results.glb import stored as f32

JOINTS = ["Shoulder", "Elbow", "Wrist"]
OFFSETS = [(0.1, 1.0, 0.2), (0.0, 0.3, 0.0), (0.0, 0.25, 0.0)]  # to the parent, metres
AXES = [((0, 0, 1), 0.5), ((1, 0, 0), 0.9), ((0, 1, 0), -0.7)]  # rotation of each joint: axis, radians
CLIP = [(0.0, ((0, 0, 1), 0.25)), (2.0, ((0, 1, 0), 1.5))]  # seconds, and the elbow's rotation at this time
ELBOW = 1
RINGS, SIDES, RADIUS = 150, 20, 0.05  # 3,000 vertices: the page lists the numbers of fewer


def turn(axis, angle):
    """A unit quaternion (x, y, z, w), in float32."""
    s = math.sin(angle / 2)
    return tuple(f32(a * s) for a in axis) + (f32(math.cos(angle / 2)),)


def matrix_of(q, t):
    """A 4 x 4 matrix of a rotation and a translation."""
    *u, w = q
    across = np.cross(np.eye(3), u)  # its product with x is the cross product of u and x
    made = np.eye(4)
    made[:3, :3] += 2 * (w * across + across @ across)
    made[:3, 3] = t
    return made


class Arm:
    def __init__(self):
        self.offsets = [tuple(map(f32, offset)) for offset in OFFSETS]
        self.rotations = [turn(*axis) for axis in AXES]
        self.locals = [matrix_of(*pair) for pair in zip(self.rotations, self.offsets)]
        places = np.cumsum(self.offsets, axis=0)  # of joints in the bind pose: not rotated
        self.inverse_binds = [matrix_of((0, 0, 0, 1), [f32(-x) for x in place]) for place in places]
        self.positions, self.influences, self.triangles = [], [], []
        (x, low, z), length = places[0], 0.75
        for ring in range(RINGS):
            y = ring / (RINGS - 1)
            along = y * 2.4  # in lengths of a bone
            joint, part = min(int(along), 2), along - min(int(along), 2)
            weight = f32(round(min(max(part * 2 - 1, 0), 0.5) * 256) / 256) if joint < 2 else 0.0
            for side in range(SIDES):
                a = 2 * math.pi * side / SIDES
                self.positions.append([f32(x + RADIUS * math.cos(a)), f32(low + y * length),
                                       f32(z + RADIUS * math.sin(a))])
                self.influences.append([(joint, 1 - weight), (min(joint + 1, 2), weight)])
        for ring in range(RINGS - 1):
            for side in range(SIDES):
                a, b = ring * SIDES + side, ring * SIDES + (side + 1) % SIDES
                self.triangles += [a, a + SIDES, b, b, a + SIDES, b + SIDES]

    def worlds(self, locals_=None):
        return list(itertools.accumulate(locals_ or self.locals, np.matmul))

    def palette(self, worlds):
        return list(map(np.matmul, worlds, self.inverse_binds))

    def skinned(self, palette, influences=None):
        return np.array([sum(w * (palette[j] @ [*x, 1])[:3] for j, w in slots)
                         for x, slots in zip(self.positions, influences or self.influences)])

    def at_key(self, key):
        """The positions at a key of the clip."""
        locals_ = list(self.locals)
        locals_[ELBOW] = matrix_of(turn(*CLIP[key][1]), self.offsets[ELBOW])
        return self.skinned(self.palette(self.worlds(locals_))).tolist()

    def defects(self):
        """By id: the positions of an implementation with the defect, and the first wrong stage."""
        worlds = self.worlds()
        transposed = self.palette(worlds)
        for m in transposed:
            m[:3, :3] = m[:3, :3].T.copy()
        alike = [[(j, 1 / 2) for j, _ in slots] if slots[1][1] else slots for slots in self.influences]
        wrong_side = list(map(np.matmul, self.inverse_binds, worlds))
        return {
            "fk-local-as-global": (self.skinned(self.palette(self.locals)), "world"),
            "ibm-ignored": (self.skinned(worlds), "palette"),
            "ibm-wrong-side": (self.skinned(wrong_side), "palette"),
            "palette-transposed": (self.skinned(transposed), "palette"),
            "weights-ignored": (self.skinned(self.palette(worlds), alike), "after palette"),
        }

    def largest_displacement(self, wrong):
        """The largest displacement in metres and as a share of the mesh's size, and the vertex's joint with the largest weight."""
        right = self.skinned(self.palette(self.worlds()))
        apart = np.linalg.norm(wrong - right, axis=1)
        vertex = apart.argmax()
        size = np.linalg.norm(right.max(axis=0) - right.min(axis=0))
        joint, _ = max(self.influences[vertex], key=lambda slot: slot[1])
        return apart[vertex], apart[vertex] / size, JOINTS[joint]

    def write(self, file, with_clip=False):
        document, joints = Document(), []
        for name, offset, rotation in zip(JOINTS, self.offsets, self.rotations):
            joints.append(document.node(joints[-1] if joints else None, name=name, translation=offset, rotation=rotation))
        # glTF stores matrices column by column.
        columns = [m.T.ravel().tolist() for m in self.inverse_binds]
        attributes = {"POSITION": document.accessor(self.positions),
                      "JOINTS_0": document.accessor([(a, b, 0, 0) for (a, _), (b, _) in self.influences], "B"),
                      "WEIGHTS_0": document.accessor([(a, b, 0, 0) for (_, a), (_, b) in self.influences])}
        mesh = document.mesh([{"attributes": attributes, "indices": document.accessor(self.triangles, "H")}])
        document.node(mesh=mesh, skin=document.skin(joints, columns), name="Sleeve")
        if with_clip:
            turns = document.accessor([turn(*way) for _, way in CLIP])
            document.clip((joints[ELBOW], "rotation", "LINEAR", [seconds for seconds, _ in CLIP], turns))
        file.write_bytes(document.bytes())
