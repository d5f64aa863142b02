// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: node late-spline.mjs
// Exits with 0 if a cubic spline still moves before its first key.
import { Animation } from "../../babylon/node_modules/@babylonjs/core/Animations/animation.js";
import { AnimationGroup } from "../../babylon/node_modules/@babylonjs/core/Animations/animationGroup.js";
import { NullEngine } from "../../babylon/node_modules/@babylonjs/core/Engines/nullEngine.js";
import { Logger } from "../../babylon/node_modules/@babylonjs/core/Misc/logger.js";
import { Scene } from "../../babylon/node_modules/@babylonjs/core/scene.js";

Logger.LogLevels = Logger.ErrorLogLevel;
const spline = new Animation("spline", "x", 1, Animation.ANIMATIONTYPE_FLOAT);
spline.setKeys([1, 2].map((frame) => ({ frame, value: frame, inTangent: 0.5, outTangent: 1 })));
const group = new AnimationGroup("clip", new Scene(new NullEngine()));
group.addTargetedAnimation(spline, { x: 0 });
group.normalize(0); // as the loader does with every clip
const found = spline.evaluate(0.5);
console.log(`half a second before its first key it is ${found}, ${1} is wanted`);
process.exit(found !== 1 ? 0 : 1);
