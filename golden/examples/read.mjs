// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads golden cases and checks linear blend skinning against them.
//   node read.mjs golden/data/skinning/linear_blend      exits with 1 if an answer is out of bounds
import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";

/// name -> { shape, numbers }, numbers flat and row-major. Tensor data is little-endian, as typed arrays are on all
/// machines that run node.
function load(path) {
  const file = readFileSync(path);
  const start = 8 + Number(file.readBigUInt64LE(0));
  const header = JSON.parse(file.toString("utf8", 8, start));
  const kinds = { F32: Float32Array, F64: Float64Array, I32: Int32Array };
  const arrays = {};
  for (const [name, tensor] of Object.entries(header)) {
    if (name === "__metadata__") continue;
    const [begin, end] = tensor.data_offsets;
    const bytes = new Uint8Array(file.subarray(start + begin, start + end)); // a copy, aligned for any type
    arrays[name] = { shape: tensor.shape, numbers: new kinds[tensor.dtype](bytes.buffer) };
  }
  return arrays;
}

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
  const answer = { positions: [], normals: [], tangents: [] };
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

const folder = process.argv[2];
let checked = 0;
let failed = 0;
for (const { name, file, level, options } of JSON.parse(readFileSync(join(folder, "cases.json"), "utf8")).cases) {
  if (level !== "palette" || JSON.stringify(options) !== '{"normal_rule":"direction"}') continue;
  const arrays = load(join(folder, file));
  const answer = linearBlendSkinning(arrays);
  let largest = 0;
  let good = true;
  for (const key of Object.keys(arrays).filter((k) => k.startsWith("expected."))) {
    const mine = answer[key.slice("expected.".length)];
    const expected = arrays[key].numbers;
    const bounds = arrays[key.replace("expected.", "bound.")].numbers;
    good &&= mine.length === expected.length;
    for (let i = 0; i < expected.length; ++i) {
      if (bounds[i] === Infinity) continue; // undefined, or nothing can be said
      const difference = Math.abs(mine[i] - expected[i]);
      good &&= difference <= bounds[i]; // false for NaN
      largest = Math.max(largest, difference);
    }
  }
  ++checked;
  if (!good) ++failed;
  console.log(`${name}: largest difference ${largest.toPrecision(3)}, ${good ? "within bounds" : "out of bounds"}`);
}
console.log(failed ? `${checked} cases, ${failed} out of bounds` : `${checked} cases, all within bounds`);
process.exitCode = checked > 0 && failed === 0 ? 0 : 1;
