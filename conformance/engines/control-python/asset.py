# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""glTF files, which the course's solution reads, as arrays of questions."""
import exercises
import gltf
import subject as course
from policies import morphed, posed, sampled

ATTRIBUTES = {"positions": "POSITION", "normals": "NORMAL", "tangents": "TANGENT"}


def world_of(file, clip, time, options):
    """world_from_node of every node."""
    locals_trs = [list(file.local_trs(node)) for node in range(file.node_count)]
    for node, path, interpolation, times, values in file.tracks(clip) if clip is not None else []:
        locals_trs[node][course.PATHS.index(path)] = sampled(interpolation, times, values, path == "rotation", time, options)
    matrices = [file.local_matrix(node) for node in range(file.node_count)]
    translations, rotations, scales = zip(*locals_trs)
    arrays = {"parents": file.parents(), "local_translations": translations, "local_rotations": rotations, "local_scales": scales,
              "local_is_matrix": [matrix is not None for matrix in matrices], "local_matrices": matrices}
    return course.world_matrices(posed(arrays, options))


def target_weights(file, part, time, clip, options):
    """Of the node that shows a part: as the clip moves them, its own, or its mesh's."""
    node, mesh = file.nodes[part["node"]], file.document["meshes"][part["mesh"]]
    weights = node.get("weights", mesh.get("weights", []))
    animation = file.document["animations"][clip] if clip is not None else {"channels": []}
    for channel in animation["channels"]:
        if channel["target"] == {"node": part["node"], "path": "weights"}:
            sampler = animation["samplers"][channel["sampler"]]
            times, flat = file.accessor(sampler["input"]), file.accessor(sampler["output"])
            interpolation = sampler.get("interpolation", "LINEAR").lower()
            parts = 3 if interpolation == "cubicspline" else 1
            count = len(flat) // len(times) // parts
            keys = [flat[i : i + count] for i in range(0, len(flat), count)]
            values = [keys[k : k + 3] for k in range(0, len(keys), 3)] if parts == 3 else keys
            weights = sampled(interpolation, times, values, False, time, options)
    return weights


def mesh_of(file, part, weights):
    """The arrays of a part, morphed."""
    mesh = file.primitive(part["mesh"], part["primitive"])
    arrays = {name: mesh[name] for name in ATTRIBUTES if mesh[name]}
    targets = file.document["meshes"][part["mesh"]]["primitives"][part["primitive"]].get("targets", [])
    if targets:
        arrays["target_weights"] = weights
        arrays.update({f"target_{name}": [file.accessor(target[key]) for target in targets]
                       for name, key in ATTRIBUTES.items() if key in targets[0]})
    return morphed(arrays), mesh["influences"]


def questions(question):
    """(algorithm, arrays at level palette) of every part."""
    asset = question.asset
    file = gltf.load(asset["file"])
    world = world_of(file, asset["clip"], asset["time"], question.options)
    for part in asset["parts"]:
        arrays, influences = mesh_of(file, part, target_weights(file, part, asset["time"], asset["clip"], question.options))
        skin = file.skin(part["node"])
        if not skin:
            yield "rigid-parts", {**arrays, "palette": world, "joints": [[part["node"]]] * part["vertices"]}
            continue
        arrays["palette"] = exercises.palette([world[node] for node in skin[0]], skin[1])
        arrays["joints"], arrays["weights"] = ([[pair[i] for pair in row] for row in influences] for i in (0, 1))
        yield "lbs", arrays
