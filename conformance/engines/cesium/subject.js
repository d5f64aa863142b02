// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// CesiumJS before the judge: README.md says what is declared and why. Its modules are loaded one by one, which takes a
// quarter of a second instead of many.
import { readFileSync } from "node:fs";
import Cartesian3 from "@cesium/engine/Source/Core/Cartesian3.js";
import ConstantSpline from "@cesium/engine/Source/Core/ConstantSpline.js";
import HermiteSpline from "@cesium/engine/Source/Core/HermiteSpline.js";
import LinearSpline from "@cesium/engine/Source/Core/LinearSpline.js";
import Matrix4 from "@cesium/engine/Source/Core/Matrix4.js";
import Quaternion from "@cesium/engine/Source/Core/Quaternion.js";
import QuaternionSpline from "@cesium/engine/Source/Core/QuaternionSpline.js";
import SteppedSpline from "@cesium/engine/Source/Core/SteppedSpline.js";
import { byThrees, columnsOf, rowsOf, serve, tableOf, tracks } from "../adapter.js";

const { version } = JSON.parse(readFileSync(new URL("node_modules/@cesium/engine/package.json", import.meta.url)));

const vector = (numbers) => Cartesian3.unpack(numbers);
const quaternion = (numbers) => Quaternion.unpack(numbers);
const numbersOf = (value) => value.constructor.pack(value, []);

const library = {
  matrix: (rows) => Matrix4.unpack(columnsOf(rows)),
  rows: rowsOf,
  compose: (t, q, s) => Matrix4.fromTranslationQuaternionRotationScale(vector(t), quaternion(q), vector(s)),
  product: (a, b) => Matrix4.multiplyTransformation(a, b, new Matrix4()),
  inverse: (m) => Matrix4.inverse(m, new Matrix4()),
  lerp: byThrees((a, b, t) => numbersOf(Cartesian3.lerp(vector(a), vector(b), t, new Cartesian3()))),
  slerp: (a, b, t) => numbersOf(Quaternion.slerp(quaternion(a), quaternion(b), t, new Quaternion())),
  zero: () => new Matrix4(),
  add: (sum, m, weight) => Matrix4.add(sum, Matrix4.multiplyByScalar(m, weight, new Matrix4()), new Matrix4()),
  point: (m, p) => numbersOf(Matrix4.multiplyByPoint(m, vector(p), new Cartesian3())),
  direction: (m, d) => {
    const moved = Matrix4.multiplyByPointAsVector(m, vector(d), new Cartesian3());
    return numbersOf(Cartesian3.equals(moved, Cartesian3.ZERO) ? moved : Cartesian3.normalize(moved, moved)); // which throws
  },
};

/// The spline that ModelAnimationChannel makes of a channel.
function splineOf(interpolation, times, points, rotates) {
  if (times.length === 1) return new ConstantSpline(interpolation === "CUBICSPLINE" ? points[0][1] : points[0]);
  if (interpolation === "STEP") return new SteppedSpline({ times, points });
  if (interpolation === "LINEAR") return rotates ? new QuaternionSpline({ times, points }) : new LinearSpline({ times, points });
  const [inTangents, values, outTangents] = [0, 1, 2].map((k) => points.map((point) => point[k]));
  return new HermiteSpline({ times, points: values, inTangents: inTangents.slice(1), outTangents: outTangents.slice(0, -1) });
}

/// Numbers are a vector's, as many as there are.
const answerTrack = (interpolation) => ({ arrays: { times, values, is_rotation, t } }) => {
  const rotates = is_rotation[0] !== 0;
  const pointOf = (row) => (Array.isArray(row[0]) ? row.map(pointOf) : rotates ? quaternion(row) : vector([...row, 0, 0]));
  const spline = splineOf(interpolation, times, values.map(pointOf), rotates);
  const asked = values[0].flat().length / (interpolation === "CUBICSPLINE" ? 3 : 1);
  const evaluate = (time) => spline.evaluate(spline.clampTime(time), rotates ? new Quaternion() : new Cartesian3());
  return { values: t.map((time) => numbersOf(evaluate(time)).slice(0, asked)) };
};

serve({ name: "CesiumJS, @cesium/engine", version, language: "JavaScript", homepage: "https://cesium.com/platform/cesiumjs" }, [
  ...tableOf(library, { normal_rule: ["direction"], tangent_rule: ["direction"], influences_kept: ["all"],
    weight_sum: ["as-given"], zero_sum: ["origin"], scale_inheritance: ["with-shear"], rotations: ["as-given"] }),
  ...tracks(answerTrack, ["STEP", "LINEAR", "CUBICSPLINE"]),
]);
