// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The golden cases of bindpose, and what compares an answer with them.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const kinds = { F32: Float32Array, F64: Float64Array, I32: Int32Array };

/// "skinning/linear_blend" and all others.
export function algorithms() {
  const folders = (path) => readdirSync(path).sort();
  return folders(`${here}data`).flatMap((family) => folders(`${here}data/${family}`).map((stem) => `${family}/${stem}`));
}

/// What cases.json says of each: name, level, options, purpose, catches; file is what load() takes.
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

/// q and -q are the same rotation: each row with the sign that is nearer to the expected one.
function withNearerSigns(mine, expected) {
  const turned = Array.from(mine);
  for (let row = 0; row + 4 <= expected.length; row += 4) {
    let dot = 0;
    for (let c = row; c < row + 4; ++c) dot += mine[c] * expected[c];
    if (dot < 0) for (let c = row; c < row + 4; ++c) turned[c] = -mine[c];
  }
  return turned;
}

/// Of a number and its nearest float32 the one that is nearer to the expected one: an answer may come in either.
const nearer = (mine, expected) => (Math.abs(Math.fround(mine) - expected) < Math.abs(mine - expected) ? Math.fround(mine) : mine);

/// Places of the first three numbers of rows where these are judged and have another length than 1.
function wrongLengths(mine, bounds, width, lengthBound) {
  const wrong = [];
  for (let row = 0; row + width <= bounds.length; row += width) {
    if (![0, 1, 2].every((c) => Number.isFinite(bounds[row + c]))) continue;
    const length = Math.hypot(mine[row], mine[row + 1], mine[row + 2]);
    if (!(Math.abs(length - 1) <= lengthBound)) wrong.push(row, row + 1, row + 2);
  }
  return wrong;
}

/// One array: how many numbers were judged, how many are wrong, and the worst { index, mine, expected, bound, fraction }.
function compareArray(name, mine, { numbers: expected, shape }, bounds, metadata) {
  if (mine.length !== expected.length)
    return { name, judged: expected.length, wrong: expected.length, worst: { reason: `${mine.length} numbers, expected ${expected.length}` } };
  const named = (key) => (metadata[key] ?? "").split(" ").includes(name);
  const values = named("rotations") ? withNearerSigns(mine, expected) : mine;
  let judged = 0;
  let worst = null;
  const wrong = new Set();
  for (let i = 0; i < expected.length; ++i) {
    if (!Number.isFinite(bounds[i]) || !Number.isFinite(expected[i])) continue; // no answer, or float32 cannot decide it
    ++judged;
    const difference = Math.abs(nearer(values[i], expected[i]) - expected[i]);
    if (!(difference <= bounds[i])) wrong.add(i); // also NaN
    const fraction = difference === 0 ? 0 : difference / bounds[i];
    if (worst === null || !(fraction <= worst.fraction))
      worst = { index: i, mine: values[i], expected: expected[i], bound: bounds[i], fraction };
  }
  if (named("directions"))
    for (const place of wrongLengths(values, bounds, shape.at(-1), Number(metadata.length_bound))) wrong.add(place);
  return { name, judged, wrong: wrong.size, worst };
}

/// What is wrong with an answer, name -> flat numbers, array by array; file as cases() has it.
export function compare(file, answer) {
  const { arrays, metadata } = load(file);
  return Object.entries(answer).map(([name, mine]) => {
    const expected = arrays[`expected.${name}`];
    if (!expected) throw new Error(`'${name}' is not asked for; expected are ${Object.keys(arrays).filter((k) => k.startsWith("expected."))}`);
    return compareArray(name, mine, expected, arrays[`bound.${name}`].numbers, metadata);
  });
}
