# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
"""Plots of algorithms without a mesh, from their golden data, as SVG: curves over a parameter, frames and points in space (x, y),
cells whose darkness is a number, and colours."""
import json
import math
import struct
from html import escape

SIDE, GAP, MARGIN = 260, 40, 30
LINES = ("#1b6ca8", "#c8553d", "#2b8a57", "#8a5fb0", "#b58900", "#555555")

# Case of each algorithm, and panels: kind, title, arrays. Of "curves" the first array is the parameter.
PLOTS = {
    "fk.product": ("arm.scaled", [("frames", "joints", "tap.model_from_bone"), ("frames", "skinning matrices", "expected.palette")]),
    "skeleton.inverse-bind": ("joints.rotated", [("frames", "bind", "input.bind"), ("frames", "inverse", "expected.inverse_binds")]),
    "skeleton.palette": ("", [("frames", "world", "input.world"), ("frames", "skinning matrices", "expected.palette")]),
    "interp.lerp": ("", [("curves", "value over t", "input.t", "expected.values")]),
    "interp.slerp": ("turn.120", [("curves", "quaternion over t", "input.t", "expected.values")]),
    "interp.nlerp": ("turn", [("curves", "quaternion over t", "input.t", "expected.values")]),
    "interp.quaternion-blend": ("fan", [("bars", "rotations of each row", "input.rotations"), ("bars", "blended", "expected.values")]),
    "anim.step": ("", [("curves", "value over time", "input.t", "expected.values")]),
    "anim.linear": ("keys.numbers", [("curves", "value over time", "input.t", "expected.values")]),
    "anim.cubicspline": ("keys.asymmetric", [("curves", "value over time", "input.t", "expected.values")]),
    "anim.pose-loop": ("arm", [("curves", "rotation of the elbow, keys", "input.times", "input.rotations"),
                               ("bars", "rotation at the time", "expected.rotations")]),
    "anim.vertex": ("blob", [("points", "first key", "input.key_positions"), ("points", "at the time", "expected.positions")]),
    "cor.centres": ("tube", [("points", "vertices", "input.positions"), ("points", "centres of rotation", "expected.centres")]),
    "ddm.omegas": ("", [("cells", "slots of each vertex", "input.weights"), ("cells", "omegas of the first vertices", "expected.omegas")]),
    "morph.attributes": ("face.two", [("colours", "colours at rest", "input.colours"), ("colours", "morphed", "expected.colours")]),
    "texture-blend": ("maps.two", [("colours", "texels at rest", "input.texels"), ("colours", "blended", "expected.texels")]),
    "rbf": ("", [("bars", "values of the examples", "input.example_values"), ("bars", "interpolated", "expected.values")]),
    "mwe.fit": ("", [("points", "at rest", "input.positions"), ("points", "fitted to the examples", "expected.fitted_positions")]),
    "ssdr": ("", [("points", "examples", "input.example_positions"), ("cells", "weights of the bones found", "expected.bone_weights")]),
    "weights.limit": ("", [("cells", "weights by slot", "input.weights"), ("cells", "limited, by joint", "expected.joint_weights")]),
    "weights.colours": ("", [("cells", "weights by slot", "input.weights"), ("colours", "colour of each vertex", "expected.colours")]),
    "pack.u8": ("", [("cells", "weights", "input.weights"), ("cells", "packed and unpacked", "expected.unpacked_weights")]),
    "pack.u16": ("", [("cells", "weights", "input.weights"), ("cells", "packed and unpacked", "expected.unpacked_weights")]),
    "pack.f16": ("four", [("cells", "weights", "input.weights"), ("cells", "packed and unpacked", "expected.unpacked_weights")]),
    "weights.direct": ("", [("cells", "weights of the file", "input.weights"), ("cells", "weights found", "expected.slot_weights")]),
}


def arrays_of(path):
    """{name: rows of numbers} of a safetensors file: all extents but the last one are rows."""
    data = path.read_bytes()
    size = struct.unpack("<Q", data[:8])[0]
    found = {}
    for name, tensor in json.loads(data[8:8 + size]).items():
        if name != "__metadata__":
            begin, end = (8 + size + at for at in tensor["data_offsets"])
            letter, width = {"F64": ("d", 8), "F32": ("f", 4), "I32": ("i", 4), "U8": ("B", 1)}.get(tensor["dtype"], ("", 0))
            numbers = struct.unpack(f"<{(end - begin) // width}{letter}", data[begin:end]) if letter else ()
            columns = 12 if len(tensor["shape"]) > 2 and tensor["shape"][-2:] == [3, 4] else tensor["shape"][-1] if len(tensor["shape"]) > 1 else 1
            found[name] = [numbers[i:i + columns] for i in range(0, len(numbers), columns or 1)]
    return found


def scale(values, low, high):
    """A function from the range of the values to low .. high."""
    least, most = min(values), max(values)
    return lambda x: low + (high - low) * ((x - least) / (most - least) if most > least else 0.5)


def curves(rows, at):
    points = sorted((x[0], row) for x, row in zip(at, rows))
    to_x, to_y = scale([x for x, _ in points], 0, SIDE), scale([y for _, row in points for y in row], SIDE, 0)
    for column in range(len(rows[0])):
        colour = LINES[column % len(LINES)]
        places = [(to_x(x), to_y(row[column])) for x, row in points]
        yield f'<polyline fill="none" stroke="{colour}" stroke-width="2" points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in places)}"/>'
        yield from (f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in places)


def fitted(points):
    """The same factor for x and y."""
    xs, ys = zip(*points)
    size = max(max(xs) - min(xs), max(ys) - min(ys)) or 1
    return lambda x, y: ((x - (min(xs) + max(xs)) / 2) / size * SIDE * 0.9 + SIDE / 2, SIDE / 2 - (y - (min(ys) + max(ys)) / 2) / size * SIDE * 0.9)


def points(rows, _):
    place = fitted([row[:2] for row in rows])
    yield from ('<circle cx="%.1f" cy="%.1f" r="4" fill="#1b6ca8" fill-opacity="0.6"/>' % place(*row[:2]) for row in rows)


def frames(rows, _):
    length = 0.2 * (max(abs(row[3]) + abs(row[7]) + abs(row[11]) for row in rows) or 1)
    # Seen from the front and a little from above and the right, so that the third axis shows.
    seen = [[(x + 0.4 * z, y + 0.3 * z) for x, y, z in [(row[3], row[7], row[11])] + [
        (row[3] + length * row[a], row[7] + length * row[4 + a], row[11] + length * row[8 + a]) for a in range(3)]] for row in rows]
    place = fitted([point for frame in seen for point in frame])
    for frame in seen:
        (x, y), *tips = [place(*point) for point in frame]
        for colour, (to_x, to_y) in zip(("#c8553d", "#2b8a57", "#1b6ca8"), tips):
            yield f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}" stroke="{colour}" stroke-width="3"/>'
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="#333"/>'


def cells(rows, _):
    most = max(abs(number) for row in rows for number in row) or 1
    width, height = SIDE / len(rows[0]), SIDE / len(rows)
    for r, row in enumerate(rows):
        for c, number in enumerate(row):
            fill = "rgb(%d,%d,%d)" % tuple(255 - (255 - end) * min(1, abs(number) / most) for end in (27, 108, 168))
            yield f'<rect x="{c * width:.1f}" y="{r * height:.1f}" width="{width:.1f}" height="{height:.1f}" stroke="#ccc" fill="{fill}"/>'


def colours(rows, _):
    columns = math.ceil(len(rows) ** 0.5)
    size = SIDE / columns
    for i, row in enumerate(rows):
        fill = "rgb(%d,%d,%d)" % tuple(255 * min(1, max(0, number)) for number in row[:3])
        yield f'<rect x="{i % columns * size:.1f}" y="{i // columns * size:.1f}" width="{size:.1f}" height="{size:.1f}" fill="{fill}"/>'


def bars(rows, _):
    numbers = [(c, number) for row in rows for c, number in enumerate(row)]
    to_y, width = scale([0, *(number for _, number in numbers)], SIDE, 0), SIDE / len(numbers)
    for i, (c, number) in enumerate(numbers):
        top, bottom = sorted((to_y(number), to_y(0)))
        yield f'<rect x="{i * width:.1f}" y="{top:.1f}" width="{width * 0.8:.1f}" height="{bottom - top + 0.5:.1f}" fill="{LINES[c % len(LINES)]}"/>'


def plot(algorithm, folder):
    """The SVG of an algorithm, of its folder of golden data; None for an algorithm that has a mesh to draw."""
    if algorithm not in PLOTS:
        return None
    start, panels = PLOTS[algorithm]
    files = sorted(folder.glob("*.safetensors"))
    file = next((file for file in files if file.name.startswith(start)), files[0])
    arrays = arrays_of(file)
    width = MARGIN + len(panels) * (SIDE + GAP)
    text = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {SIDE + 90}" width="{width}" font-family="sans-serif" font-size="14">',
            f'<rect width="100%" height="100%" fill="white"/><text x="{MARGIN}" y="{SIDE + 78}" fill="#555">{escape(file.name.partition(".pose.f32")[0])}</text>']
    for p, (kind, title, *names) in enumerate(panels):
        rows, at = arrays[names[-1]], arrays[names[0]]
        if kind == "curves" and len(rows) > len(at):  # several joints of a key: the last one
            rows = rows[len(rows) // len(at) - 1::len(rows) // len(at)]
        if names[-1] == "expected.omegas":
            rows = rows[:24]
        if names[-1] == "input.key_positions":
            rows = rows[::len(rows) // len(arrays["expected.positions"])]
        text.append(f'<g transform="translate({MARGIN + p * (SIDE + GAP)} {MARGIN})">')
        text += globals()[kind](rows, at)
        text.append(f'<text x="0" y="{SIDE + 24}" fill="#222">{escape(title)}</text></g>')
    return "\n".join([*text, "</svg>"])
