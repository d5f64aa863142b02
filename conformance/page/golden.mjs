// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: golden.mjs FOLDER GOLDEN: whether the WebAssembly in a page's FOLDER gives the golden files of all its cases, byte for byte.
// Exit codes: 0 it does, 1 a file differs or there are no cases.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const [folder, golden] = process.argv.slice(2);
const reference = await createRequire(import.meta.url)(`${folder}/reference.js`)({ wasmBinary: readFileSync(`${folder}/reference.wasm`) });
const indexes = new Map();

/// The hash of a case's file as the index of its algorithm has it.
function kept(name) {
  const [family, stem] = name.split(".");
  const path = `${golden}/${family}/${stem}/cases.json`;
  if (!indexes.has(path)) indexes.set(path, new Map(JSON.parse(readFileSync(path)).cases.map((each) => [each.name, each.fnv1a64])));
  return indexes.get(path).get(name);
}

let cases = 0, wrong = 0;
for (;; ++cases) {
  const said = reference.UTF8ToString(reference._bindpose_golden(cases));
  if (said === "") break;
  const [name, ...words] = said.split(" "), expected = kept(name);
  if (words.join(" ") === expected) continue;
  ++wrong;
  console.error(`${name}: ${words.join(" ")}, expected ${expected}`);
}
console.log(`${cases - wrong} of ${cases} golden files of ${indexes.size} algorithms are the same`);
process.exit(cases > 0 && wrong === 0 ? 0 : 1);
