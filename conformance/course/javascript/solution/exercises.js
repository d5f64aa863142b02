// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Worked solutions. Read them after your own are right: node subject.js --exercises solution
//
//   parent_from_joint   a joint's transform in its parent's space (local)
//   world_from_joint    in the world (global)
//   joint_from_mesh     inverse bind matrix
//   mesh_from_mesh      skinning matrix: the palette
import { add, subtract, scale, dot, cross, normalize } from "../vectors.js";

const NAME = "worked solutions";
const RIGID_NORMAL_RULES = ["direction", "inverse-transpose"];
const NORMAL_RULES = ["direction", "inverse-transpose-of-blend", "blend-of-inverse-transposes"];
const PIVOTS = ["first-influence", "largest-weight", "first-slot", "running-sum"];

// --- 1. Parents and local frames ---

function rotationMatrix([x, y, z, w]) {
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
    [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
    [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
  ];
}

/// T R S: the columns of the rotation matrix, each times its axis's scale, beside the translation.
function matrixFromTrs(translation, rotation, scales) {
  return rotationMatrix(rotation).map((row, r) => [...row.map((x, c) => x * scales[c]), translation[r]]);
}

/// (C_a | t_a) (C_b | t_b) = (C_a C_b | C_a t_b + t_a).
function matrixProduct(a, b) {
  return a.map((row) =>
    [0, 1, 2, 3].map((c) => row[0] * b[0][c] + row[1] * b[1][c] + row[2] * b[2][c] + (c === 3 ? row[3] : 0)));
}

/// world = world of the parent, times local; every parent before its children, whatever order they are listed in.
function chain(parents, local, product) {
  const world = new Array(parents.length);
  for (let j = 0; j < parents.length; ++j) {
    const waiting = []; // from j upwards, those whose world is not known yet
    for (let k = j; k >= 0 && !world[k]; k = parents[k]) waiting.push(k);
    for (const k of waiting.reverse()) world[k] = parents[k] < 0 ? local[k] : product(world[parents[k]], local[k]);
  }
  return world;
}

const globalMatrices = (parents, parentFromJoint) => chain(parents, parentFromJoint, matrixProduct);

// --- 2. Local to global with quaternions ---

/// (u, w) (v, s) = (w v + s u + u x v, w s - u . v).
function quaternionProduct(a, b) {
  const [u, w, v, s] = [a.slice(0, 3), a[3], b.slice(0, 3), b[3]];
  return [...add(add(scale(v, w), scale(u, s)), cross(u, v)), w * s - dot(u, v)];
}

/// x + 2 (w (u x x) + u x (u x x)), cheaper than q x q*.
function rotate(q, x) {
  const once = cross(q, x); // the cross product reads u, the first three numbers of q
  return add(x, scale(add(scale(once, q[3]), cross(q, once)), 2));
}

const motionProduct = (a, b) => ({
  rotation: quaternionProduct(a.rotation, b.rotation),
  translation: add(rotate(a.rotation, b.translation), a.translation),
});

const globalMotions = (parents, parentFromJoint) => chain(parents, parentFromJoint, motionProduct);

// --- 3. Bones ---

function bones(parents, worldFromJoint) {
  const where = worldFromJoint.map((matrix) => matrix.map((row) => row[3]));
  return where.map((end, j) => [end, where[parents[j]]]).filter((_, j) => parents[j] >= 0);
}

// --- 4. Key poses ---

const lerp = (a, b, t) => a.map((x, i) => (1 - t) * x + t * b[i]);

/// b or -b, the same rotation, whichever is nearer to a.
const shortArc = (a, b) => (dot(a, b) < 0 ? b.map((y) => -y) : b);

function slerp(a, b, t) {
  b = shortArc(a, b);
  // The difference and the sum are twice the sine and the cosine of half the angle: exact for small angles, where an
  // arccosine is not.
  const theta = 2 * Math.atan2(Math.hypot(...a.map((x, i) => b[i] - x)), Math.hypot(...a.map((x, i) => b[i] + x)));
  if (theta === 0) return lerp(a, b, t);
  const w0 = Math.sin((1 - t) * theta) / Math.sin(theta);
  const w1 = Math.sin(t * theta) / Math.sin(theta);
  return a.map((x, i) => w0 * x + w1 * b[i]);
}

/// Index of the last key that is not after t; -1 before the first, and for NaN.
const keyBefore = (times, t) => times.filter((time) => time <= t).length - 1;

/// t mod period, to which JavaScript's % gives the sign of t.
const modulo = (t, period) => ((t % period) + period) % period;

function keyPoses(times, period, t, translations, rotations) {
  const phase = modulo(t, period);
  const last = times.length - 1;
  let k = keyBefore(times, phase);
  let next = k + 1;
  let u = 0;
  if (last === 0) {
    k = next = 0;
  } else if (k < 0 || k === last) { // over the end of the period, from the last key to the first
    k = last;
    next = 0;
    u = modulo(phase - times[last], period) / (times[0] + period - times[last]);
  } else {
    u = (phase - times[k]) / (times[next] - times[k]);
  }
  return {
    translations: translations[k].map((a, j) => lerp(a, translations[next][j], u)),
    rotations: rotations[k].map((a, j) => slerp(a, rotations[next][j], u)),
  };
}

// --- 5. Rigid weights ---

/// C x: how a direction moves.
const linear = (matrix, x) => matrix.map((row) => row[0] * x[0] + row[1] * x[1] + row[2] * x[2]);

/// C x + t: how a point moves.
const transform = (matrix, x) => matrix.map((row) => row[0] * x[0] + row[1] * x[1] + row[2] * x[2] + row[3]);

/// cof(C) = det(C) C^-T: its rows are the cross products of the other two, and it exists for every C.
const cofactors = ([a, b, c]) => [cross(b, c), cross(c, a), cross(a, b)];

const determinant = ([a, b, c]) => dot(a.slice(0, 3), cross(b, c));

/// A positive multiple of C^-T: a mirroring C must not turn the normals inside out.
const normalMatrix = (matrix) => cofactors(matrix).map((row) => scale(row, determinant(matrix) < 0 ? -1 : 1));

const move = (matrix, forNormals, { position, normal, tangent }) => ({
  position: transform(matrix, position),
  normal: normal && normalize(linear(forNormals, normal)),
  tangent: tangent && normalize(linear(matrix, tangent)),
});

function rigidVertex(matrix, vertex, normalRule) {
  return move(matrix, normalRule === "inverse-transpose" ? normalMatrix(matrix) : matrix, vertex);
}

// --- 6. and 7. From bind time to now ---

/// (C^-1 | -C^-1 t) with C^-1 = cof(C)^T / det(C).
function inverseBind(worldFromJoint) {
  const cof = cofactors(worldFromJoint);
  const det = determinant(worldFromJoint);
  const t = worldFromJoint.map((row) => row[3]);
  return [0, 1, 2].map((r) => {
    const row = cof.map((column) => column[r] / det);
    return [...row, -dot(row, t)];
  });
}

const palette = (worldFromJoint, jointFromMesh) => worldFromJoint.map((w, j) => matrixProduct(w, jointFromMesh[j]));

// --- 8. Linear blend skinning ---

/// Without weight 0: those slots may name a joint that holds infinities, and 0 times infinity is NaN.
const weighted = (influences) => influences.filter(({ weight }) => weight !== 0);

/// sum_i w_i M_i, of matrices with any number of columns.
function weightedSum(influences, matrices) {
  const blend = matrices[0].map((row) => row.map(() => 0));
  for (const { joint, weight } of weighted(influences))
    matrices[joint].forEach((row, r) => row.forEach((x, c) => (blend[r][c] += weight * x)));
  return blend;
}

/// sum_i w_i cof(C_i) / det(C_i); zero, without an output, if a C_i has no inverse.
function blendOfInverseTransposes(influences, matrices) {
  const used = weighted(influences);
  if (used.some(({ joint }) => determinant(matrices[joint]) === 0)) return weightedSum([], matrices);
  const inverses = used.map(({ joint }) =>
    cofactors(matrices[joint]).map((row) => scale(row, 1 / determinant(matrices[joint]))));
  return inverses.length > 0 ? weightedSum(used.map(({ weight }, joint) => ({ joint, weight })), inverses)
                             : weightedSum([], matrices);
}

function linearBlend(influences, matrices, vertex, normalRule) {
  const blend = weightedSum(influences, matrices);
  let forNormals = blend;
  if (normalRule === "inverse-transpose-of-blend") forNormals = normalMatrix(blend);
  if (normalRule === "blend-of-inverse-transposes") forNormals = blendOfInverseTransposes(influences, matrices);
  return move(blend, forNormals, vertex);
}

// --- 9. Linear falloff ---

const linearFalloff = (distance, halfWidth) => Math.min(Math.max((distance + halfWidth) / (2 * halfWidth), 0), 1);

// --- 10. Pose interpolation ---

const nlerp = (a, b, t) => normalize(lerp(a, shortArc(a, b), t));

const stepTrack = (times, values, isRotation, t) => values[Math.max(keyBefore(times, t), 0)];

function linearTrack(times, values, isRotation, t) {
  const k = keyBefore(times, t);
  if (k < 0 || k === times.length - 1) return values[Math.max(k, 0)];
  const u = (t - times[k]) / (times[k + 1] - times[k]);
  return (isRotation ? slerp : lerp)(values[k], values[k + 1], u);
}

function cubicsplineTrack(times, values, isRotation, t) {
  const k = keyBefore(times, t);
  let x = values[Math.max(k, 0)][1];
  if (k >= 0 && k < times.length - 1) {
    const d = times[k + 1] - times[k];
    const u = (t - times[k]) / d;
    const weights = [(1 + 2 * u) * (1 - u) ** 2, d * u * (1 - u) ** 2, u * u * (3 - 2 * u), d * u * u * (u - 1)];
    const ends = [values[k][1], values[k][2], values[k + 1][1], values[k + 1][0]];
    x = x.map((_, c) => dot(weights, ends.map((end) => end[c])));
  }
  return isRotation ? normalize(x) : x;
}

// --- 11. A real character ---

function applyTracks(locals, tracks, time) {
  const sample = { step: stepTrack, linear: linearTrack, cubicspline: cubicsplineTrack };
  for (const { joint, path, interpolation, times, values } of tracks)
    locals[joint][path] = sample[interpolation](times, values, path === "rotation", time);
}

// --- 14. Dual quaternions ---

/// The influences with the signs that bring their quaternions onto one half of the sphere, and sum_i s_i w_i q_i.
function blendRotations(influences, motions, pivot) {
  const used = weighted(influences);
  let lead = used[0];
  if (pivot === "largest-weight") for (const one of used) if (one.weight > lead.weight) lead = one;
  const leader = motions[(pivot === "first-slot" ? influences[0] : lead).joint].rotation;
  let real = [0, 0, 0, 0];
  const signed = used.map(({ joint, weight }, i) => {
    const q = motions[joint].rotation;
    const against = pivot === "running-sum" && i > 0 ? real : leader;
    const w = dot(q, against) < 0 ? -weight : weight;
    real = real.map((x, c) => x + w * q[c]);
    return { joint, weight: w };
  });
  return { signed, real };
}

/// The first phase: scale and shear, blended linearly.
function stretch(influences, stretches, { position, normal, tangent }) {
  const blend = weightedSum(influences, stretches);
  return {
    position: linear(blend, position),
    normal: normal && linear(normalMatrix(blend), normal),
    tangent: tangent && linear(blend, tangent),
  };
}

function dualQuaternion(influences, motions, stretches, vertex, pivot) {
  if (weighted(influences).length === 0) return vertex; // no weight: no output
  const { position, normal, tangent } = stretches ? stretch(influences, stretches, vertex) : vertex;
  const { signed, real } = blendRotations(influences, motions, pivot);
  let dual = [0, 0, 0, 0];
  for (const { joint, weight } of signed) {
    const { rotation, translation } = motions[joint];
    const d = quaternionProduct([...translation, 0], rotation); // twice the dual part: the 2 of the translation
    dual = dual.map((x, c) => x + weight * d[c]);
  }
  const length = Math.hypot(...real);
  if (length === 0) return vertex; // the quaternions cancel: no output
  const r = real.map((x) => x / length);
  const d = dual.map((x) => x / length);
  const translation = quaternionProduct(d, [-r[0], -r[1], -r[2], r[3]]);
  return {
    position: add(rotate(r, position), translation),
    normal: normal && normalize(rotate(r, normal)),
    tangent: tangent && normalize(rotate(r, tangent)),
  };
}

// --- 15. Centres of rotation ---

/// Linear blending with motions: sum_i w_i (q_i(x) + t_i).
function blendLinearly(used, motions, { position, normal, tangent }) {
  const sum = (term) =>
    used.reduce((total, { joint, weight }) => add(total, scale(term(motions[joint]), weight)), [0, 0, 0]);
  return {
    position: sum((m) => add(rotate(m.rotation, position), m.translation)),
    normal: normal && normalize(sum((m) => rotate(m.rotation, normal))),
    tangent: tangent && normalize(sum((m) => rotate(m.rotation, tangent))),
  };
}

function centreOfRotation(influences, motions, centre, vertex, pivot) {
  const used = weighted(influences);
  if (!centre || used.length === 0) return blendLinearly(used, motions, vertex);
  const q = normalize(blendRotations(influences, motions, pivot).real);
  const movedCentre = blendLinearly(used, motions, { position: centre }).position;
  return {
    position: add(rotate(q, subtract(vertex.position, centre)), movedCentre),
    normal: vertex.normal && normalize(rotate(q, vertex.normal)),
    tangent: vertex.tangent && normalize(rotate(q, vertex.tangent)),
  };
}

export {
  NAME, RIGID_NORMAL_RULES, NORMAL_RULES, PIVOTS,
  matrixFromTrs, matrixProduct, globalMatrices, quaternionProduct, rotate, motionProduct, globalMotions, bones,
  lerp, slerp, keyPoses, rigidVertex, inverseBind, palette, linearBlend, linearFalloff,
  nlerp, stepTrack, linearTrack, cubicsplineTrack, applyTracks, dualQuaternion, centreOfRotation,
  keyBefore, linear, normalMatrix, transform, // for the control of the adapters, conformance/engines
};
