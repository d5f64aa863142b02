// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: node clip-ends.mjs
// Feature: GLTFAnimation
// Exits with 0 if a clip that does not loop still never reaches its last key, and extrapolates before the first key and after
// a channel's last key.
import { Transform } from "../../ogl/node_modules/ogl/src/core/Transform.js";
import { GLTFAnimation } from "../../ogl/node_modules/ogl/src/extras/GLTFAnimation.js";

const node = new Transform();
const animation = new GLTFAnimation(
  [{ node, transform: "position", interpolation: "STEP", times: [0, 1], values: [1, 0, 0, 2, 0, 0] }]);
animation.loop = false;
animation.elapsed = 5;
animation.update(1, true);
const after = node.position.x;
animation.data[0].interpolation = "LINEAR";
animation.elapsed = -1;
animation.update(1, true);
const before = node.position.x;
const other = new Transform();
const apart = new GLTFAnimation([{ node, transform: "position", interpolation: "LINEAR", times: [0, 1, 2], values: [1, 0, 0, 2, 0, 0, 2, 0, 0] },
  { node: other, transform: "position", interpolation: "LINEAR", times: [0, 4], values: [0, 0, 0, 4, 0, 0] }]);
apart.elapsed = 3; // the first channel has ended, the second one has not
apart.update(1, true);
const ended = node.position.x;
console.log(`after the end x is ${after}, 2 is wanted; before the begin ${before}, 1 is wanted;`
  + ` of a channel that ends before its clip ${ended}, 2 is wanted`);
process.exit(after !== 2 && before !== 1 && ended !== 2 ? 0 : 1);
