// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: node spline-tangents.mjs
// Ends with 0 where the tangents of a cubic spline are still multiplied by the share of the time that has passed.
import { matrixAt } from "./animated.mjs";

const still = [0, 0, 0];
const values = [still, still, [9, 0, 0], still, still, still].flat(); // all 0 but the first key's out-tangent
const x = (await matrixAt(2, { path: "translation", interpolation: "CUBICSPLINE", times: [0, 4], values }))[12];
console.log(`half way x is ${x}, 4.5 is wanted: 1/8 of 4 s times the tangent 9`);
process.exit(x === 0.5625 ? 0 : 1);
