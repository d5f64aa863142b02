// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: golden.mjs FOLDER GOLDEN [WORD]: whether the WebAssembly in a page's FOLDER gives the golden files of all cases, or of those with the WORD
// in their name, byte for byte. Names the arrays that differ.
// Exit codes: 0 it does, 1 a file differs or there are no cases.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const [folder, golden, word = ""] = process.argv.slice(2);
const reference = await createRequire(import.meta.url)(`${folder}/reference.js`)({ wasmBinary: readFileSync(`${folder}/reference.wasm`) });

/** Arrays of a file of safetensors: bytes by name. */
function arraysOf(file) {
  const start = 8 + Number(file.readBigUInt64LE(0));
  const { __metadata__: metadata, ...header } = JSON.parse(file.toString("utf8", 8, start));
  return new Map([...Object.entries(header).map(([name, { data_offsets: [begin, end] }]) => [name, file.subarray(start + begin, start + end)]),
    ["metadata", Buffer.from(JSON.stringify(metadata))]]);
}

function difference(made, kept) {
  const [mine, theirs] = [arraysOf(made), arraysOf(kept)];
  return [...theirs.keys()].filter((name) => !mine.get(name)?.equals(theirs.get(name)));
}

const algorithms = new Set();
let cases = 0, wrong = 0;
for (let number = 0; ; ++number) {
  const said = reference.UTF8ToString(reference._bindpose_golden(number));
  if (said === "") break;
  const [name, ...error] = said.split(" "), [family, stem, ...rest] = name.split(".");
  if (!name.includes(word)) continue;
  const kept = readFileSync(`${golden}/${family}/${stem}/${rest.join(".")}.safetensors`);
  const begin = reference._bindpose_golden_bytes(), made = Buffer.from(reference.HEAPU8.slice(begin, begin + reference._bindpose_golden_size()));
  algorithms.add(`${family}/${stem}`);
  ++cases;
  if (made.equals(kept)) continue;
  ++wrong;
  console.error(`${name}: ${error.length > 0 ? error.join(" ") : `other ${difference(made, kept).join(", ")}`}`);
}
console.log(`${cases - wrong} of ${cases} golden files of ${algorithms.size} algorithms are the same`);
process.exit(cases > 0 && wrong === 0 ? 0 : 1);
