// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: node skin-normals.mjs
// Exits with 0 if a joint at rest still rotates a skinned normal, because the mesh's node scales each axis differently.
import { Bone, BufferAttribute, BufferGeometry, Matrix3, ShaderChunk, Skeleton, SkinnedMesh, Vector3 } from "../../three/node_modules/three/build/three.module.js";

const geometry = new BufferGeometry();
geometry.setAttribute("skinIndex", new BufferAttribute(new Uint8Array(4), 4));
geometry.setAttribute("skinWeight", new BufferAttribute(new Float32Array([1, 0, 0, 0]), 4));
const mesh = new SkinnedMesh(geometry);
mesh.bind(new Skeleton([new Bone()]));
mesh.scale.set(1, 2, 1);
mesh.updateMatrixWorld(true);
// As the chunks skinnormal_vertex and defaultnormal_vertex do; without a camera, the normal matrix belongs to the world matrix.
const [from, to] = [[0, 0, 0], [0.6, 0.8, 0]].map((place) => {
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(place), 3));
  const moved = new Vector3(...place);
  (mesh.applyBoneTransform ?? mesh.boneTransform).call(mesh, 0, moved); // its name before 0.151
  return moved;
});
const normal = to.sub(from).applyNormalMatrix(new Matrix3().getNormalMatrix(mesh.matrixWorld));
console.log(`the normal is ${normal.toArray()}, ${[0.6, 0.8, 0]} is wanted`);
const isInShader = ShaderChunk.defaultnormal_vertex.includes("transformedNormal = normalMatrix * transformedNormal;");
process.exit(!isInShader || Number.isNaN(normal.x) ? 2 : Math.abs(normal.x - 0.6) > 0.1 ? 0 : 1);
