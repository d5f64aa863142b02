// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: node slerp-tiny.mjs
// Exits with 0 if slerp of rotations a tenth of a degree apart is still the midpoint, for any parameter.
import * as pc from "../../playcanvas/node_modules/playcanvas/build/playcanvas.mjs";

const angle = (0.1 * Math.PI) / 180;
const at = (turn) => new pc.Quat(0, 0, Math.sin(turn / 2), Math.cos(turn / 2));
const found = new pc.Quat().slerp(at(0), at(angle), 0).z;
console.log(`at the begin z is ${found}, 0 is wanted`);
process.exit(found === 0 ? 1 : 0);
