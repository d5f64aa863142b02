// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: node skin-below-scale.mjs
// Ends with 0 where a joint without transform still moves a skinned mesh, because the mesh's node is scaled.
import Matrix4 from "../../cesium/node_modules/@cesium/engine/Source/Core/Matrix4.js";
import ModelRuntimeNode from "../../cesium/node_modules/@cesium/engine/Source/Scene/Model/ModelRuntimeNode.js";

/// By how much the vertices of a skinned mesh are scaled whose one joint does nothing and whose node is scaled by this.
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
