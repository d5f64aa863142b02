// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: node skin-below-scale.mjs
// Ends with 0 where a joint without transform still moves a skinned mesh, because the mesh's node is scaled.
import Matrix4 from "../../cesium/node_modules/@cesium/engine/Source/Core/Matrix4.js";
import ModelRuntimeNode from "../../cesium/node_modules/@cesium/engine/Source/Scene/Model/ModelRuntimeNode.js";

const node = new ModelRuntimeNode({
  node: {}, transform: Matrix4.fromUniformScale(2), transformToRoot: Matrix4.IDENTITY, children: [], sceneGraph: { components: {} } });
node._runtimeSkin = { jointMatrices: [Matrix4.IDENTITY], updateJointMatrices() {} };
node.updateJointMatrices();
const scale = Matrix4.multiply(node.transform, node.computedJointMatrices[0], new Matrix4())[0]; // as its shader does
console.log(`the vertices are scaled by ${scale}, 1 is wanted`);
process.exit(scale === 1 ? 1 : 0);
