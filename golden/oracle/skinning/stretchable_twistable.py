# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Stretchable, twistable bones: linear blending of a mesh that each bone first changes in bind pose. A twist by

A rotation by theta is a multiplication by e^(i theta) in the plane perpendicular to the bone."""
from mpmath import expj, mpc

from shared.linear import add, cross, dot, identity, subtract, times, total, unit
from shared.pose import counted_slots, palette_motions, surface
from shared.rotation import rotate


def twisted(d, theta, y):
    """y rotated by theta about the unit axis d, right-handed."""
    across = unit(cross(d, min(identity(), key=lambda axis: abs(dot(axis, d)))))
    up = cross(d, across)  # across, up, d are a right-handed frame
    z = mpc(dot(across, y), dot(up, y)) * expj(theta)
    return add(times(dot(d, y), d), add(times(z.real, across), times(z.imag, up)))


def influence_of_slot(question, v, slot, joint, w):
    """(w, joint, a, e s, K); K is a function of vectors."""
    e = question["endpoint_weights"][v][slot]
    a, twist = question["bone_heads"][joint], question["twists"][joint]
    d = unit(subtract(question["bone_tails"][joint], a))
    return w, joint, a, times(e, question["stretches"][joint]), lambda y: y if twist == 0 else twisted(d, e * twist, y)


def answer(question):
    taps, palette = palette_motions(question)

    def carriers(v):
        bones = [influence_of_slot(question, v, *slot) for slot in counted_slots(question, v)]

        def moved(bone, x):
            _, joint, a, stretch, twist = bone
            q, t = palette[joint]
            return add(rotate(q, add(add(a, stretch), twist(subtract(x, a)))), t)

        def turned(n):
            return total(times(w, rotate(palette[joint][0], twist(n))) for w, joint, _, _, twist in bones)

        return lambda x: total(times(bone[0], moved(bone, x)) for bone in bones), turned, turned

    return surface(question, carriers) | taps
