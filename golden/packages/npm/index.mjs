// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// The golden cases of bindpose.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const kinds = { F32: Float32Array, F64: Float64Array, I32: Int32Array };

/// The algorithms, e.g. "skinning/linear_blend".
export function algorithms() {
  const folders = (path) => readdirSync(path).sort();
  return folders(`${here}data`).flatMap((family) => folders(`${here}data/${family}`).map((stem) => `${family}/${stem}`));
}

/// The entries of cases.json: name, level, options, purpose, catches; file is the argument of load().
export function cases(algorithm) {
  const folder = `${here}data/${algorithm}`;
  if (!existsSync(`${folder}/cases.json`)) throw new Error(`there is no algorithm '${algorithm}'`);
  return JSON.parse(readFileSync(`${folder}/cases.json`, "utf8")).cases.map((each) => ({ ...each, file: `${folder}/${each.file}` }));
}

/// The page of an algorithm: formula, symbols, what is rejected, edge cases.
export function page(algorithm) {
  return readFileSync(`${here}pages/${algorithm}.md`, "utf8");
}

/// { arrays: name -> { shape, numbers }, metadata: name -> text }; numbers flat, row-major.
export function load(path) {
  const file = readFileSync(path);
  const start = 8 + Number(file.readBigUInt64LE(0));
  const { __metadata__: metadata = {}, ...header } = JSON.parse(file.toString("utf8", 8, start));
  const numbers = ({ dtype, data_offsets: [begin, end] }) =>
    new kinds[dtype](new Uint8Array(file.subarray(start + begin, start + end)).buffer);
  const arrays = Object.fromEntries(Object.entries(header).map(([name, t]) => [name, { shape: t.shape, numbers: numbers(t) }]));
  return { arrays, metadata };
}
