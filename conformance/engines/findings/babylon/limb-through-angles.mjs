// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: node limb-through-angles.mjs
// Exits with 0 if rounding of its angles still moves a planar limb out of its plane.
import { Bone } from "../../babylon/node_modules/@babylonjs/core/Bones/bone.js";
import { BoneIKController } from "../../babylon/node_modules/@babylonjs/core/Bones/boneIKController.js";
import { Skeleton } from "../../babylon/node_modules/@babylonjs/core/Bones/skeleton.js";
import { NullEngine } from "../../babylon/node_modules/@babylonjs/core/Engines/nullEngine.js";
import { Matrix, Vector3 } from "../../babylon/node_modules/@babylonjs/core/Maths/math.vector.js";
import { Mesh } from "../../babylon/node_modules/@babylonjs/core/Meshes/mesh.js";
import { Logger } from "../../babylon/node_modules/@babylonjs/core/Misc/logger.js";
import { Scene } from "../../babylon/node_modules/@babylonjs/core/scene.js";

Logger.LogLevels = Logger.ErrorLogLevel;
const scene = new Scene(new NullEngine());
const skeleton = new Skeleton("limb", "limb", scene);
const mesh = new Mesh("mesh", scene);
mesh.skeleton = skeleton;
const upper = new Bone("upper", skeleton, null, Matrix.Identity());
const lower = new Bone("lower", skeleton, upper, Matrix.Translation(0, 1, 0));
new Bone("tip", skeleton, lower, Matrix.Translation(0, 1, 0));
const controller = new BoneIKController(mesh, lower, { poleAngle: Math.PI });
controller.targetPosition = new Vector3(0, 1, 0); // the goal and the pole are in the plane x = 0
controller.poleTargetPosition = new Vector3(0, 0, 1);
controller.update();
(skeleton.computeAbsoluteMatrices ?? skeleton.computeAbsoluteTransforms).call(skeleton, true); // its name in Babylon.js 5
const { x } = lower.getAbsolutePosition(mesh);
console.log(`the elbow lies at x = ${x}, 0 is wanted`);
process.exit(x !== 0 ? 0 : 1);
