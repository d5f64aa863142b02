// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: node too-many-targets.mjs
// Exits with 0 if every morph target still takes its own vertex attributes, for any number of targets.
import MorphTargetsPipelineStage from "../../cesium/node_modules/@cesium/engine/Source/Scene/Model/MorphTargetsPipelineStage.js";
import ShaderBuilder from "../../cesium/node_modules/@cesium/engine/Source/Renderer/ShaderBuilder.js";

const PROMISED = 16; // MAX_VERTEX_ATTRIBS of WebGL 2 is at least this, and no more in most browsers
const target = { attributes: ["POSITION", "NORMAL"].map((semantic) => ({ semantic, type: "VEC3", buffer: {} })) };
const resources = { shaderBuilder: new ShaderBuilder(), attributes: [], attributeIndex: 4, // after position, normal, joints, weights
  runtimeNode: { morphWeights: new Array(8).fill(0) } };
MorphTargetsPipelineStage.process(resources, { morphTargets: new Array(8).fill(target) });
console.log(`a skin's eight morph targets of positions and normals: ${resources.attributeIndex} attributes, ${PROMISED} are promised`);
process.exit(resources.attributeIndex > PROMISED ? 0 : 1);
