// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: node skin-below-scale.mjs
// Exits with 0 if a joint without transform still moves a skinned mesh, because the mesh's node is scaled.
import Matrix4 from "../../cesium/node_modules/@cesium/engine/Source/Core/Matrix4.js";
import ModelRuntimeNode from "../../cesium/node_modules/@cesium/engine/Source/Scene/Model/ModelRuntimeNode.js";

/// Scale of the vertices of a skinned mesh whose single joint is at rest and whose node has this scale.
function scaled(by) {
  const node = new ModelRuntimeNode({
    node: {}, transform: Matrix4.fromUniformScale(by), transformToRoot: Matrix4.IDENTITY, children: [], sceneGraph: { components: {} } });
  node._runtimeSkin = { jointMatrices: [Matrix4.IDENTITY], updateJointMatrices() {} };
  node.updateJointMatrices();
  return Matrix4.multiply(node.transform, node.computedJointMatrices[0], new Matrix4())[0]; // as its shader does
}

const found = [2, 0].map(scaled);
console.log(`below a scale of 2 and one of 0 the vertices are scaled by ${found}, 1 is wanted`);
process.exit(found.includes(1) ? 1 : 0);
