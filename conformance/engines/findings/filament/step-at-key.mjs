// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: node step-at-key.mjs
// Ends with 0 where a step at a key's own time has the value of the key before.
import { matrixAt } from "./animated.mjs";

const x = (await matrixAt(1, { path: "translation", interpolation: "STEP", times: [0, 1, 2], values: [0, 0, 0, 5, 0, 0, 7, 0, 0] }))[12];
console.log(`at the time of the second key x is ${x}, 5 is wanted`);
process.exit(x === 0 ? 0 : 1);
