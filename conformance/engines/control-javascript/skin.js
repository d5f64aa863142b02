// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Meshes that joints and targets move, each convention by its option.
import { skinned } from "../adapter.js";
import { sampled } from "./keys.js";
import { add, dot, moved, nlerp, scaled, slerp, times, turned, unit, upright } from "./maths.js";

export const library = {
  zero: () => new Array(16).fill(0),
  add: (sum, m, weight) => sum.map((x, i) => x + weight * m[i]),
  point: moved,
  direction: (m, d) => unit(turned(m, d)),
};

export const turnBy = ({ rotation_interpolation: rule }) => (rule === "nlerp" ? nlerp : slerp);

/// A vertex's weights as the question wants them.
function used(weights, options) {
  const kept = weights.map((weight, slot) => (options.influences_kept === "first-four" && slot >= 4 ? 0 : weight));
  const sum = kept.reduce((total, weight) => total + weight, 0);
  if (sum === 0) return options.zero_sum === "first-joint" ? kept.map((_, slot) => Number(slot === 0)) : kept;
  return options.weight_sum === "renormalised" ? kept.map((weight) => weight / sum) : kept;
}

/// By the weighted sums of a palette. rule: which matrix carries normals.
function carried(palette, arrays, rule, options) {
  const results = skinned(library, palette, arrays);
  if (rule === "direction") return results;
  const { normals, tangents } = skinned({ ...library, direction: upright }, palette, arrays);
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
    const keyTimes = arrays[`track_${i}_times`].map((t) => [t]);
    const value = sampled(keyTimes, arrays[`track_${i}_values`], KINDS[kind], path === 1, arrays.time[0], turnBy(options));
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
      [...add(sum.slice(0, 3), scaled(targets[i][v], weight)), ...sum.slice(3)], row));
  }
  return result;
}

/// Rows by the rotation that a quaternion of length 1 is.
const spun = (q, [x, y, z]) => times(times(q, [x, y, z, 0]), [-q[0], -q[1], -q[2], q[3]]).slice(0, 3);

/// Each dual quaternion on the side of the first that counts.
export function dualBlended({ palette_rotations: rotations, palette_translations: translations, joints, weights, positions, normals, tangents }) {
  const duals = rotations.map((q, j) => scaled(times([...translations[j], 0], q), 0.5));
  const motions = joints.map((slots, v) => {
    const counted = slots.map((j, slot) => [j, weights[v][slot]]).filter(([, weight]) => weight !== 0);
    const sum = (parts) => counted.reduce((total, [j, weight]) => {
      const side = dot(rotations[counted[0][0]], rotations[j]) < 0 ? -weight : weight;
      return add(total, scaled(parts[j], side));
    }, [0, 0, 0, 0]);
    const [real, dual] = [sum(rotations), sum(duals)];
    const length = Math.sqrt(dot(real, real));
    const [q, d] = [scaled(real, 1 / length), scaled(dual, 1 / length)];
    return { q, t: scaled(times(d, [-q[0], -q[1], -q[2], q[3]]).slice(0, 3), 2) };
  });
  return {
    positions: positions.map((p, v) => add(spun(motions[v].q, p), motions[v].t)),
    normals: normals?.map((n, v) => unit(spun(motions[v].q, n))),
    tangents: tangents?.map((t, v) => [...unit(spun(motions[v].q, t)), t[3]]),
  };
}
