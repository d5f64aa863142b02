// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: node spline-not-normalised.mjs
// Exits with 0 if a rotation on a cubic spline is still not of length 1.
import HermiteSpline from "../../cesium/node_modules/@cesium/engine/Source/Core/HermiteSpline.js";
import Quaternion from "../../cesium/node_modules/@cesium/engine/Source/Core/Quaternion.js";

const flat = new Quaternion(0, 0, 0, 0);
const spline = new HermiteSpline({ // no rotation, and half a turn
  times: [0, 1], points: [new Quaternion(0, 0, 0, 1), new Quaternion(1, 0, 0, 0)], outTangents: [flat], inTangents: [flat] });
const length = Quaternion.magnitude(spline.evaluate(0.5, new Quaternion()));
console.log(`half way the rotation has the length ${length}, 1 is wanted`);
process.exit(Math.abs(length - 1) > 1e-3 ? 0 : 1);
