// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Your exercises. Replace a `throw todo(...)` by your code; the course's README says what each one is about.
//
// Vectors are arrays [x, y, z] in metres, quaternions [x, y, z, w], matrices [3, 4] three rows (C | t) of x' = C x + t.
// Everything is right-handed, column vectors, radians, seconds. console.log() is safe: it goes to stderr.
//
//   parent_from_joint   a joint's transform in its parent's space (local)
//   world_from_joint    in the world (global)
//   joint_from_mesh     inverse bind matrix
//   world_from_mesh     skinning matrix: the palette
"use strict";
const { NotWritten } = require("./plug.js");
const { add, subtract, scale, dot, cross, normalize } = require("./vectors.js"); // help yourself

// Who is judged, and which values of the options are asked for: take out those that you leave alone.
const NAME = "my skinning";
const RIGID_NORMAL_RULES = ["direction", "inverse-transpose"];
const NORMAL_RULES = ["direction", "inverse-transpose-of-blend", "blend-of-inverse-transposes"];
const PIVOTS = ["first-influence", "largest-weight", "first-slot", "running-sum"];

const todo = (exercise, title, name) =>
  new NotWritten(`exercise ${exercise} (${title}): not written yet: exercises.js, function ${name}`);

// --- 1. Parents and local frames ---

/// T R S as a matrix [3, 4]: first scale along the axes, then turn by the quaternion, then move.
function matrixFromTrs(translation, rotation, scales) {
  throw todo(1, "local frames", "matrixFromTrs");
}

/// (C_a | t_a) (C_b | t_b): b is applied first.
function matrixProduct(a, b) {
  throw todo(1, "local frames", "matrixProduct");
}

/// world_from_joint of every joint. A root's parent is -1; parents may be listed after their children.
function globalMatrices(parents, parentFromJoint) {
  throw todo(1, "local frames", "globalMatrices");
}

// --- 2. Local to global with quaternions ---

/// The rotation b, then the rotation a.
function quaternionProduct(a, b) {
  throw todo(2, "quaternions", "quaternionProduct");
}

/// The vector x turned by the unit quaternion q.
function rotate(q, x) {
  throw todo(2, "quaternions", "rotate");
}

/// A motion is { rotation, translation }: first b, then a.
function motionProduct(a, b) {
  throw todo(2, "quaternions", "motionProduct");
}

/// world_from_joint of every joint, as motions.
function globalMotions(parents, parentFromJoint) {
  throw todo(2, "quaternions", "globalMotions");
}

// --- 3. Bones ---

/// A segment [joint's position, its parent's] for every joint that has a parent, in the joints' order.
function bones(parents, worldFromJoint) {
  throw todo(3, "bones", "bones");
}

// --- 4. Key poses ---

/// a at t = 0, b at t = 1, for arrays of any length.
function lerp(a, b, t) {
  throw todo(4, "key poses", "lerp");
}

/// The same for unit quaternions: along the short arc, at constant speed.
function slerp(a, b, t) {
  throw todo(4, "key poses", "slerp");
}

/// The pose at time t of a loop. translations[k][j], rotations[k][j]: joint j in key pose k.
/// Returns { translations, rotations }, one of each a joint.
function keyPoses(times, period, t, translations, rotations) {
  throw todo(4, "key poses", "keyPoses");
}

// --- 5. Rigid weights: every vertex belongs to one joint ---

/// The vertex { position, normal, tangent } moved by its joint's matrix. normal and tangent may be undefined: stay so.
function rigidVertex(matrix, vertex, normalRule) {
  throw todo(5, "rigid weights", "rigidVertex");
}

// --- 6. and 7. From bind time to now ---

/// The inverse of the joint's matrix [3, 4] at bind time.
function inverseBind(worldFromJoint) {
  throw todo(6, "inverse bind", "inverseBind");
}

/// The skinning matrices, one a joint.
function palette(worldFromJoint, jointFromMesh) {
  throw todo(7, "the product", "palette");
}

// --- 8. Linear blend skinning ---

/// influences: { joint, weight }, some with weight 0, whose joint's matrix may hold anything; matrices: the palette.
function linearBlend(influences, matrices, vertex, normalRule) {
  throw todo(8, "skinning", "linearBlend");
}

// --- 9. Linear falloff ---

/// Weight of the lower arm: 0 up to halfWidth before the elbow (distance = -halfWidth), 1 from halfWidth behind it,
/// linear in between.
function linearFalloff(distance, halfWidth) {
  throw todo(9, "linear falloff", "linearFalloff");
}

// --- 10. Pose interpolation ---

/// lerp on the short arc, made a unit quaternion again.
function nlerp(a, b, t) {
  throw todo(10, "pose interpolation", "nlerp");
}

/// The value of the last key that is not after t; before the first key the first.
function stepTrack(times, values, isRotation, t) {
  throw todo(10, "pose interpolation", "stepTrack");
}

/// Between two keys lerp, or slerp for rotations; before the first key and after the last their values.
function linearTrack(times, values, isRotation, t) {
  throw todo(10, "pose interpolation", "linearTrack");
}

/// glTF's Hermite spline. values[k] = [in-tangent, value, out-tangent]; a rotation is normalised.
function cubicsplineTrack(times, values, isRotation, t) {
  throw todo(10, "pose interpolation", "cubicsplineTrack");
}

// --- 11. A real character ---

/// The local transforms at a time. locals[j] = { translation, rotation, scale }, changed in place; tracks:
/// { joint, path, interpolation, times, values } with path "translation", "rotation" or "scale" and interpolation
/// "step", "linear" or "cubicspline".
function applyTracks(locals, tracks, time) {
  throw todo(11, "a real character", "applyTracks");
}

// --- 14. Dual quaternions ---

/// motions: { rotation, translation } of every joint; stretches: undefined, or for two phases a matrix [3, 3] a joint;
/// pivot: the rule for the signs, start with "first-influence".
function dualQuaternion(influences, motions, stretches, vertex, pivot) {
  throw todo(14, "dual quaternions", "dualQuaternion");
}

// --- 15. An improved method; for another one than this change ALGORITHMS in subject.js ---

/// A vertex that turns about its centre; centre undefined: blended linearly.
function centreOfRotation(influences, motions, centre, vertex, pivot) {
  throw todo(15, "an improved method", "centreOfRotation");
}

module.exports = {
  NAME, RIGID_NORMAL_RULES, NORMAL_RULES, PIVOTS,
  matrixFromTrs, matrixProduct, globalMatrices, quaternionProduct, rotate, motionProduct, globalMotions, bones,
  lerp, slerp, keyPoses, rigidVertex, inverseBind, palette, linearBlend, linearFalloff,
  nlerp, stepTrack, linearTrack, cubicsplineTrack, applyTracks, dualQuaternion, centreOfRotation,
};
