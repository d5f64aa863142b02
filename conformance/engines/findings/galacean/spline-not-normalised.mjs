// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: node spline-not-normalised.mjs
// Exits with 0 if a rotation on a cubic spline is still not of length 1.
import { createRequire } from "node:module";
import "../../galacean/browser.js";

const require = createRequire(new URL("../../galacean/subject.js", import.meta.url));
const { AnimationQuaternionCurve, InterpolationType, Keyframe } = require("@galacean/engine-core");
const { Quaternion, Vector4 } = require("@galacean/engine-math");

const curve = new AnimationQuaternionCurve();
curve.interpolation = InterpolationType.CubicSpine;
[new Quaternion(0, 0, 0, 1), new Quaternion(1, 0, 0, 0)].forEach((value, time) => // no rotation, and half a turn
  curve.addKey(Object.assign(new Keyframe(), { time, value, inTangent: new Vector4(), outTangent: new Vector4() })));
const { x, y, z, w } = curve.evaluate(0.5);
const length = Math.hypot(x, y, z, w);
console.log(`half way the rotation has the length ${length}, 1 is wanted`);
process.exit(Math.abs(length - 1) > 1e-3 ? 0 : 1);
