// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The control of the adapters in JavaScript: the same shape as theirs, with the course's solution in the place of the library. What
// adapter.js has in common it is asked by adapter.js. What fails here is the judge's error or adapter.js's.
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { use } from "../../course/javascript/subject.js";
import * as course from "../../course/javascript/solution/exercises.js";
import { byThrees, columnsOf, rowsOf, serve, tableOf, worldMatrices } from "../adapter.js";
import { load, paletteOf, posed, rowsOf as rowsIn } from "./gltf.js";
import { cyclicDescent, twoBones } from "./ik.js";
import { samplers } from "./keys.js";
import { blended, library as skinning, morphed, posedArrays, stitched } from "./skin.js";

const byColumns = (function_) => (...matrices) => columnsOf(function_(...matrices.map(rowsOf)));
const library = { ...skinning, matrix: columnsOf, rows: rowsOf, compose: (t, q, s) => columnsOf(course.matrixFromTrs(t, q, s)),
  product: byColumns(course.matrixProduct), inverse: byColumns(course.inverseBind), lerp: byThrees(course.lerp), slerp: course.slerp };
const solution = use(course);

// --- skins ---

/// By the palette that is given, or that of a pose; move(palette, arrays, options).
const answerSkin = (move) => ({ arrays: given, options }) => {
  const arrays = posedArrays(given, options);
  if (arrays.palette) return move(arrays.palette, arrays, options);
  const world = worldMatrices(library, arrays).map(rowsOf);
  const palette = arrays.inverse_binds ? course.palette(world, arrays.inverse_binds) : world;
  return { world, palette, ...move(palette, arrays, options) };
};

const answerMorphed = answerSkin((palette, arrays, options) => blended(palette, morphed(arrays), options));

// --- files ---

const bytesOf = async (url) => {
  if (url.protocol !== "file:") return (await fetch(url)).arrayBuffer();
  const { buffer, byteOffset, byteLength } = await readFile(url);
  return buffer.slice(byteOffset, byteOffset + byteLength);
};

/// The arrays of a part, morphed by its node's weights.
function meshOf(file, { weights }, { mesh, primitive, vertices }) {
  const { attributes, targets = [] } = file.meshes[mesh].primitives[primitive];
  const arrays = { target_weights: targets.map((_, i) => weights[i] ?? 0) };
  for (const [name, attribute] of [["positions", "POSITION"], ["normals", "NORMAL"], ["tangents", "TANGENT"]]) {
    if (attributes[attribute] !== undefined) arrays[name] = rowsIn(file, attributes[attribute]);
    if (targets[0]?.[attribute] !== undefined) arrays[`target_${name}`] = targets.map((target) => rowsIn(file, target[attribute]));
  }
  const sets = [0, 1, 2, 3].filter((set) => attributes[`JOINTS_${set}`] !== undefined);
  const sideBySide = (kind) => sets.map((set) => rowsIn(file, attributes[`${kind}_${set}`])).reduce((all, rows) => all.map((row, v) => [...row, ...rows[v]]));
  if (sets.length === 0) return { ...morphed(arrays), joints: Array.from({ length: vertices }, () => [0]) };
  return { ...morphed(arrays), joints: sideBySide("JOINTS"), weights: sideBySide("WEIGHTS") };
}

function answerPart(file, nodes, part, options) {
  const mesh = meshOf(file, nodes[part.node], part);
  const { skin } = file.nodes[part.node];
  if (skin === undefined) return stitched([nodes[part.node].world], mesh, options, options.rigid_normal_rule ?? options.normal_rule);
  return blended(paletteOf(file, file.skins[skin], nodes), mesh, options);
}

async function answerAsset({ asset, options, answers }) {
  const file = await load(pathToFileURL(asset.file), bytesOf);
  const nodes = posed(file, asset.clip, asset.time, options);
  const parts = asset.parts.map((part) => answerPart(file, nodes, part, options));
  return Object.fromEntries(Object.entries(answers).map(([name, [, width]]) =>
    [name, parts.flatMap((part) => part[name] ?? part.positions.map(() => new Array(width).fill(0)))]));
}

// --- keyframes, chains ---

const answerLinear = (question) =>
  use({ ...course, linearTrack: samplers(question.options).LINEAR })["anim.linear"].answer(question);

/// Solutions of all rows, by what is said of each.
const answerChains = (solve) => ({ arrays, options }) => {
  const solved = arrays.rest.map((_, i) => solve(arrays, i, options));
  return Object.fromEntries(Object.keys(solved[0] ?? {}).map((name) => [name, solved.map((row) => row[name])]));
};
const answerTwoBones = answerChains(({ rest, goals, poles }, i, { pole }) => twoBones(rest[i], goals[i], poles[i], pole === "position"));
const answerCcd = answerChains(({ rest, goals, iterations: [count] }, i, { order }) => cyclicDescent(rest[i], goals[i], count, order === "tip-to-root"));

// --- what is declared ---

const BONES = { scale_inheritance: ["with-shear"], rotations: ["as-given"] };
const FILE = { ...BONES, matrix_joints: ["as-given", "decomposed"] };
const CLIPS = { rotation_interpolation: ["slerp", "nlerp"] };
const SKIN = { normal_rule: ["direction", "inverse-transpose-of-blend"], tangent_rule: ["direction", "as-normals"], influences_kept: ["all", "first-four"],
  weight_sum: ["as-given", "renormalised"], zero_sum: ["origin", "first-joint"] };
const PARTS = { normal_rule: ["direction", "inverse-transpose"], tangent_rule: ["direction"] };
const BY_NUMBERS = ["palette", "pose"];

// What libraries of matrices are asked; skins with more conventions than those have.
serve({ name: "control, JavaScript", version: "1", language: "JavaScript" }, [...tableOf({ ...library, posing: BONES }),
  { algorithm: "lbs", levels: BY_NUMBERS, answer: answerSkin(blended), options: { ...SKIN, ...BONES, ...CLIPS } },
  { algorithm: "lbs", levels: ["asset"], answer: answerAsset, options: { ...SKIN, ...FILE, ...CLIPS } },
  { algorithm: "rigid-parts", levels: BY_NUMBERS, answer: answerSkin(stitched), options: { ...PARTS, ...BONES, ...CLIPS } },
  { algorithm: "rigid-parts", levels: ["asset"], answer: answerAsset, options: { ...PARTS, ...FILE, ...CLIPS } },
  { algorithm: "morph.then-skin", levels: BY_NUMBERS, answer: answerMorphed, options: { ...SKIN, ...BONES, ...CLIPS, method: ["lbs"] } },
  { algorithm: "morph.then-skin", levels: ["asset"], answer: answerAsset,
    options: { ...SKIN, ...FILE, ...CLIPS, method: ["lbs", "stitching"], rigid_normal_rule: ["inverse-transpose"] } },
  { algorithm: "dqs", levels: ["palette"], answer: solution.dqs.answer, options: { pivot: ["first-influence"], without: ["scale"] } },
  { algorithm: "interp.nlerp", levels: ["pose"], answer: solution["interp.nlerp"].answer },
  { algorithm: "anim.step", levels: ["pose"], answer: solution["anim.step"].answer },
  { algorithm: "anim.linear", levels: ["pose"], answer: answerLinear, options: CLIPS },
  { algorithm: "anim.cubicspline", levels: ["pose"], answer: solution["anim.cubicspline"].answer },
  { algorithm: "ik.two-bone", levels: ["pose"], answer: answerTwoBones },
  { algorithm: "ik.ccd", levels: ["pose"], answer: answerCcd },
]);
