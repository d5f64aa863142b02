// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// A subject for the judge: takes each input apart, asks your exercises, puts the output together.
//
//   node subject.js                          with exercises.js
//   node subject.js --exercises solution     with solution/exercises.js
//
// Look here to see which exercises an input needs. The results may also have stages (world, palette): if the output
// is wrong, the judge reads them and names the first wrong stage.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import plug from "./plug.js";

let ex; // the exercises: use() says which

const PATHS = ["translation", "rotation", "scale"];
const INTERPOLATIONS = ["step", "linear", "cubicspline"];

// --- the skeleton ---

/// parent_from_joint of every joint: from translation, rotation and scale, or the matrix that is given.
function localMatrices(arrays) {
  const locals = arrays.local_translations.map((translation, j) => ({
    translation,
    rotation: arrays.local_rotations[j],
    scale: arrays.local_scales[j],
  }));
  if (arrays.tracks) ex.applyTracks(locals, readTracks(arrays), arrays.time[0]);
  return locals.map(({ translation, rotation, scale }, j) =>
    arrays.local_is_matrix?.[j] ? arrays.local_matrices[j] : ex.matrixFromTrs(translation, rotation, scale));
}

function readTracks(arrays) {
  return arrays.tracks.map(([joint, moved, interpolation], i) => ({
    joint,
    path: PATHS[moved],
    interpolation: INTERPOLATIONS[interpolation],
    times: arrays[`track_${i}_times`],
    values: arrays[`track_${i}_values`],
  }));
}

const worldMatrices = (arrays) => ex.globalMatrices(arrays.parents, localMatrices(arrays));

/// { rotation, translation } of every joint, from the two arrays that hold them.
function readMotions(arrays, name) {
  const translations = arrays[`${name}_translations`];
  return arrays[`${name}_rotations`].map((rotation, j) => ({ rotation, translation: translations[j] }));
}

const motionArrays = (name, motions) => ({
  [`${name}_rotations`]: motions.map((m) => m.rotation),
  [`${name}_translations`]: motions.map((m) => m.translation),
});

const answerFkMatrix = ({ arrays }) => ({ world: worldMatrices(arrays) });

function answerFkQuaternion({ arrays }) {
  return motionArrays("world", ex.globalMotions(arrays.parents, readMotions(arrays, "local")));
}

function answerBones({ arrays }) {
  const world = worldMatrices(arrays);
  return { world, bones: ex.bones(arrays.parents, world) };
}

const answerInverseBind = ({ arrays }) => ({ inverse_binds: arrays.bind.map((bind) => ex.inverseBind(bind)) });

const answerPalette = ({ arrays }) => ({ palette: ex.palette(arrays.world, arrays.inverse_binds) });

// --- time ---

const interpolation = (name) => ({ arrays }) =>
  ({ values: arrays.a.map((a, i) => ex[name](a, arrays.b[i], arrays.t[i])) });

const track = (name) => ({ arrays }) =>
  ({ values: arrays.t.map((t) => ex[name](arrays.times, arrays.values, arrays.is_rotation[0] !== 0, t)) });

function answerKeyPoses({ arrays }) {
  return ex.keyPoses(arrays.times, arrays.period[0], arrays.t[0], arrays.translations, arrays.rotations);
}

// --- skins ---

/// Calls skinVertex(v, vertex) for every vertex. The tangent's fourth number, the handedness, passes through.
function skin({ positions, normals, tangents }, stages, skinVertex) {
  const moved = positions.map((position, v) =>
    skinVertex(v, { position, normal: normals?.[v], tangent: tangents?.[v].slice(0, 3) }));
  const results = { ...stages, positions: moved.map((vertex) => vertex.position) };
  if (normals) results.normals = moved.map((vertex) => vertex.normal);
  if (tangents) results.tangents = moved.map((vertex, v) => [...vertex.tangent, tangents[v][3]]);
  return results;
}

/// An array of { joint, weight } for every vertex.
const readInfluences = ({ joints, weights }) =>
  joints.map((row, v) => row.map((joint, i) => ({ joint, weight: weights ? weights[v][i] : 1 })));

/// The skinning matrices: given, or computed from the pose; then the stages are results, too.
function readPalette(arrays) {
  if (arrays.palette) return { matrices: arrays.palette };
  const world = worldMatrices(arrays);
  const palette = ex.palette(world, arrays.inverse_binds);
  return { matrices: palette, stages: { world, palette } };
}

/// The same where joints only turn and move.
function readPaletteMotions(arrays) {
  if (arrays.palette_rotations) return { motions: readMotions(arrays, "palette") };
  const world = ex.globalMotions(arrays.parents, readMotions(arrays, "local"));
  const moved = readMotions(arrays, "inverse_bind").map((inverse, j) => ex.motionProduct(world[j], inverse));
  return { motions: moved, stages: { ...motionArrays("world", world), ...motionArrays("palette", moved) } };
}

const skinRigidly = ({ arrays, options }, { matrices, stages }) => skin(arrays, stages, (v, vertex) =>
  ex.rigidVertex(matrices[arrays.joints[v][0]], vertex, options.normal_rule));

/// Each part is stored in its joint's space, so the matrices are world_from_joint.
function answerRigidParts(question) {
  const matrices = question.arrays.palette ?? worldMatrices(question.arrays);
  return skinRigidly(question, { matrices, stages: { world: matrices } });
}

/// The parts are stored in mesh space, so the matrices are mesh_from_mesh.
const answerStitching = (question) => skinRigidly(question, readPalette(question.arrays));

function answerLinearBlend({ arrays, options }) {
  const { matrices, stages } = readPalette(arrays);
  const influences = readInfluences(arrays);
  return skin(arrays, stages, (v, vertex) => ex.linearBlend(influences[v], matrices, vertex, options.normal_rule));
}

function answerDualQuaternion({ arrays, options }) {
  const { motions, stages } = readPaletteMotions(arrays);
  const influences = readInfluences(arrays);
  return skin(arrays, stages, (v, vertex) =>
    ex.dualQuaternion(influences[v], motions, arrays.palette_stretches, vertex, options.pivot));
}

function answerCentreOfRotation({ arrays, options }) {
  const { motions, stages } = readPaletteMotions(arrays);
  const influences = readInfluences(arrays);
  return skin(arrays, stages, (v, vertex) => {
    const centre = arrays.has_centre[v] ? arrays.centres[v] : undefined;
    return ex.centreOfRotation(influences[v], motions, centre, vertex, options.pivot);
  });
}

// --- what is declared ---

const POSE = ["pose"];
const BOTH = ["palette", "pose"];
const algorithms = () => ({
  "fk.matrix": { levels: POSE, answer: answerFkMatrix },
  "fk.quaternion": { levels: POSE, answer: answerFkQuaternion },
  "skeleton.bones": { levels: POSE, answer: answerBones },
  "interp.lerp": { levels: POSE, answer: interpolation("lerp") },
  "interp.slerp": { levels: POSE, answer: interpolation("slerp") },
  "anim.pose-loop": { levels: POSE, answer: answerKeyPoses },
  "rigid-parts": { levels: BOTH, answer: answerRigidParts, options: { normal_rule: ex.RIGID_NORMAL_RULES } },
  "stitching": { levels: BOTH, answer: answerStitching, options: { normal_rule: ex.RIGID_NORMAL_RULES } },
  "skeleton.inverse-bind": { levels: POSE, answer: answerInverseBind },
  "skeleton.palette": { levels: POSE, answer: answerPalette },
  "lbs": { levels: BOTH, answer: answerLinearBlend, options: { normal_rule: ex.NORMAL_RULES, without: ["tracks"] } },
  "interp.nlerp": { levels: POSE, answer: interpolation("nlerp") },
  "anim.step": { levels: POSE, answer: track("stepTrack") },
  "anim.linear": { levels: POSE, answer: track("linearTrack") },
  "anim.cubicspline": { levels: POSE, answer: track("cubicsplineTrack") },
  "dqs": { levels: BOTH, answer: answerDualQuaternion, options: { pivot: ex.PIVOTS, without: ["tracks"] } },
  "cor": { levels: BOTH, answer: answerCentreOfRotation, options: { pivot: ex.PIVOTS, without: ["tracks"] } },
});

/// What the subject answers with these exercises: id -> { levels, answer, options }.
export function use(exercises) {
  ex = exercises;
  return algorithms();
}

async function main(words) {
  if (words.length > 0 && (words.length !== 2 || words[0] !== "--exercises")) {
    console.error("usage: node subject.js [--exercises FOLDER]");
    process.exit(2);
  }
  const here = path.dirname(fileURLToPath(import.meta.url));
  const table = use(await import(pathToFileURL(path.resolve(here, words[1] ?? ".", "exercises.js"))));
  const capabilities = Object.entries(table).map(([algorithm, { levels, options }]) =>
    options ? { algorithm, levels, options } : { algorithm, levels });

  plug.serve({ name: ex.NAME, version: "1", language: "JavaScript" }, capabilities,
    (question) => table[question.algorithm].answer(question));
}

if (fs.realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) main(process.argv.slice(2));
