// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// glMatrix before the judge: README.md says what is declared and why.
import { createRequire } from "node:module";
import { mat3, mat4, quat, quat2, vec3 } from "gl-matrix";
import { byThrees, columnsOf, rowsOf, serve, tableOf } from "../adapter.js";

const { version } = createRequire(import.meta.url)("gl-matrix/package.json");

const library = {
  matrix: (rows) => mat4.clone(columnsOf(rows)),
  rows: rowsOf,
  compose: (t, q, s) => mat4.fromRotationTranslationScale(mat4.create(), q, t, s),
  product: (a, b) => mat4.multiply(mat4.create(), a, b),
  inverse: (m) => mat4.invert(mat4.create(), m),
  lerp: byThrees((a, b, t) => vec3.lerp(vec3.create(), a, b, t)),
  slerp: (a, b, t) => quat.slerp(quat.create(), a, b, t),
  zero: () => mat4.multiplyScalar(mat4.create(), mat4.create(), 0),
  add: (sum, m, weight) => mat4.multiplyScalarAndAdd(sum, sum, m, weight),
  point: (m, p) => vec3.transformMat4(vec3.create(), p, m),
  direction: (m, d) => {
    const moved = vec3.transformMat3(vec3.create(), d, mat3.fromMat4(mat3.create(), m));
    return vec3.normalize(moved, moved);
  },
};

/// Dual quaternions, each on the side of the first that counts, summed and normalised.
function answerDualQuaternion({ arrays }) {
  const palette = arrays.palette_rotations.map((q, j) => quat2.fromRotationTranslation(quat2.create(), q, arrays.palette_translations[j]));
  const blended = arrays.joints.map((joints, v) => {
    const slots = joints.map((_, slot) => slot).filter((slot) => arrays.weights[v][slot] !== 0);
    const pivot = palette[joints[slots[0]]];
    const sum = slots.reduce((soFar, slot) => {
      const sign = quat2.dot(pivot, palette[joints[slot]]) < 0 ? -1 : 1;
      return quat2.add(soFar, soFar, quat2.scale(quat2.create(), palette[joints[slot]], sign * arrays.weights[v][slot]));
    }, quat2.fromValues(0, 0, 0, 0, 0, 0, 0, 0));
    return mat4.fromQuat2(mat4.create(), quat2.normalize(sum, sum));
  });
  return {
    positions: arrays.positions.map((p, v) => [...library.point(blended[v], p)]),
    normals: arrays.normals?.map((n, v) => [...library.direction(blended[v], n)]),
    tangents: arrays.tangents?.map((t, v) => [...library.direction(blended[v], t.slice(0, 3)), t[3]]),
  };
}

serve({ name: "glMatrix", version, language: "JavaScript", homepage: "https://glmatrix.net" },
  [...tableOf(library, { normal_rule: ["direction"], tangent_rule: ["direction"], influences_kept: ["all"],
    weight_sum: ["renormalised"], zero_sum: ["origin"], scale_inheritance: ["with-shear"], rotations: ["as-given"] }),
  { algorithm: "dqs", levels: ["palette"], answer: answerDualQuaternion, options: { pivot: ["first-influence"], without: ["scale"] } }]);
