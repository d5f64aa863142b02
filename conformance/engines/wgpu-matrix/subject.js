// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// wgpu-matrix before the judge: README.md says what is declared and why.
import { readFileSync } from "node:fs";
import { mat4, quat, vec3 } from "wgpu-matrix";
import { byThrees, columnsOf, rowsOf, serve, tableOf } from "../adapter.js";

const { version } = JSON.parse(readFileSync(new URL("node_modules/wgpu-matrix/package.json", import.meta.url)));

const library = {
  matrix: (rows) => mat4.create(...columnsOf(rows)),
  rows: rowsOf,
  compose: (t, q, s) => mat4.scale(mat4.multiply(mat4.translation(t), mat4.fromQuat(q)), s),
  product: (a, b) => mat4.multiply(a, b),
  inverse: (m) => mat4.inverse(m),
  lerp: byThrees((a, b, t) => vec3.lerp(a, b, t)),
  slerp: (a, b, t) => quat.slerp(a, b, t),
  zero: () => mat4.create(),
  add: (sum, m, weight) => mat4.add(sum, mat4.multiplyScalar(m, weight)),
  point: (m, p) => vec3.transformMat4(p, m),
  direction: (m, d) => vec3.normalize(vec3.transformMat4Upper3x3(d, m)),
};

serve({ name: "wgpu-matrix", version, language: "JavaScript", homepage: "https://wgpu-matrix.org" },
  tableOf(library, { normal_rule: ["direction"], tangent_rule: ["direction"], influences_kept: ["all"],
    weight_sum: ["renormalised"], zero_sum: ["origin"], scale_inheritance: ["with-shear"], rotations: ["as-given"] }));
