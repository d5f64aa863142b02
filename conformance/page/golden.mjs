// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: golden.mjs FOLDER GOLDEN: checks that the WebAssembly in a page's FOLDER makes the golden files of all
// cases, byte for byte, except for the arrays below. Names the arrays that differ.
// Exit codes: 0 only the arrays below differ, 1 other arrays differ or there are no cases.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { parsed } from "../call/javascript/safetensors.mjs";

// Bounds are computed in double with functions of the C library, and rounded to 8 bits. The centres, positions and rotations
// that differ are 0 except for the last of 113 bits: less than 1e-34.
const known = new Map([
  ["ik.ik_ccd.bent.reached.pose.f32", "bound.positions"],
  ["ik.ik_limb.plane.no-answer.pose.f32", "expected.positions, expected.elbow_rotations"],
  ["face.anatomical.patch.rest.palette.f32", "bound.positions, bound.volume_ratios"],
  ["skinning.optimised_centres.bar.weights-sum-0.98.renormalised.pose.f32", "expected.centres"],
]);

const [folder, golden] = process.argv.slice(2);
const reference = await createRequire(import.meta.url)(`${folder}/reference.js`)({ wasmBinary: readFileSync(`${folder}/reference.wasm`) });

/** Numbers of a file's arrays by name, and its texts. */
function contentOf(file) {
  const { metadata, arrays } = parsed(file);
  return { metadata, ...Object.fromEntries(Object.entries(arrays).map(([name, { data }]) => [name, data])) };
}

/** Names of arrays that differ. "(far)": a bound by more than 6 %, another number by more than 1e-34. */
function difference(made, kept) {
  const [mine, theirs] = [contentOf(made), contentOf(kept)];
  const isNear = (name, x, y) => Object.is(x, y) || (name.startsWith("bound.") ? Math.max(x / y, y / x) <= 1.06 : Math.abs(x - y) <= 1e-34);
  const isSame = (name) => (name === "metadata" ? JSON.stringify(mine.metadata) === JSON.stringify(theirs.metadata)
    : mine[name]?.length === theirs[name].length && theirs[name].every((x, i) => Object.is(x, mine[name][i])));
  const areNear = (name) => name !== "metadata" && mine[name] && theirs[name].every((x, i) => isNear(name, x, mine[name][i]));
  return Object.keys(theirs).filter((name) => !isSame(name)).map((name) => (areNear(name) ? name : `${name} (far)`));
}

const algorithms = new Set();
let cases = 0, same = 0, wrong = 0;
for (;; ++cases) {
  const said = reference.UTF8ToString(reference._bindpose_golden(cases));
  if (said === "") break;
  const [name, ...error] = said.split(" "), [family, stem, ...rest] = name.split(".");
  const kept = readFileSync(`${golden}/${family}/${stem}/${rest.join(".")}.safetensors`);
  const begin = reference._bindpose_golden_bytes(), made = Buffer.from(reference.HEAPU8.slice(begin, begin + reference._bindpose_golden_size()));
  algorithms.add(`${family}/${stem}`);
  if (made.equals(kept)) ++same;
  const arrays = error.length > 0 ? error.join(" ") : difference(made, kept).join(", ");
  if (arrays === (known.get(name) ?? "")) continue;
  ++wrong;
  console.error(`${name}: other bytes in '${arrays}', expected '${known.get(name) ?? ""}'`);
}
console.log(`${same} of ${cases} golden files of ${algorithms.size} algorithms are the same`);
process.exit(cases > 0 && wrong === 0 ? 0 : 1);
