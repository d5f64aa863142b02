// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: node skin-normals.mjs
// Ends with 0 where a joint that does nothing still turns a skinned normal, because the mesh's node scales each axis differently.
import { Bone, BufferAttribute, BufferGeometry, Matrix3, ShaderChunk, Skeleton, SkinnedMesh, Vector3, Vector4 } from "../../three/node_modules/three/build/three.module.js";

const geometry = new BufferGeometry();
geometry.setAttribute("skinIndex", new BufferAttribute(new Uint8Array(4), 4));
geometry.setAttribute("skinWeight", new BufferAttribute(new Float32Array([1, 0, 0, 0]), 4));
const mesh = new SkinnedMesh(geometry);
mesh.bind(new Skeleton([new Bone()]));
mesh.scale.set(1, 2, 1);
mesh.updateMatrixWorld(true);
// As the chunks skinnormal_vertex and defaultnormal_vertex do; without a camera the normal matrix is that of the world matrix.
const skinned = mesh.applyBoneTransform(0, new Vector4(0.6, 0.8, 0, 0));
const normal = new Vector3(skinned.x, skinned.y, skinned.z).applyNormalMatrix(new Matrix3().getNormalMatrix(mesh.matrixWorld));
console.log(`the normal is ${normal.toArray()}, ${[0.6, 0.8, 0]} is wanted`);
const isInShader = ShaderChunk.defaultnormal_vertex.includes("transformedNormal = normalMatrix * transformedNormal;");
process.exit(isInShader && Math.abs(normal.x - 0.6) > 0.1 ? 0 : 1);
