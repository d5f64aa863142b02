// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: node skin-normals.mjs
// Exits with 0 if a joint at rest still rotates a skinned normal, because the mesh's node scales each axis differently.
import { Hilo3d } from "./loading.mjs";

const joint = new Hilo3d.Node();
const mesh = new Hilo3d.SkinedMesh({ skeleton: new Hilo3d.Skeleton({ jointNodeList: [joint], inverseBindMatrices: [new Hilo3d.Matrix4()] }) });
mesh.setScale(1, 2, 1);
mesh.updateMatrixWorld(true);
joint.updateMatrixWorld(true);
// As its shader does: mat3(skinMat) * normal, then u_normalMatrix, which without a camera belongs to the world matrix.
const skin = new Hilo3d.Matrix3().fromMat4(new Hilo3d.Matrix4().fromArray(mesh.getJointMat()));
const normal = new Hilo3d.Vector3(0.6, 0.8, 0).transformMat3(skin).transformMat3(new Hilo3d.Matrix3().normalFromMat4(mesh.worldMatrix)).normalize();
console.log(`the normal is ${normal.toArray()}, ${[0.6, 0.8, 0]} is wanted`);
process.exit(Math.abs(normal.x - 0.6) > 0.1 ? 0 : 1);
