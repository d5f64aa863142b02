// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: node weights-all-zero.mjs
// Exits with 0 if a vertex without weights is still not a number.
import { Vector3, Matrix } from "../../babylon/node_modules/@babylonjs/core/Maths/math.vector.js";

const blended = Matrix.FromArray(new Array(16).fill(0)); // the sum of no weights
const moved = Vector3.Zero();
Vector3.TransformCoordinatesFromFloatsToRef(1, 2, 3, blended, moved);
console.log(`a vertex whose weights are 0 lies at ${moved.asArray()}`);
process.exit(Number.isNaN(moved.x) ? 0 : 1);
