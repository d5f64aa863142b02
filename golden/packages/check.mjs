// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// Tests the installed npm package, as check.py tests the Python package.
import assert from "node:assert/strict";
import { algorithms, cases, compare, load, page } from "bindpose-golden";

const start = performance.now();
let count = 0;
let numbers = 0;
let refused = 0;
const wrong = (file, name, mine) => compare(file, { [name]: mine })[0].wrong;

for (const algorithm of algorithms()) {
  assert(page(algorithm).startsWith("# "), algorithm);
  for (const { file, name: title } of cases(algorithm)) {
    const { arrays, metadata } = load(file);
    ++count;
    for (const key of Object.keys(arrays).filter((k) => k.startsWith("expected."))) {
      const name = key.slice("expected.".length);
      const expected = arrays[key].numbers;
      const bounds = arrays[`bound.${name}`].numbers;
      const named = (word) => (metadata[word] ?? "").split(" ").includes(name);
      const right = Float32Array.from(expected);
      const [compared] = compare(file, { [name]: right });
      assert.equal(compared.wrong, 0, `${title} ${name}`);
      numbers += compared.judged;
      if (named("rotations")) assert.equal(wrong(file, name, right.map((x) => -x)), 0, title);
      assert(wrong(file, name, right.slice(0, -1)) > 0, title);
      const judged = bounds.findLastIndex((bound) => bound < Infinity);
      if (judged < 0 || !Number.isFinite(expected[judged])) continue;
      for (const other of [NaN, expected[judged] + 3 * bounds[judged] + 1e-3 * Math.abs(expected[judged]) + 1e-30]) {
        const mine = Array.from(expected);
        mine[judged] = other;
        assert(wrong(file, name, mine) > 0, `${title} ${name} ${other}`);
        ++refused;
      }
      if (named("directions") && bounds.some(Number.isFinite)) assert(wrong(file, name, expected.map((x) => 2 * x)) > 0, title);
    }
  }
}
assert(count > 0 && refused > 0);
console.log(`node: ${count} cases, ${numbers} numbers right, ${refused} damaged ones refused, ${((performance.now() - start) / 1000).toFixed(1)} s`);
