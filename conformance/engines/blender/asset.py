# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Files: Blender's glTF importer with its default settings, the clip's actions, the evaluated vertices.

The importer is called as its operator calls it (io_scene_gltf2/__init__.py, unit_import), because only its own tables say
which object shows which node of the file.
"""
import logging

import bpy
import numpy as np
import scene

from io_scene_gltf2.blender.imp.gltf2_blender_animation import BlenderAnimation
from io_scene_gltf2.blender.imp.gltf2_blender_gltf import BlenderGlTF
from io_scene_gltf2.io.imp.gltf2_io_gltf import glTFImporter

# The importer of Blender 3.4 names np.bool, which Debian 12's numpy has no more.
vars(np).setdefault("bool", bool)

loaded = (None, None)  # what was imported last: (file, clip), the importer


class Hooks:
    """What the importer lets an extension change."""

    def gather_import_animations(self, animations, options, gltf):
        """The first clip is not switched on: what it has moved would stay there when it is switched off."""
        options.restore_first_anim = False

    def gather_import_decode_primitive(self, mesh, primitive, skin, gltf):
        """Every primitive is taken as points, because vertices that no face uses are left out."""
        primitive.mode, primitive.indices = 0, None


def settings():
    """The operator's own defaults."""
    properties = bpy.ops.import_scene.gltf.get_rna_type().properties
    known = {p.identifier: p.default for p in properties if p.identifier != "rna_type" and hasattr(p, "default")}
    return {**known, "loglevel": logging.CRITICAL, "import_user_extensions": [Hooks()]}


def forget():
    global loaded
    loaded = (None, None)


def load(file, clip):
    """Imports the file, unless it was the last one, and switches the clip on."""
    global loaded
    if loaded[0] == (file, clip):
        return loaded[1]
    forget()
    scene.clear()
    gltf = glTFImporter(file, settings())
    gltf.read()
    gltf.checks()
    BlenderGlTF.create(gltf)
    if clip is not None:
        BlenderAnimation.restore_animation(gltf, gltf.data.animations[clip].track_name)
    loaded = ((file, clip), gltf)
    return gltf


def object_of(gltf, node):
    for vnode in gltf.vnodes.values():
        if vnode.mesh_node_idx == node:
            return vnode.blender_object
    raise ValueError(f"the importer shows no mesh for node {node}")


def part_positions(gltf, part):
    """World space as the file has it: Blender's z is up, the importer turned (x, y, z) to (x, -z, y). The primitives of
    a mesh are one after the other."""
    primitives = gltf.data.meshes[part["mesh"]].primitives
    begin = sum(gltf.data.accessors[p.attributes["POSITION"]].count for p in primitives[: part["primitive"]])
    made = object_of(gltf, part["node"]).evaluated_get(bpy.context.evaluated_depsgraph_get())
    mesh = made.to_mesh()
    mesh.transform(made.matrix_world)
    positions = np.empty(3 * len(mesh.vertices), np.float32)
    mesh.vertices.foreach_get("co", positions)
    made.to_mesh_clear()
    x, y, z = positions.reshape(-1, 3)[begin : begin + part["vertices"]].T
    return np.stack([x, z, -y], axis=1)


def answer(question):
    asset = question.asset
    gltf = load(asset["file"], asset["clip"])
    scene.set_time(asset["time"])
    return {"positions": np.concatenate([part_positions(gltf, part) for part in asset["parts"]])}
