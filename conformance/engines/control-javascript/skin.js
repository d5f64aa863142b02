// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Meshes that joints and targets move, each convention by its option.
import { columnsOf, rowsOf, skinned } from "../adapter.js";
import { linear, normalMatrix, transform } from "../../course/javascript/solution/exercises.js";
import { add, normalize, scale } from "../../course/javascript/vectors.js";
import { samplers } from "./keys.js";

/// What adapter.js wants of a library that skins; matrices are 16 numbers, column after column.
export const library = {
  zero: () => new Array(16).fill(0),
  add: (sum, m, weight) => sum.map((x, i) => x + weight * m[i]),
  point: (m, p) => transform(rowsOf(m), p),
  direction: (m, d) => normalize(linear(rowsOf(m), d)),
};

/// A direction by a positive multiple of the matrix' inverse transpose.
const upright = (m, d) => normalize(linear(normalMatrix(rowsOf(m)), d));

/// A vertex's weights as the question wants them.
function used(weights, options) {
  const kept = weights.map((weight, slot) => (options.influences_kept === "first-four" && slot >= 4 ? 0 : weight));
  const sum = kept.reduce((total, weight) => total + weight, 0);
  if (sum === 0) return options.zero_sum === "first-joint" ? kept.map((_, slot) => Number(slot === 0)) : kept;
  return options.weight_sum === "renormalised" ? kept.map((weight) => weight / sum) : kept;
}

/// By the weighted sums of a palette. rule: which matrix carries normals.
function carried(palette, arrays, rule, options) {
  const columns = palette.map(columnsOf);
  const results = skinned(library, columns, arrays);
  if (rule === "direction") return results;
  const { normals, tangents } = skinned({ ...library, direction: upright }, columns, arrays);
  return { ...results, normals, tangents: options.tangent_rule === "as-normals" ? tangents : results.tangents };
}

export const blended = (palette, arrays, options) => carried(palette,
  { ...arrays, weights: (arrays.weights ?? arrays.joints.map((slots) => slots.map(() => 1))).map((row) => used(row, options)) },
  options.normal_rule, options);

export const stitched = (palette, arrays, options, rule = options.normal_rule) =>
  carried(palette, { ...arrays, weights: arrays.joints.map(() => [1]) }, rule, options);

/// The arrays with what the tracks move.
export function posedArrays(arrays, options) {
  const MOVED = ["local_translations", "local_rotations", "local_scales"];
  const KINDS = ["STEP", "LINEAR", "CUBICSPLINE"];
  const result = { ...arrays };
  (arrays.tracks ?? []).forEach(([joint, path, kind], i) => {
    const sample = samplers(options)[KINDS[kind]];
    const value = sample(arrays[`track_${i}_times`], arrays[`track_${i}_values`], path === 1, arrays.time[0]);
    if (path === 3) result.target_weights = value;
    else result[MOVED[path]] = result[MOVED[path]].map((row, j) => (j === joint ? value : row));
  });
  return result;
}

/// The arrays with the mesh that its targets displace.
export function morphed(arrays) {
  const counted = arrays.target_weights.map((weight, i) => [weight, i]).filter(([weight]) => weight !== 0);
  const result = { ...arrays };
  for (const name of ["positions", "normals", "tangents"]) {
    const targets = arrays[`target_${name}`];
    if (arrays[name] === undefined || targets === undefined) continue;
    result[name] = arrays[name].map((row, v) => counted.reduce((sum, [weight, i]) =>
      [...add(sum, scale(targets[i][v], weight)), ...sum.slice(3)], row));
  }
  return result;
}
