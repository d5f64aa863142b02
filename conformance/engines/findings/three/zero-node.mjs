// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: node zero-node.mjs
// Exits with 0 if a skinned mesh whose node is scaled to 0 is still not a number.
import { Bone, BufferAttribute, BufferGeometry, Skeleton, SkinnedMesh, Vector3 } from "../../three/node_modules/three/build/three.module.js";

const geometry = new BufferGeometry();
geometry.setAttribute("skinIndex", new BufferAttribute(new Uint8Array(4), 4));
geometry.setAttribute("skinWeight", new BufferAttribute(new Float32Array([1, 0, 0, 0]), 4));
const mesh = new SkinnedMesh(geometry);
mesh.bind(new Skeleton([new Bone()]));
mesh.scale.set(0, 0, 0);
mesh.updateMatrixWorld(true);
geometry.setAttribute("position", new BufferAttribute(new Float32Array([1, 2, 3]), 3));
const moved = new Vector3(1, 2, 3);
(mesh.applyBoneTransform ?? mesh.boneTransform).call(mesh, 0, moved); // its name before 0.151
moved.applyMatrix4(mesh.matrixWorld);
console.log(`the vertex lies at ${moved.toArray()}, ${[1, 2, 3]} is wanted`);
process.exit(Number.isNaN(moved.x) ? 0 : 1);
