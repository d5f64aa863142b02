// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: ten algorithms in plain JavaScript for the tests, each right (defect 0) and with three defects. Arrays are lists of lists.

let rounded = (x) => x;

/** The result of `compute` with numbers rounded to float32 after each operation. */
export function inFloat32(compute) {
  rounded = Math.fround;
  try {
    return compute();
  } finally {
    rounded = (x) => x;
  }
}

const range = (count) => Array.from({ length: count }, (_, i) => i);
const add = (a, b) => a.map((x, i) => rounded(x + b[i]));
const times = (a, factor) => a.map((x) => rounded(x * factor));
const less = (a, b) => add(a, times(b, -1));
const dot = (a, b) => a.reduce((sum, x, i) => rounded(sum + rounded(x * b[i])), 0);
const sum = (vectors) => vectors.reduce(add);
const root = (x) => rounded(Math.sqrt(x));
const unit = (v) => v.map((x) => rounded(x / root(dot(v, v))));
const cross = (a, b) => [0, 1, 2].map((i) => dot([a[(i + 1) % 3], a[(i + 2) % 3]], [b[(i + 2) % 3], -b[(i + 1) % 3]]));
const xyz = (v) => v.slice(0, 3);
const turnedAbout = (matrix, v) => matrix.map((row) => dot(xyz(row), xyz(v)));
const transposed = (matrix) => range(3).map((c) => [...range(3).map((r) => matrix[r][c]), ...matrix[c].slice(3)]);

// Quaternions are (x, y, z, w).
const product = (a, b) => [...add(add(times(xyz(b), a[3]), times(xyz(a), b[3])), cross(xyz(a), xyz(b))), rounded(rounded(a[3] * b[3]) - dot(xyz(a), xyz(b)))];
const conjugate = ([x, y, z, w]) => [-x, -y, -z, w];
const rotated = (q, v) => xyz(product(product(q, [...xyz(v), 0]), conjugate(q)));
const matrixOf = (q) => transposed([[1, 0, 0], [0, 1, 0], [0, 0, 1]].map((axis) => rotated(q, axis)));
const nearer = (a, b) => (dot(a, b) < 0 ? times(b, -1) : b);

// Affine matrices are rows (C | t).
const affineProduct = (a, b) => {
  const columns = range(4).map((c) => turnedAbout(a, b.map((row) => row[c])));
  return range(3).map((r) => [columns[0][r], columns[1][r], columns[2][r], rounded(columns[3][r] + a[r][3])]);
};

/** The arrays of a mesh, with directions changed by turned(direction, vertex). */
function surface({ normals, tangents }, positions, turned) {
  return {
    positions,
    ...(normals && { normals: normals.map((n, v) => unit(turned(n, v))) }),
    ...(tangents && { tangents: tangents.map((t, v) => [...unit(turned(xyz(t), v)), t[3]]) }),
  };
}

function blended(inputs, x, defect) {
  const palette = inputs.palette.map((m) => (defect === 1 ? transposed(m) : defect === 2 ? m.map((row) => [...xyz(row), 0]) : m));
  const matrices = inputs.joints.map((joints, v) => {
    const weights = [...inputs.weights[v]];
    if (defect === 3) {
      weights[weights.length - 1] = 0;
      weights[0] += 0.25;
    }
    return range(3).map((r) => sum(joints.map((j, k) => times(palette[j][r], weights[k]))));
  });
  const turn = (direction, v) => turnedAbout(matrices[v], direction);
  return surface(inputs, x.map((p, v) => add(turn(p, v), matrices[v].map((row) => row[3]))), turn);
}

const linearBlend = (inputs, defect) => blended(inputs, inputs.positions, defect);

function poseCorrectives(inputs, defect) {
  const { positions, shape_coefficients: beta = [], shape_directions: shapes, pose_features: features, pose_directions: poses } = inputs;
  const moved = positions.map((p, v) => sum([p, ...(defect === 3 ? [] : beta.map((b, i) => times(shapes[i][v], b))),
    ...features.map((f, i) => times(poses[i][v], defect === 3 ? 2 * f : f))]));
  return blended(inputs, moved, defect % 3);
}

function dualQuaternion(inputs, defect) {
  const rotations = inputs.palette_rotations;
  const duals = rotations.map((q, j) => times(product([...inputs.palette_translations[j], 0], q), defect === 1 ? -0.5 : 0.5));
  const blends = inputs.joints.map((joints, v) => {
    const signed = joints.map((j, k) => inputs.weights[v][k] * (dot(rotations[j], rotations[joints[0]]) < 0 ? -1 : 1));
    const real = sum(joints.map((j, k) => times(rotations[j], signed[k]))), dual = sum(joints.map((j, k) => times(duals[j], defect === 3 ? 0 : signed[k])));
    const length = defect === 2 ? 1 : root(dot(real, real));
    return [real, dual].map((part) => part.map((x) => rounded(x / length)));
  });
  const moved = ([real, dual]) => times(xyz(product(dual, conjugate(real))), 2);
  return surface(inputs, inputs.positions.map((p, v) => add(rotated(blends[v][0], p), moved(blends[v]))), (n, v) => rotated(blends[v][0], n));
}

function dense(inputs, defect) {
  const weights = inputs.target_weights.map((w) => w * [1, 0, 2, 1][defect]);
  const moved = (name, v) => sum(weights.map((w, t) => times(inputs[`target_${name}`]?.[t][v].map((x) => (Number.isNaN(x) ? 0 : x)) ?? [0, 0, 0], w)));
  const outputs = { positions: inputs.positions.map((p, v) => add(p, times(moved("positions", v), defect === 3 ? -1 : 1))) };
  for (const name of ["normals", "tangents"])
    if (inputs[name]) outputs[name] = inputs[name].map((n, v) => [...unit(add(xyz(n), moved(name, v))), ...n.slice(3)]);
  return outputs;
}

const between = (compute) => ({ a, b, t }, defect) => ({ values: a.map((each, i) => compute(each, b[i], t[i], defect)) });
const linear = (a, b, t) => add(a, times(less(b, a), t));
const normalised = (a, b, t) => unit(linear(a, nearer(a, b), t));

function spherical(a, other, t) {
  const b = nearer(a, other), angle = Math.acos(Math.min(1, dot(a, b)));
  return add(times(a, rounded(Math.sin((1 - t) * angle) / Math.sin(angle))), times(b, rounded(Math.sin(t * angle) / Math.sin(angle))));
}

const lerp = between((a, b, t, defect) => [linear(a, b, t), linear(b, a, t), a, add(a, times(b, t))][defect]);
const slerp = between((a, b, t, defect) => [spherical, normalised, (p, q, s) => spherical(p, q, 1 - s), (p) => p][defect](a, b, t));
const nlerp = between((a, b, t, defect) => [normalised, spherical, (p, q, s) => normalised(p, q, 1 - s), (p, q, s) => linear(p, nearer(p, q), s)][defect](a, b, t));

/** World transforms of joints. */
function chained(parents, locals, join) {
  const worlds = [];
  const world = (j) => (worlds[j] ??= parents[j] < 0 ? locals[j] : join(world(parents[j]), locals[j]));
  return parents.map((_, j) => world(j));
}

function fkMatrix(inputs, defect) {
  const locals = inputs.local_rotations.map((q, j) => {
    const turned = defect === 1 ? transposed(matrixOf(q)) : matrixOf(q);
    return turned.map((row, r) => [...row.map((x, c) => rounded(x * (defect === 2 ? 2 : inputs.local_scales[j][c]))), inputs.local_translations[j][r]]);
  });
  return { world: chained(inputs.parents, locals, defect === 3 ? (parent, joint) => affineProduct(joint, parent) : affineProduct) };
}

function fkQuaternion(inputs, defect) {
  const locals = inputs.local_rotations.map((q, j) => [q, inputs.local_translations[j]]);
  const join = (parent, joint) => [defect === 1 ? product(joint[0], parent[0]) : product(parent[0], joint[0]),
    add(parent[1], defect === 2 ? joint[1] : rotated(parent[0], joint[1]))];
  const worlds = defect === 3 ? locals : chained(inputs.parents, locals, join);
  return { world_rotations: worlds.map(([q]) => q), world_translations: worlds.map(([, t]) => t) };
}

const palette = ({ world, inverse_binds: binds }, defect) => ({
  palette: world.map((w, j) => [affineProduct(w, binds[j]), affineProduct(binds[j], w), w, binds[j]][defect]) });

/** By a case with suitable inputs. */
export const implementations = {
  "skinning.linear_blend.bar.posed.direction.palette.f32": linearBlend,
  "skinning.dual_quaternion.bar.posed.first-influence.palette.f32": dualQuaternion,
  "examples.pose_correctives.bar.posed.palette.f32": poseCorrectives,
  "morph.dense.bar.one.here.pose.f32": dense,
  "animation.lerp.translation.sixteenths.pose.f32": lerp,
  "animation.slerp.turn.120.pose.f32": slerp,
  "animation.nlerp.turn.60.pose.f32": nlerp,
  "hierarchy.fk_matrix.bar.parents-first.pose.f32": fkMatrix,
  "hierarchy.fk_quaternion.bar.parents-first.pose.f32": fkQuaternion,
  "hierarchy.palette.bar.posed.pose.f32": palette,
};
