// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The control of the adapters in JavaScript: the same shape as glMatrix's, with a right implementation in the place of the
// library. What fails here is the judge's mistake or adapter.js's.
import { byThrees, columnsOf, rowsOf, serve, tableOf } from "../adapter.js";
import { compose, inverse, lerp, moved, product, slerp, turned, unit } from "./maths.js";

const library = {
  matrix: columnsOf,
  rows: rowsOf,
  compose,
  product,
  inverse,
  lerp: byThrees(lerp),
  slerp,
  zero: () => new Array(16).fill(0),
  add: (sum, m, weight) => sum.map((x, i) => x + weight * m[i]),
  point: moved,
  direction: (m, d) => unit(turned(m, d)),
};

serve({ name: "control, JavaScript", version: "1", language: "JavaScript" },
  tableOf(library, { normal_rule: ["direction"], tangent_rule: ["direction"], influences_kept: ["all"],
    weight_sum: ["as-given"], zero_sum: ["origin"], scale_inheritance: ["with-shear"], rotations: ["as-given"] }));
