// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: node clip-wraps.mjs
// Ends with 0 where a clip shows its first key at the time of its last one.
import { matrixAt } from "./animated.mjs";

const x = (await matrixAt(1, { path: "translation", interpolation: "LINEAR", times: [0, 1], values: [0, 0, 0, 5, 0, 0] }))[12];
console.log(`at the time of the last key x is ${x}, 5 is wanted`);
process.exit(x === 0 ? 0 : 1);
