// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Your exercises. Replace each `throw todo(...)` with your code. The README of the course explains each exercise.
//
// Vectors are arrays [x, y, z] in metres. Quaternions are arrays [x, y, z, w]. Matrices [3, 4] are the three rows (C | t)
// of x' = C x + t. Conventions: right-handed, column vectors, radians, seconds. You may use console.log(): it writes to
// stderr.
//
//   parent_from_joint   a joint's transform in its parent's space (local)
//   world_from_joint    in the world (global)
//   joint_from_mesh     inverse bind matrix
//   mesh_from_mesh      skinning matrix: the palette
import { NotWritten } from "./plug.js";
import { add, subtract, scale, dot, cross, normalize } from "./vectors.js"; // use them freely

// The subject's name, and the option values that you support. Add values when you implement them.
const NAME = "my skinning";
const RIGID_NORMAL_RULES = ["direction"]; // later: "inverse-transpose"
const NORMAL_RULES = ["direction"]; // later: "inverse-transpose-of-blend", "blend-of-inverse-transposes"
const PIVOTS = ["first-influence"]; // later: "largest-weight", "first-slot", "running-sum"

const todo = (exercise, title, name) =>
  new NotWritten(`exercise ${exercise} (${title}): not written yet: exercises.js, function ${name}`);

// --- 1. Parents and local frames ---

/// T R S as a matrix [3, 4]: first scale along the axes, then rotate by the quaternion, then translate.
///
/// fk.matrix asks:
///   translation <- local_translations [J, 3]: translation (parent_from_joint, metres)
///   rotation <- local_rotations [J, 4]: rotation (parent_from_joint, unit quaternion (x, y, z, w))
///   scales <- local_scales [J, 3]: scale along the joint's axes (parent_from_joint)
function matrixFromTrs(translation, rotation, scales) {
  throw todo(1, "local frames", "matrixFromTrs");
}

/// (C_a | t_a) (C_b | t_b): b is applied first.
function matrixProduct(a, b) {
  throw todo(1, "local frames", "matrixProduct");
}

/// world_from_joint of every joint. A root's parent is -1; parents may be listed after their children.
///
/// fk.matrix asks:
///   parents <- parents [J] integers: parent of each joint, -1 for a root, in any order
///   parentFromJoint <- local_is_matrix [J] integers: not 0 for a joint given as a matrix
///   parentFromJoint <- local_matrices [J, 3, 4]: rows (C | t) of a joint given as a matrix
///       (parent_from_joint, metres); optional
///   returns -> world [J, 3, 4]: world transform, rows (C | t) (world_from_joint, metres)
function globalMatrices(parents, parentFromJoint) {
  throw todo(1, "local frames", "globalMatrices");
}

// --- 2. Local to global with quaternions ---

/// Applies the rotation b first, then the rotation a.
function quaternionProduct(a, b) {
  throw todo(2, "quaternions", "quaternionProduct");
}

/// Rotates the vector x by the unit quaternion q.
function rotate(q, x) {
  throw todo(2, "quaternions", "rotate");
}

/// A motion is { rotation, translation }. Applies b first, then a.
///
/// dqs asks:
///   a <- world_rotations [J, 4]: rotation (world_from_joint, unit quaternion (x, y, z, w))
///   a <- world_translations [J, 3]: translation (world_from_joint, metres)
///   b <- inverse_bind_rotations [J, 4]: rotation of the inverse bind transform (joint_from_mesh at bind
///       time, unit quaternion (x, y, z, w))
///   b <- inverse_bind_translations [J, 3]: translation of the inverse bind transform (joint_from_mesh at
///       bind time, metres)
///   returns -> palette_rotations [J, 4]: rotation of the skinning transform (mesh_from_mesh, unit quaternion
///       (x, y, z, w))
///   returns -> palette_translations [J, 3]: translation of the skinning transform (mesh_from_mesh, metres)
function motionProduct(a, b) {
  throw todo(2, "quaternions", "motionProduct");
}

/// world_from_joint of every joint, as motions.
///
/// fk.quaternion asks:
///   parents <- parents [J] integers: parent of each joint, -1 for a root, in any order
///   parentFromJoint <- local_rotations [J, 4]: rotation (parent_from_joint, unit quaternion (x, y, z, w))
///   parentFromJoint <- local_translations [J, 3]: translation (parent_from_joint, metres)
///   returns -> world_rotations [J, 4]: rotation (world_from_joint, unit quaternion (x, y, z, w))
///   returns -> world_translations [J, 3]: translation (world_from_joint, metres)
function globalMotions(parents, parentFromJoint) {
  throw todo(2, "quaternions", "globalMotions");
}

// --- 3. Bones ---

/// A segment [joint's position, parent's position] for every joint with a parent, in the order of joints.
///
/// skeleton.bones asks:
///   parents <- parents [J] integers: parent of each joint, -1 for a root, in any order
///   worldFromJoint <- world [J, 3, 4]: world transform, rows (C | t) (world_from_joint, metres)
///   returns -> bones [B, 2, 3]: the position of each joint with a parent, then its parent's, in the order of
///       the joints (world space, metres)
function bones(parents, worldFromJoint) {
  throw todo(3, "bones", "bones");
}

// --- 4. Key poses ---

/// Returns a at t = 0 and b at t = 1, for arrays of any length.
///
/// interp.lerp asks:
///   a <- a [N, w]: values at t = 0; w numbers per row (any)
///   b <- b [N, w]: values at t = 1 (as a)
///   t <- t [N]: parameter of each row, any number (1)
///   returns -> values [N, w]: the interpolated values (as a)
function lerp(a, b, t) {
  throw todo(4, "key poses", "lerp");
}

/// Interpolates unit quaternions along the shorter arc, at constant speed.
///
/// interp.slerp asks:
///   a <- a [N, 4]: rotation at t = 0 (unit quaternion (x, y, z, w))
///   b <- b [N, 4]: rotation at t = 1 (unit quaternion (x, y, z, w))
///   t <- t [N]: parameter of each row (1)
///   returns -> values [N, 4]: interpolated rotation, on q_0's half of the sphere (quaternion (x, y, z, w))
function slerp(a, b, t) {
  throw todo(4, "key poses", "slerp");
}

/// The pose at time t of a loop. translations[k][j], rotations[k][j]: joint j in key pose k.
/// Returns { translations, rotations }, one entry of each per joint.
///
/// anim.pose-loop asks:
///   times <- times [K]: key times, 0 <= t_k < P (seconds)
///   period <- period [1]: period, above 0 (seconds)
///   t <- t [1]: requested time (seconds)
///   translations <- translations [K, J, 3]: translation of joint j in key pose k (parent_from_joint, metres)
///   rotations <- rotations [K, J, 4]: rotation of joint j in key pose k (parent_from_joint, unit quaternion
///       (x, y, z, w))
///   returns -> translations [J, 3]: translation of joint j (parent_from_joint, metres)
///   returns -> rotations [J, 4]: rotation of joint j (parent_from_joint, unit quaternion (x, y, z, w))
function keyPoses(times, period, t, translations, rotations) {
  throw todo(4, "key poses", "keyPoses");
}

// --- 5. Rigid weights: every vertex belongs to one joint ---

/// The vertex { position, normal, tangent } moved by its joint's matrix. Undefined normals and tangents stay undefined.
///
/// rigid-parts asks:
///   matrix <- palette [J, 3, 4]: world transform, rows (C | t) (world_from_joint, metres)
///   matrix <- world [J, 3, 4]: world transform, rows (C | t) (world_from_joint, metres)
///   matrix <- joints [V, K] integers: the vertex's only joint
///   vertex <- positions [V, 3]: position at rest (space of the vertex's joint, metres)
///   vertex <- normals [V, 3]: normal at rest (space of the vertex's joint, unit); optional
///   vertex <- tangents [V, 4]: tangent at rest; its fourth number is the handedness, +1 or -1 (space of the
///       vertex's joint, unit); optional
///   normalRule <- normal_rule: direction, inverse-transpose
///   returns -> positions [V, 3]: deformed position (world space, metres)
///   returns -> normals [V, 3]: deformed normal, if the input has normals (world space, unit); optional
///   returns -> tangents [V, 4]: deformed tangent and handedness, if the input has tangents (world space,
///       unit); optional
/// stitching asks:
///   matrix <- palette [J, 3, 4]: skinning matrix, rows (C | t) (mesh_from_mesh, metres)
function rigidVertex(matrix, vertex, normalRule) {
  throw todo(5, "rigid weights", "rigidVertex");
}

// --- 6. and 7. From bind time to now ---

/// The inverse of the joint's matrix [3, 4] at bind time.
///
/// skeleton.inverse-bind asks:
///   worldFromJoint <- bind [J, 3, 4]: world transform at bind time, rows (C | t) (world_from_joint at bind
///       time, metres)
///   returns -> inverse_binds [J, 3, 4]: inverse bind matrix, rows (C | t); mesh space is the world at bind
///       time (joint_from_mesh at bind time, metres)
function inverseBind(worldFromJoint) {
  throw todo(6, "inverse bind", "inverseBind");
}

/// The skinning matrices, one per joint.
///
/// skeleton.palette asks:
///   worldFromJoint <- world [J, 3, 4]: world transform, rows (C | t) (world_from_joint, metres)
///   jointFromMesh <- inverse_binds [J, 3, 4]: inverse bind matrix, rows (C | t) (joint_from_mesh at bind
///       time, metres)
///   returns -> palette [J, 3, 4]: skinning matrix, rows (C | t) (mesh_from_mesh, metres)
function palette(worldFromJoint, jointFromMesh) {
  throw todo(7, "the product", "palette");
}

// --- 8. Linear blend skinning ---

/// influences: { joint, weight }. If a weight is 0, the joint's matrix may contain anything. matrices: the palette.
///
/// lbs asks:
///   influences <- joints [V, K] integers: joint of each influence slot, also of an unused one
///   influences <- weights [V, K]: weight of each influence, used as given; an unused slot has the weight 0;
///       default: all weights are 1; optional
///   matrices <- palette [J, 3, 4]: skinning matrix, rows (C | t) (mesh_from_mesh, metres)
///   vertex <- positions [V, 3]: position at rest (mesh space, metres)
///   vertex <- normals [V, 3]: normal at rest (mesh space, unit); optional
///   vertex <- tangents [V, 4]: tangent at rest; its fourth number is the handedness, +1 or -1 (mesh space,
///       unit); optional
///   normalRule <- normal_rule: direction, inverse-transpose-of-blend, blend-of-inverse-transposes
///   returns -> positions [V, 3]: deformed position (mesh space, metres)
///   returns -> normals [V, 3]: deformed normal, if the input has normals (mesh space, unit); optional
///   returns -> tangents [V, 4]: deformed tangent and handedness, if the input has tangents (mesh space,
///       unit); optional
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

/// lerp along the shorter arc, then normalised.
///
/// interp.nlerp asks:
///   a <- a [N, 4]: rotation at t = 0 (unit quaternion (x, y, z, w))
///   b <- b [N, 4]: rotation at t = 1 (unit quaternion (x, y, z, w))
///   t <- t [N]: parameter of each row (1)
///   returns -> values [N, 4]: interpolated rotation, on q_0's half of the sphere (unit quaternion (x, y, z,
///       w))
function nlerp(a, b, t) {
  throw todo(10, "pose interpolation", "nlerp");
}

/// The value of the last key at or before t; before the first key, the first value.
///
/// anim.step asks:
///   times <- times [K]: key times (seconds)
///   values <- values [K, w]: value of each key; w numbers per value, 4 for rotations; finite (any, or unit
///       quaternion (x, y, z, w))
///   isRotation <- is_rotation [1] integers: 0: the values are numbers; otherwise rotations
///   t <- t [M]: requested times (seconds)
///   returns -> values [M, w]: value at each requested time (any, or unit quaternion (x, y, z, w))
function stepTrack(times, values, isRotation, t) {
  throw todo(10, "pose interpolation", "stepTrack");
}

/// lerp between two keys, or slerp for rotations. Before the first key its value, after the last key its value.
///
/// anim.linear asks:
///   times <- times [K]: key times (seconds)
///   values <- values [K, w]: value of each key; w numbers per value, 4 for rotations; finite (any, or unit
///       quaternion (x, y, z, w))
///   isRotation <- is_rotation [1] integers: 0: the values are numbers; otherwise rotations
///   t <- t [M]: requested times (seconds)
///   returns -> values [M, w]: value at each requested time (any, or unit quaternion (x, y, z, w))
function linearTrack(times, values, isRotation, t) {
  throw todo(10, "pose interpolation", "linearTrack");
}

/// glTF's Hermite spline. values[k] = [in-tangent, value, out-tangent]. Rotations are normalised.
///
/// anim.cubicspline asks:
///   times <- times [K]: key times (seconds)
///   values <- values [K, 3, w]: in-tangent, value, out-tangent of each key; w numbers per value, 4 for
///       rotations; finite (any, or unit quaternion (x, y, z, w); tangents per second)
///   isRotation <- is_rotation [1] integers: 0: the values are numbers; otherwise rotations
///   t <- t [M]: requested times (seconds)
///   returns -> values [M, w]: value at each requested time (any, or unit quaternion (x, y, z, w))
function cubicsplineTrack(times, values, isRotation, t) {
  throw todo(10, "pose interpolation", "cubicsplineTrack");
}

// --- 11. A real character ---

/// The local transforms at a time. locals[j] = { translation, rotation, scale }, changed in place; tracks:
/// { joint, path, interpolation, times, values } with path "translation", "rotation" or "scale" and interpolation
/// "step", "linear" or "cubicspline".
///
/// lbs asks:
///   locals <- local_translations [J, 3]: translation (parent_from_joint, metres)
///   locals <- local_rotations [J, 4]: rotation (parent_from_joint, unit quaternion (x, y, z, w))
///   locals <- local_scales [J, 3]: scale along the joint's axes (parent_from_joint)
///   tracks <- tracks [N, 3] integers: joint; what moves: 0 translation, 1 rotation, 2 scale; interpolation:
///       0 step, 1 linear, 2 cubicspline; optional
///   tracks <- track_<i>_times [k]: key times of track i (seconds); optional
///   tracks <- track_<i>_values [k, w]: values of track i; cubicspline [k, 3, w]: in-tangent, value,
///       out-tangent; optional
///   time <- time [1]: time of the pose, with tracks (seconds); optional
function applyTracks(locals, tracks, time) {
  throw todo(11, "a real character", "applyTracks");
}

// --- 14. Dual quaternions ---

/// motions: { rotation, translation } of every joint. stretches: undefined, or for two phases a matrix [3, 3] per joint.
/// pivot: the rule for the signs; start with "first-influence".
///
/// dqs asks:
///   influences <- joints [V, K] integers: joint of each influence slot, also of an unused one
///   influences <- weights [V, K]: weight of each influence, used as given; an unused slot has the weight 0;
///       default: all weights are 1; optional
///   motions <- palette_rotations [J, 4]: rotation of the skinning transform (mesh_from_mesh, unit quaternion
///       (x, y, z, w))
///   motions <- palette_translations [J, 3]: translation of the skinning transform (mesh_from_mesh, metres)
///   stretches <- palette_stretches [J, 3, 3]: stretch of the joint, need not be symmetric; never computed
///       from matrices (mesh space, before the rotation); optional
///   vertex <- positions [V, 3]: position at rest (mesh space, metres)
///   vertex <- normals [V, 3]: normal at rest (mesh space, unit); optional
///   vertex <- tangents [V, 4]: tangent at rest; its fourth number is the handedness, +1 or -1 (mesh space,
///       unit); optional
///   pivot <- pivot: first-influence, largest-weight, first-slot, running-sum, running-sum-by-joint
///   returns -> positions [V, 3]: deformed position (mesh space, metres)
///   returns -> normals [V, 3]: deformed normal, if the input has normals (mesh space, unit); optional
///   returns -> tangents [V, 4]: deformed tangent and handedness, if the input has tangents (mesh space,
///       unit); optional
function dualQuaternion(influences, motions, stretches, vertex, pivot) {
  throw todo(14, "dual quaternions", "dualQuaternion");
}

// --- 15. An improved method; for another method, change ALGORITHMS in subject.js ---

/// A vertex that rotates about its centre. If centre is undefined, blend linearly.
///
/// cor asks:
///   influences <- joints [V, K] integers: joint of each influence slot, also of an unused one
///   influences <- weights [V, K]: weight of each influence, used as given; an unused slot has the weight 0;
///       default: all weights are 1; optional
///   motions <- palette_rotations [J, 4]: rotation of the skinning transform (mesh_from_mesh, unit quaternion
///       (x, y, z, w))
///   motions <- palette_translations [J, 3]: translation of the skinning transform (mesh_from_mesh, metres)
///   centre <- has_centre [V] integers: 0 for a vertex without a centre
///   centre <- centres [V, 3]: centre of each vertex; default: computed from triangles as cor.centres does
///       (mesh space, metres); optional
///   vertex <- positions [V, 3]: position at rest (mesh space, metres)
///   vertex <- normals [V, 3]: normal at rest (mesh space, unit); optional
///   vertex <- tangents [V, 4]: tangent at rest; its fourth number is the handedness, +1 or -1 (mesh space,
///       unit); optional
///   pivot <- pivot: first-influence, largest-weight, first-slot, running-sum, running-sum-by-joint
///   returns -> positions [V, 3]: deformed position (mesh space, metres)
///   returns -> normals [V, 3]: deformed normal, if the input has normals (mesh space, unit); optional
///   returns -> tangents [V, 4]: deformed tangent and handedness, if the input has tangents (mesh space,
///       unit); optional
function centreOfRotation(influences, motions, centre, vertex, pivot) {
  throw todo(15, "an improved method", "centreOfRotation");
}

export {
  NAME, RIGID_NORMAL_RULES, NORMAL_RULES, PIVOTS,
  matrixFromTrs, matrixProduct, globalMatrices, quaternionProduct, rotate, motionProduct, globalMotions, bones,
  lerp, slerp, keyPoses, rigidVertex, inverseBind, palette, linearBlend, linearFalloff,
  nlerp, stepTrack, linearTrack, cubicsplineTrack, applyTracks, dualQuaternion, centreOfRotation,
};
