// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: node zero-node.mjs
// Exits with 0 if the joints' matrices of a mesh whose node is scaled to 0 are still singular.
import { Hilo3d } from "./loading.mjs";

const joint = new Hilo3d.Node();
const mesh = new Hilo3d.SkinedMesh({ skeleton: new Hilo3d.Skeleton({ jointNodeList: [joint], inverseBindMatrices: [new Hilo3d.Matrix4()] }) });
mesh.setScale(0);
mesh.updateMatrixWorld(true);
joint.updateMatrixWorld(true);
const moved = new Hilo3d.Matrix4().fromArray(mesh.getJointMat()).premultiply(mesh.worldMatrix); // as its shader does
const [x] = new Hilo3d.Vector3(1, 2, 3).transformMat4(moved).toArray();
console.log(`the vertex lies at x = ${x}, 1 is wanted`);
process.exit(x === 1 ? 1 : 0);
