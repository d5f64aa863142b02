# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Armatures and skinned meshes made of a question's arrays, and what the dependency graph makes of them.

All bones rest at the origin along their own y axis, so that their rest matrices are the identity and a pose bone's
location, rotation and scale are the joint's local transform. Where a matrix comes in that is not made of these three -
an inverse bind matrix, a skinning matrix, a joint's matrix - it is the inverse matrix of a Child Of constraint, whose
result is target * inverse matrix * own. So every joint has two bones: 'joint' is moved as the question says, and 'skin',
which deforms, is the product of the joint and its inverse bind matrix.
"""
import math

import bpy
import numpy as np
from mathutils import Matrix


def clear():
    """Removes every object and what it is made of."""
    for blocks in (bpy.data.objects, bpy.data.armatures, bpy.data.meshes, bpy.data.actions):
        bpy.data.batch_remove(list(blocks))


def matrix(rows):
    return Matrix([*(row.tolist() for row in rows), [0, 0, 0, 1]])


def rows(matrices):
    """[J, 3, 4] of Blender's matrices."""
    return np.array([m[:3] for m in matrices])


def quaternion(q):
    """Blender's order, (w, x, y, z), of (x, y, z, w)."""
    return [q[3], q[0], q[1], q[2]]


def link(name, data):
    made = bpy.data.objects.new(name, data)
    bpy.context.scene.collection.objects.link(made)
    return made


class Armature:
    def __init__(self, names, parents=None):
        """names of the bones; parents: name -> name."""
        self.object = link("armature", bpy.data.armatures.new("armature"))
        self.anchor = link("anchor", None)  # the world, for constraints, which need a target
        bones = self.object.data.edit_bones
        bpy.context.view_layer.objects.active = self.object
        bpy.ops.object.mode_set(mode="EDIT")
        for name in names:
            bone = bones.new(name)
            bone.head, bone.tail, bone.roll = (0, 0, 0), (0, 1, 0), 0
        for name, parent in (parents or {}).items():
            bones[name].parent = bones[parent]
        bpy.ops.object.mode_set(mode="OBJECT")

    def __getitem__(self, name):
        return self.object.pose.bones[name]

    def child_of(self, name, parent, parent_from_bone):
        constraint = self[name].constraints.new("CHILD_OF")
        if parent is None:
            constraint.target = self.anchor
        else:
            constraint.target, constraint.subtarget = self.object, parent
        constraint.inverse_matrix = parent_from_bone

    def evaluated(self):
        return self.object.evaluated_get(bpy.context.evaluated_depsgraph_get()).pose.bones


def joint(j):
    return f"joint {j}"


def skin(j):
    return f"skin {j}"


def posed_armature(arrays, inverse_binds=None):
    """Of a question at level pose. A joint that is given as a matrix is no bone's child but has it as a constraint."""
    parents = arrays["parents"]
    count = len(parents)
    is_matrix = arrays.get("local_is_matrix", np.zeros(count))
    names = [joint(j) for j in range(count)]
    if inverse_binds is not None:
        names += [skin(j) for j in range(count)]
    armature = Armature(names, {joint(j): joint(parents[j])
                                for j in range(count) if parents[j] >= 0 and not is_matrix[j]})
    for j in range(count):
        bone = armature[joint(j)]
        bone.rotation_mode = "QUATERNION"
        if is_matrix[j]:
            parent = joint(parents[j]) if parents[j] >= 0 else None
            armature.child_of(joint(j), parent, matrix(arrays["local_matrices"][j]))
            continue
        bone.location = arrays["local_translations"][j]
        bone.rotation_quaternion = quaternion(arrays["local_rotations"][j])
        bone.scale = arrays["local_scales"][j]
    for j, inverse_bind in enumerate(inverse_binds if inverse_binds is not None else []):
        armature.child_of(skin(j), joint(j), inverse_bind)
    return armature


def palette_armature(palette):
    armature = Armature([skin(j) for j in range(len(palette))])
    for j, mesh_from_mesh in enumerate(palette):
        armature.child_of(skin(j), None, mesh_from_mesh)
    return armature


def world_matrices(armature, count):
    bones = armature.evaluated()
    return rows([bones[joint(j)].matrix for j in range(count)])


def mesh_of(positions, triangles=()):
    mesh = bpy.data.meshes.new("mesh")
    mesh.from_pydata(positions, [], triangles)
    return link("mesh", mesh)


def add_groups(made, arrays, names):
    """A vertex group for each joint that has a name; a joint's slots are summed."""
    joints = arrays["joints"]
    weights = arrays.get("weights", np.ones(joints.shape))
    groups = {j: made.vertex_groups.new(name=name) for j, name in names.items()}
    for v, slots in enumerate(zip(joints.tolist(), weights.tolist())):
        for j, weight in zip(*slots):
            if weight != 0:
                groups[j].add((v,), weight, "ADD")


def add_shape_keys(made, arrays):
    """Blender keeps a shape whole: where its displacements take the vertices."""
    made.shape_key_add(name="rest")
    for i, displacements in enumerate(arrays["target_positions"]):
        shape = made.shape_key_add(name=f"target {i}")
        shape.data.foreach_set("co", (arrays["positions"] + displacements).ravel())
        shape.slider_min, shape.slider_max = -10, 10  # as far as Blender lets them go
        shape.value = arrays["target_weights"][i]


def skinned_mesh(arrays, armature, bone_of, preserve_volume):
    """A mesh with a vertex group for each joint, and the armature modifier."""
    made = mesh_of(arrays["positions"])
    add_groups(made, arrays, {int(j): bone_of(j) for j in np.unique(arrays["joints"])})
    if "target_weights" in arrays:
        add_shape_keys(made, arrays)
    modifier = made.modifiers.new("armature", "ARMATURE")
    modifier.object = armature.object
    modifier.use_deform_preserve_volume = preserve_volume
    return made


def deformed(made):
    """The vertices that the dependency graph gives, in the object's space."""
    mesh = made.evaluated_get(bpy.context.evaluated_depsgraph_get()).to_mesh()
    positions = np.empty(3 * len(mesh.vertices), np.float32)
    mesh.vertices.foreach_get("co", positions)
    return positions.reshape(-1, 3)


def frame_at(time):
    return time * bpy.context.scene.render.fps


def set_time(time):
    frame = frame_at(time)
    bpy.context.scene.frame_set(math.floor(frame), subframe=frame - math.floor(frame))


def f_curves(action, path, times, values, interpolation):
    """One curve for each number of the values [K, w]; of cubic splines [K, 3, w], whose tangents become handles a third
    of the way to the next key."""
    cubic = interpolation == "BEZIER"
    curves = []
    for i in range(values.shape[-1]):
        curve = action.fcurves.new(path, index=i)
        curve.keyframe_points.add(len(times))
        at = values[:, 1, i] if cubic else values[:, i]
        for k, key in enumerate(curve.keyframe_points):
            key.co = (frame_at(times[k]), at[k])
            key.interpolation = interpolation
            if cubic:
                key.handle_left_type = key.handle_right_type = "FREE"
                before = (times[k] - times[k - 1]) / 3 if k > 0 else 0
                after = (times[k + 1] - times[k]) / 3 if k + 1 < len(times) else 0
                key.handle_left = (frame_at(times[k] - before), at[k] - before * values[k, 0, i])
                key.handle_right = (frame_at(times[k] + after), at[k] + after * values[k, 2, i])
        curves.append(curve)
    return curves
