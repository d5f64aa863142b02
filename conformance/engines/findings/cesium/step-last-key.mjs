// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: node step-last-key.mjs
// Exits with 0 if step interpolation still never reaches the last key.
import Cartesian3 from "../../cesium/node_modules/@cesium/engine/Source/Core/Cartesian3.js";
import SteppedSpline from "../../cesium/node_modules/@cesium/engine/Source/Core/SteppedSpline.js";

const spline = new SteppedSpline({ times: [0, 1, 2], points: [0, 10, 20].map((x) => new Cartesian3(x, 0, 0)) });
const found = spline.evaluate(spline.clampTime(2)).x;
console.log(`at the last key, 20, the value is ${found}`);
process.exit(found === 20 ? 1 : 0);
