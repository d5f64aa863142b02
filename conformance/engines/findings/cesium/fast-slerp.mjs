// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: node fast-slerp.mjs
// Exits with 0 if a quaternion spline is still interpolated by an approximation of slerp.
import Quaternion from "../../cesium/node_modules/@cesium/engine/Source/Core/Quaternion.js";
import QuaternionSpline from "../../cesium/node_modules/@cesium/engine/Source/Core/QuaternionSpline.js";

const [a, b] = [new Quaternion(0, 0, 0, 1), new Quaternion(0, 0, Math.sin(1.5), Math.cos(1.5))]; // 172 degrees apart
const spline = new QuaternionSpline({ times: [0, 1], points: [a, b] });
const found = spline.evaluate(0.25, new Quaternion()).z;
const wanted = Quaternion.slerp(a, b, 0.25, new Quaternion()).z;
console.log(`a quarter of the way z is ${found}, by CesiumJS's own slerp ${wanted}`);
process.exit(Math.abs(found / wanted - 1) > 1e-6 ? 0 : 1);
