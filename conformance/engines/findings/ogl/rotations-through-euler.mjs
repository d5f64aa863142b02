// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: node rotations-through-euler.mjs
// Exits with 0 if the stored rotation still differs from the assigned one.
import { Transform } from "../../ogl/node_modules/ogl/src/index.js";

const half = Math.fround(Math.SQRT1_2);
const node = new Transform();
node.quaternion.fromArray([half, 0, 0, half]); // a quarter turn about x
node.updateMatrixWorld();
const found = node.worldMatrix[5]; // y of the rotated y axis
console.log(`y of the turned y axis is ${found}, 0 is wanted`);
const longer = new Transform();
longer.quaternion.fromArray([0, 0, 0, 1.01]);
console.log(`w was set to 1.01 and is ${longer.quaternion.w}`);
process.exit(Math.abs(found) > 1e-4 && longer.quaternion.w !== 1.01 ? 0 : 1);
