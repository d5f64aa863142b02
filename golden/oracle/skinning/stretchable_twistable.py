# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Stretchable, twistable bones: linear blending of a mesh that each bone has changed in its bind place before it moves.

A twist by theta is read as a multiplication by e^(i theta) in the plane across the bone."""
from mpmath import expj, mpc, mpf

from shared.linear import add, cross, dot, identity, subtract, times, total, unit
from shared.pose import palette_motions, with_handedness
from shared.rotation import rotate


def twisted(d, theta, y):
    """y turned by theta about the unit axis d, right-handed."""
    across = unit(cross(d, min(identity(), key=lambda axis: abs(dot(axis, d)))))
    up = cross(d, across)  # across, up, d are a right-handed frame
    z = mpc(dot(across, y), dot(up, y)) * expj(theta)
    return add(times(dot(d, y), d), add(times(z.real, across), times(z.imag, up)))


def influence_of_slot(question, v, slot):
    """(w, joint, a, e s, K) where K is a function of vectors; None where w = 0."""
    joint = question["joints"][v][slot]
    w = question["weights"][v][slot] if "weights" in question else mpf(1)
    if w == 0:
        return None
    e = question["endpoint_weights"][v][slot]
    a, twist = question["bone_heads"][joint], question["twists"][joint]
    d = unit(subtract(question["bone_tails"][joint], a))
    return w, joint, a, times(e, question["stretches"][joint]), lambda y: y if twist == 0 else twisted(d, e * twist, y)


def answer(question):
    taps, palette = palette_motions(question)
    answers = {"positions": [], "normals": [], "tangents": []}
    for v, x in enumerate(question["positions"]):
        slots = [influence_of_slot(question, v, slot) for slot in range(len(question["joints"][v]))]
        bones = [bone for bone in slots if bone]

        def moved(bone):
            _, joint, a, stretch, twist = bone
            q, t = palette[joint]
            return add(rotate(q, add(add(a, stretch), twist(subtract(x, a)))), t)

        def turned(n):
            return unit(total(times(w, rotate(palette[joint][0], twist(n))) for w, joint, _, _, twist in bones))

        answers["positions"].append(total(times(bone[0], moved(bone)) for bone in bones))
        if "normals" in question:
            answers["normals"].append(turned(question["normals"][v]))
        if "tangents" in question:
            t = question["tangents"][v]
            answers["tangents"].append(with_handedness(turned(t[:3]), t))
    return answers | taps
