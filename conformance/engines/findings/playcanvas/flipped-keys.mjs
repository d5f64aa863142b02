// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: node flipped-keys.mjs
// Exits with 0 if keys q and -q of a track, which are the same rotation, are still not interpolated as such.
import * as pc from "../../playcanvas/node_modules/playcanvas/build/playcanvas.mjs";

const node = new pc.GraphNode("node");
const root = new pc.GraphNode("root");
root.addChild(node);
const half = Math.SQRT1_2;
const q = [0, 0, half, half];
const track = new pc.AnimTrack("track", 1, [new pc.AnimData(1, [0, 1])], [new pc.AnimData(4, [...q, ...q.map((x) => -x)])],
  [new pc.AnimCurve([{ entityPath: ["root", "node"], component: "graph", propertyPath: ["localRotation"] }], 0, 0, pc.INTERPOLATION_LINEAR)]);
const evaluator = new pc.AnimEvaluator(new pc.DefaultAnimBinder(root));
evaluator.addClip(new pc.AnimClip(track, 0.25, 1, false, false));
evaluator.update(0);
const { x, y, z, w } = node.getLocalRotation();
console.log(`between q and -q the rotation is ${[x, y, z, w]}, ${q} is wanted`);
evaluator.clips[0].time = 0.5;
evaluator.update(0);
const middle = node.getLocalRotation();
console.log(`half way it is ${[middle.x, middle.y, middle.z, middle.w]}`);
process.exit(Math.abs(Math.abs(middle.z) - half) > 1e-3 ? 0 : 1);
