// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads golden cases and checks linear blend skinning against them.
//   node read.mjs golden/data/skinning/linear_blend      exits with 1 if an output is out of bounds
import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { load } from "../packages/npm/index.mjs"; // or "bindpose-golden"

function unit(d) {
  const length = Math.hypot(...d);
  return length > 0 ? d.map((c) => c / length) : d;
}

/// B = sum_i w_i M_i;  x' = B (x, 1),  n' = normalize(B (n, 0)),  t' = normalize(B (t, 0)).
function linearBlendSkinning(arrays) {
  const [vertices, slots] = arrays["input.joints"].shape;
  const numbers = (name) => arrays[`input.${name}`]?.numbers;
  const [joints, weights, palette] = ["joints", "weights", "palette"].map(numbers);
  const [positions, normals, tangents] = ["positions", "normals", "tangents"].map(numbers);
  const answer = { positions: [], ...(normals && { normals: [] }), ...(tangents && { tangents: [] }) };
  for (let v = 0; v < vertices; ++v) {
    const blend = new Float64Array(12);
    for (let i = v * slots; i < (v + 1) * slots; ++i) {
      if (weights[i] === 0) continue; // a slot without weight may name a joint that holds NaN
      for (let e = 0; e < 12; ++e) blend[e] += weights[i] * palette[12 * joints[i] + e];
    }
    const times = (d, w) =>
      [0, 4, 8].map((r) => blend[r] * d[0] + blend[r + 1] * d[1] + blend[r + 2] * d[2] + blend[r + 3] * w);
    answer.positions.push(...times(positions.subarray(3 * v), 1));
    if (normals) answer.normals.push(...unit(times(normals.subarray(3 * v), 0)));
    if (tangents) answer.tangents.push(...unit(times(tangents.subarray(4 * v), 0)), tangents[4 * v + 3]);
  }
  return answer;
}

/// The largest error / bound; Infinity for NaN or missing numbers. An infinite bound: the number is not judged.
function worstFraction(arrays, answer) {
  let largest = 0;
  for (const [name, mine] of Object.entries(answer)) {
    const expected = arrays[`expected.${name}`].numbers;
    const bounds = arrays[`bound.${name}`].numbers;
    if (mine.length !== expected.length) return Infinity;
    for (let i = 0; i < mine.length; ++i) {
      if (bounds[i] === Infinity) continue;
      const error = Math.abs(mine[i] - expected[i]);
      if (!(error <= bounds[i])) return Infinity; // also NaN
      if (error > 0) largest = Math.max(largest, error / bounds[i]);
    }
  }
  return largest;
}

const folder = process.argv[2];
let checked = 0;
let failed = 0;
for (const { name, file, level, options } of JSON.parse(readFileSync(join(folder, "cases.json"), "utf8")).cases) {
  if (level !== "palette" || JSON.stringify(options) !== '{"normal_rule":"direction"}') continue;
  const path = join(folder, file);
  const { arrays } = load(path);
  const largest = worstFraction(arrays, linearBlendSkinning(arrays));
  const good = largest <= 1;
  ++checked;
  if (!good) ++failed;
  console.log(`${name}: at most ${largest.toPrecision(3)} of the bound, ${good ? "within bounds" : "out of bounds"}`);
}
console.log(failed ? `${checked} cases, ${failed} out of bounds` : `${checked} cases, all within bounds`);
process.exitCode = checked > 0 && failed === 0 ? 0 : 1;
