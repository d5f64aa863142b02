# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""The glTF files that ci/engines makes, each to distinguish conventions or common defects (see
conformance/engines/README.md). All are valid; the judge only warns about sums of weights, which the format recommends."""
import math

from .glb import Document

DIRECTIONS = ((0.6, 0.64, 0.48), (0.48, 0.6, -0.64), (-0.64, 0.48, 0.6), (0.36, -0.48, 0.8))
TANGENTS = ((0.8, -0.48, -0.36), (0.8, 0, 0.6), (0.6, 0.8, 0), (0.8, 0.6, 0))  # each at a right angle to its direction
MIRRORED = [0, 2, 0, 0, 0.75, 0, 0, 0, 0, 0, 1.5, 0, 1, 0.25, 0, 1]  # the columns of a matrix: x and y exchanged, each scaled
FOUR = ((0.5, 0.25, 0.1875, 0.0625), (0.625, 0.1875, 0.125, 0.0625), (1, 0, 0, 0), (0.4375, 0.375, 0.125, 0.0625))
EIGHT = tuple(k / 32 for k in (2, 9, 4, 1, 6, 3, 5, 2))  # neither the first four nor the four largest sum to 1
EIGHT_BYTES = ((70, 10, 45, 30, 40, 25, 15, 20), (25, 80, 5, 40, 15, 35, 45, 10), (60, 50, 20, 7, 33, 44, 11, 30))  # 255, divided otherwise by four


def turn(axis, degrees):
    """A unit quaternion about a unit axis, with all digits: for other lengths, formulas of the rotation matrix differ."""
    half = math.radians(degrees) / 2
    return [x * math.sin(half) for x in axis] + [math.cos(half)]


def negative(quaternion):
    return [-x for x in quaternion]


def moved_to(x, y=0, z=0):
    """The columns of a translation."""
    return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1]


def bar(document, at=0, tangents=False):
    """Attributes of twelve vertices around x, and indices of their triangles."""
    positions = [(at + v / 4, (v % 3 - 1) / 2, (v * v % 5 - 2) / 4) for v in range(12)]
    attributes = {"POSITION": document.accessor(positions), "NORMAL": document.accessor([DIRECTIONS[v % 4] for v in range(12)])}
    if tangents:
        attributes["TANGENT"] = document.accessor([(*TANGENTS[v % 4], 1 - 2 * (v % 2)) for v in range(12)])
    indices = document.accessor([v + k for v in range(10) for k in range(3)], "H")
    return {"attributes": attributes, "indices": indices}


def slots(first, count=4, joints=4):
    """The joints of a vertex, all of them different."""
    return [(first + slot) % joints for slot in range(count)]


def add_influences(document, primitive, joints, weights, letters="Bf", of=0):
    """JOINTS_n and WEIGHTS_n; joints of slots without weight are 0. letters: component types of both."""
    named = [[j if w else 0 for j, w in zip(*rows)] for rows in zip(joints, weights)]
    primitive["attributes"][f"JOINTS_{of}"] = document.accessor(named, letters[0])
    primitive["attributes"][f"WEIGHTS_{of}"] = document.accessor(weights, letters[1], normalized=letters[1] != "f")
    return primitive


def skinned_bar(document, tangents=False):
    """On four joints."""
    return add_influences(document, bar(document, tangents=tangents), [slots(v) for v in range(12)], [FOUR[v % 4] for v in range(12)])


def chain(document, *joints, below=None):
    """Adds a chain of nodes; returns their indices."""
    nodes = []
    for fields in joints:
        nodes.append(document.node(nodes[-1] if nodes else below, **fields))
    return nodes


def plain_chain(document, below=None):
    """Four joints, each 1 from the next; the rest pose is bent, unlike the bind pose."""
    bends = [turn((0, 0, 1), 20), turn((0.6, 0, 0.8), 35), turn((0, 1, 0), -25), turn((0, 0.6, 0.8), 15)]
    return chain(document, *({"name": f"joint{j}", "translation": [min(j, 1), 0, 0], "rotation": bends[j]} for j in range(4)),
                 below=below)


def bound(document, joints, **fields):
    """A skin that was bound with the joints along x."""
    return document.skin(joints, [moved_to(-j) for j in range(len(joints))], **fields)


def show(document, primitives, skin=None, parent=None, **fields):
    return document.node(parent, mesh=document.mesh(primitives), **({} if skin is None else {"skin": skin}), **fields)


def uneven_scales(document):
    """Scales that differ by axis below rotated joints, which causes shear; a joint matrix that mirrors; two distant keys."""
    joints = chain(document, {"name": "root", "rotation": turn((0, 0, 1), 30), "scale": [1, 1.5, 1]},
                   {"name": "uneven", "translation": [1, 0, 0], "rotation": turn((0.6, 0, 0.8), 50), "scale": [2, 0.5, 1]},
                   {"name": "mirrored", "matrix": MIRRORED},
                   {"name": "tip", "translation": [0.5, 0, 0], "rotation": turn((0, 1, 0), 40), "scale": [0.5, 1, -1.25]})
    show(document, [skinned_bar(document, tangents=True)], bound(document, joints))
    rotations = document.accessor([turn((0.6, 0.64, 0.48), -50), turn((0.48, -0.6, 0.64), 80)])
    document.clip((joints[1], "rotation", "LINEAR", [0, 1], rotations))


def uneven_turns(document):
    """Such scales on a chain of translations, rotations and scales alone, and rotations as signed bytes, whose
    rounding changes their length, which is valid."""
    rounded = [[round(127 * x) / 127 for x in turn(*each)] for each in (((0.6, 0.64, 0.48), 40), ((0, 0.6, 0.8), -65), ((0.6, 0, 0.8), 50))]
    joints = chain(document, {"name": "root", "rotation": turn((0, 0, 1), 30), "scale": [1, 1.5, 1]},
                   {"name": "uneven", "translation": [1, 0, 0], "rotation": rounded[0], "scale": [2, 0.5, 1]},
                   {"name": "turned", "translation": [1, 0.25, 0], "rotation": rounded[1], "scale": [1, 1, 0.75]},
                   {"name": "tip", "translation": [0.5, 0, 0], "rotation": rounded[2]})
    show(document, [skinned_bar(document, tangents=True)], bound(document, joints))


def uneven_parts(document):
    """Meshes of nodes with such scales."""
    root = document.node(name="root", rotation=turn((0, 0, 1), 30), scale=[1, 1.5, 1])
    show(document, [bar(document, tangents=True)], parent=root, name="uneven", rotation=turn((0.6, 0, 0.8), 50), scale=[2, 0.5, 1])
    show(document, [bar(document, 1, tangents=True)], parent=root, name="mirrored",
         matrix=MIRRORED)
    morphed = bar(document, 2)
    morphed["targets"] = [target(document, i) for i in range(2)]
    show(document, [morphed], parent=root, name="morphed", scale=[0.5, 2, 1], rotation=turn((0, 1, 0), 40), weights=[0.75, -0.5])


def target(document, i):
    """Displacements that a morph target has; normals stay far from 0."""
    return {name: document.accessor([[((v * (3 + i) + 5 * axis + i) % 7 - 3) / size for axis in range(3)] for v in range(12)])
            for name, size in (("POSITION", 8), ("NORMAL", 32))}


def weight_sums(document):
    """Float weights whose sums are below and above 1, and 0; the format advises a sum of 1."""
    factors = (1, 0.5, 1.75, 0)
    weights = [[factors[v // 3] * w for w in FOUR[v % 4]] for v in range(12)]
    primitive = add_influences(document, bar(document), [slots(v) if any(weights[v]) else [0] * 4 for v in range(12)], weights)
    show(document, [primitive], bound(document, plain_chain(document)))


def many_morphs(document):
    """Eight morph targets of a skin, with weights from -1 to 2; a clip with other weights."""
    primitive = skinned_bar(document)
    primitive["targets"] = [target(document, i) for i in range(8)]
    weights = [0.75, -0.5, 1.25, -1, 0.5, -0.25, 0.375, 2]
    mesh = document.mesh([primitive], weights=weights)
    node = document.node(mesh=mesh, skin=bound(document, plain_chain(document)))
    keys = [weights[(i + shift) % 8] * sign for shift, sign in ((3, 1), (5, -1)) for i in range(8)]
    document.clip((node, "weights", "LINEAR", [0.25, 1], document.accessor(keys)))


def keys(document):
    """Clip 0: one key per track; 1: tracks with different ranges, none from 0; 2: quaternions that change their sign; 3: steps;
    4: splines with keys at uneven times; 5: rotations as signed bytes, of length 1 up to rounding."""
    root, bent, lower, _ = joints = plain_chain(document)
    show(document, [skinned_bar(document)], bound(document, joints))
    poses = [turn((0.6, 0.64, 0.48), 70), turn((0.48, 0.6, -0.64), -60), turn((-0.64, 0.48, 0.6), 50)]
    places, scales = [(1, 0.5, 0), (0.5, -0.25, 0.75), (1.5, 0, -0.5)], [(1, 1, 1), (1.5, 1.5, 1.5), (0.5, 0.5, 0.5)]
    rotations, translations, sizes = (document.accessor(rows) for rows in (poses, places, scales))
    one = [document.accessor(rows[1:2]) for rows in (poses, places, scales)]
    document.clip(*((bent, path, "LINEAR", [0.5], values) for path, values in zip(("rotation", "translation", "scale"), one)))
    document.clip((bent, "rotation", "LINEAR", [1.5, 2, 3], rotations),
                  (lower, "translation", "LINEAR", [2.25, 2.5, 2.75], translations))
    flipped = document.accessor([poses[0], negative(poses[1]), poses[2]])
    document.clip((bent, "rotation", "LINEAR", [0, 0.5, 1.5], flipped))
    times = [0.25, 0.75, 2]
    document.clip((bent, "rotation", "STEP", times, rotations), (root, "translation", "STEP", times, translations),
                  (lower, "scale", "STEP", times, sizes))
    document.clip((bent, "rotation", "CUBICSPLINE", times, document.accessor(with_tangents(poses))),
                  (root, "translation", "CUBICSPLINE", times, document.accessor(with_tangents(places))))
    rounded = document.accessor([[round(127 * x) for x in pose] for pose in poses], "b", normalized=True)
    document.clip((bent, "rotation", "LINEAR", times, rounded))


def late_spline(document):
    """A cubic spline that begins after another track: until then it has its first value, without tangents."""
    root, bent, *_ = joints = plain_chain(document)
    show(document, [skinned_bar(document)], bound(document, joints))
    places = [(1, 0.5, 0), (0.5, -0.25, 0.75), (1.5, 0, -0.5)]
    document.clip((bent, "translation", "CUBICSPLINE", [1, 1.5, 3], document.accessor(with_tangents(places))),
                  (root, "translation", "LINEAR", [0, 0.5, 3], document.accessor(places)))


def with_tangents(values):
    """Each key between its in-tangent and its out-tangent."""
    rows = []
    for k, value in enumerate(values):
        rows += [[((k + 3 * i) % 5 - 2) / 4 for i in range(len(value))], value, [((2 * k + i) % 5 - 2) / 2 for i in range(len(value))]]
    return rows


def names(document):
    """Joints with the same name, without a name, and with path separators in the name; the mesh also has a joint's name."""
    bends = [turn((0, 0, 1), 20), turn((0.6, 0, 0.8), 35), turn((0, 1, 0), -25), turn((0, 0.6, 0.8), 15)]
    named = [{"name": "bone"}, {}, {"name": "bone"}, {"name": "bone.001/[1]:scale"}]
    joints = chain(document, *({**named[j], "translation": [min(j, 1), 0, 0], "rotation": bends[j]} for j in range(4)))
    skin = bound(document, joints, name="bone")
    document.node(mesh=document.mesh([skinned_bar(document)], name="bone"), skin=skin, name="bone")
    document.clip(*((joint, "rotation", "LINEAR", [0, 1], document.accessor([bends[j - 1], bends[j - 2]])) for j, joint in enumerate(joints)))


def packed_influences(document):
    """Joints as bytes and shorts, with weights as normalized bytes, shorts and floats, in all combinations."""
    small = ((128, 64, 43, 20), (200, 40, 10, 5), (255, 0, 0, 0), (85, 85, 84, 1))
    large = ((30000, 20000, 10000, 5535), (65000, 500, 34, 1), (65535, 0, 0, 0), (21845, 21845, 21844, 1))
    stored = {"B": small, "H": large, "f": FOUR}
    primitives = [add_influences(document, bar(document, part / 8), [slots(v + part) for v in range(12)],
                                 [stored[letters[1]][v % 4] for v in range(12)], letters)
                  for part, letters in enumerate(("BB", "HH", "HB", "BH", "Hf"))]
    show(document, primitives, bound(document, plain_chain(document)))


def two_skins(document):
    """Two skins of one skeleton whose nodes are listed from its tips: two primitives with eight influences, and one with four,
    with other inverse bind matrices and another order of joints."""
    parents = [None, 0, 1, 2, 0, 4, 4, 6]
    nodes = [{"name": f"joint{j}", "translation": [1, j % 3 / 4, 0], "rotation": turn((0.6, 0, 0.8), 15 * j - 40)} for j in range(8)]
    for j in range(1, 8):
        nodes[parents[j]].setdefault("children", []).append(7 - j)
    document.json["nodes"] = nodes[::-1]
    document.json["scenes"][0]["nodes"].append(7)
    every = list(range(8))
    document.mesh([eight_influences(document, bar(document, part), [EIGHT] * 12) for part in range(2)])
    document.node(mesh=0, skin=bound(document, every))
    other = document.skin(every[5::-2], [moved_to(-1, j / 2, 0.25) for j in range(3)])
    primitive = bar(document, 2)
    add_influences(document, primitive, [(v % 3, (v + 1) % 3, (v + 2) % 3, 0) for v in range(12)], [(0.5, 0.375, 0.125, 0)] * 12)
    show(document, [primitive], other)
    document.clip((3, "rotation", "LINEAR", [0], document.accessor([turn((0.48, 0.6, -0.64), 75)])))


def eight_influences(document, primitive, weights, letters="Bf"):
    joints = [slots(3 * v, 8, 8) for v in range(12)]
    for half in range(2):
        part = slice(4 * half, 4 * half + 4)
        add_influences(document, primitive, [row[part] for row in joints], [row[part] for row in weights], letters, of=half)
    return primitive


def eight_bytes(document):
    """Eight influences whose weights are bytes: the first four, divided by their sum, are not multiples of
    1/255."""
    joints = chain(document, *({"name": f"joint{j}", "translation": [min(j, 1), 0, 0], "rotation": turn((0.6, 0, 0.8), 12 * j - 40)}
                               for j in range(8)))
    primitive = eight_influences(document, bar(document), [EIGHT_BYTES[v % 3] for v in range(12)], "BB")
    show(document, [primitive], bound(document, joints))


def below_scale(document):
    """A node that scales each axis differently, above a skeleton and above its mesh's node, which also scales: the mesh
    follows only its joints."""
    above = document.node(name="above", scale=[2, 0.5, 1], rotation=turn((0, 0, 1), 30))
    skin = bound(document, plain_chain(document, below=above))
    show(document, [skinned_bar(document)], skin, parent=above, name="skinned", scale=[1, 3, 1])


def zero_node(document):
    """A skinned mesh whose node is scaled to 0: this transform has no inverse, and does not affect the mesh."""
    show(document, [skinned_bar(document)], bound(document, plain_chain(document)), name="skinned", scale=[0, 0, 0])


def below_skinned(document):
    """A mesh without a skin on a child of a skinned mesh's node, which moves it like any other node."""
    skinned = show(document, [skinned_bar(document)], bound(document, plain_chain(document)), name="skinned", translation=[3, 0, 0])
    show(document, [bar(document)], parent=skinned, name="below", translation=[0, 1, 0])


def shared_mesh(document):
    """One mesh of two nodes, each with its own skin: one skeleton in its bind pose, one bent."""
    straight = chain(document, *({"name": f"straight{j}", "translation": [min(j, 1), 0, 0]} for j in range(4)))
    bent = chain(document, *({"name": f"bent{j}", "translation": [min(j, 1), 1, 0], "rotation": turn((0, 0, 1), 25)} for j in range(4)))
    mesh = document.mesh([skinned_bar(document)])
    for name, joints in (("first", straight), ("second", bent)):
        document.node(mesh=mesh, skin=bound(document, joints), name=name)


ASSETS = (uneven_scales, uneven_turns, uneven_parts, weight_sums, many_morphs, keys, late_spline, names, packed_influences, two_skins, eight_bytes,
          below_scale, zero_node, below_skinned, shared_mesh)


def built(make):
    document = Document()
    make(document)
    return document.bytes()


def made(folder):
    """The files, written into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / f"{make.__name__}.glb" for make in ASSETS]
    for path, make in zip(paths, ASSETS):
        path.write_bytes(built(make))
    return paths
