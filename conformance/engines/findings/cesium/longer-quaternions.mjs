// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: node longer-quaternions.mjs
// Exits with 0 if the matrix of a quaternion that is not of length 1 still scales by the square of the length.
import Cartesian3 from "../../cesium/node_modules/@cesium/engine/Source/Core/Cartesian3.js";
import Matrix4 from "../../cesium/node_modules/@cesium/engine/Source/Core/Matrix4.js";
import Quaternion from "../../cesium/node_modules/@cesium/engine/Source/Core/Quaternion.js";

const one = new Cartesian3(1, 1, 1);
const m = Matrix4.fromTranslationQuaternionRotationScale(Cartesian3.ZERO, new Quaternion(0, 0, 0, 2), one);
console.log(`no turn, of length 2: the matrix scales by ${m[0]}`);
process.exit(m[0] === 4 ? 0 : 1);
