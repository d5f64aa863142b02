// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: node spline-tangents.mjs
// Feature: GLTFAnimation
// Exits with 0 if tangents of a spline are still not multiplied by the interval between their keys.
import { Transform } from "../../ogl/node_modules/ogl/src/core/Transform.js";
import { GLTFAnimation } from "../../ogl/node_modules/ogl/src/extras/GLTFAnimation.js";

const node = new Transform();
const spline = [[0, 0, 0], [0, 0, 0], [1, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0]].flat(); // only the first out-tangent is not 0
const animation = new GLTFAnimation(
  [{ node, transform: "position", interpolation: "CUBICSPLINE", times: [0, 4], values: spline }]);
animation.loop = false;
animation.elapsed = 2; // half way: (t^3 - 2 t^2 + t) times 4 s times the tangent 1
animation.update(1, true);
console.log(`x is ${node.position.x}, 0.5 is wanted`);
process.exit(Math.abs(node.position.x - 0.5) > 1e-6 ? 0 : 1);
