// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: node spline-of-one-key.mjs
// Feature: GLTFAnimation
// Exits with 0 if a spline of one key still returns its in-tangent.
import { Transform } from "../../ogl/node_modules/ogl/src/core/Transform.js";
import { GLTFAnimation } from "../../ogl/node_modules/ogl/src/extras/GLTFAnimation.js";

const node = new Transform();
const animation = new GLTFAnimation(
  [{ node, transform: "position", interpolation: "CUBICSPLINE", times: [0], values: [100, 0, 0, 3, 0, 0, 200, 0, 0] }]);
animation.update(1, true);
console.log(`x is ${node.position.x}, 3 is wanted`);
process.exit({ 100: 0, 3: 1 }[node.position.x] ?? 2);
