// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: node slerp-near.mjs
// Exits with 0 if slerp of rotations 3.6 degrees apart is still a normalised linear interpolation.
import { Quaternion } from "../../three/node_modules/three/build/three.module.js";

const angle = (3.6 * Math.PI) / 180; // between the two rotations
const at = (turn) => new Quaternion(0, 0, Math.sin(turn / 2), Math.cos(turn / 2));
const found = at(0).slerp(at(angle), 0.2).z;
const wanted = at(0.2 * angle).z;
console.log(`a fifth of the way: z is ${found}, ${wanted} is wanted`);
process.exit(Math.abs(found / wanted - 1) > 1e-5 ? 0 : 1);
