// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: node zero-node.mjs
// Exits with 0 if a skinned mesh whose node is scaled to 0 still shrinks to a point.
import * as pc from "../../playcanvas/node_modules/playcanvas/build/playcanvas.mjs";

const [mesh, joint] = [new pc.GraphNode("mesh"), new pc.GraphNode("joint")];
mesh.setLocalScale(0, 0, 0);
const instance = new pc.SkinInstance();
instance.skin = { boneNames: ["joint"], inverseBindPose: [new pc.Mat4()] };
instance.bones = [joint];
instance.matrices = [new pc.Mat4()];
instance.updateMatrices(mesh, 1);
const moved = new pc.Mat4().mul2(mesh.getWorldTransform(), instance.matrices[0]).transformPoint(new pc.Vec3(1, 2, 3)); // as its shader does
console.log(`the vertex lies at x = ${moved.x}, 1 is wanted`);
process.exit(moved.x === 0 ? 0 : 1);
