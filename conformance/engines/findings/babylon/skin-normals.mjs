// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: node skin-normals.mjs
// Exits with 0 if a skinned normal still depends on which node has the scale: the joint, or one above joint and mesh.
import { Matrix, Vector3 } from "../../babylon/node_modules/@babylonjs/core/Maths/math.vector.js";
import { loaded } from "./loading.mjs";

/// In the world, as the shaders and PickingInfo.getNormal() take it there.
function normalOf(scene) {
  const [mesh] = scene.meshes.filter(({ skeleton }) => skeleton);
  const world = mesh.getWorldMatrix();
  const carrier = mesh.nonUniformScaling ? Matrix.Transpose(Matrix.Invert(world)) : world;
  return Vector3.TransformNormal(Vector3.FromArray(mesh.getNormalsData(true, true)), carrier).normalize().asArray();
}

const scale = [1, 2, 1];
const own = normalOf(await loaded([{ mesh: 0, skin: 0 }, { scale }], [0, 1], 1));
const above = normalOf(await loaded([{ mesh: 0, skin: 0 }, { scale, children: [2] }, {}], [0, 1], 2));
console.log(`the joint is scaled: ${own}; the node above is: ${above}; the joint's matrix is the same`);
process.exit(Math.abs(own[0] - above[0]) > 0.1 ? 0 : 1);
