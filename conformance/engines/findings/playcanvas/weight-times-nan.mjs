// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: node weight-times-nan.mjs
// Exits with 0 if the shader chunk still multiplies every joint's matrix by its weight, even if it is 0.
import { readFileSync } from "node:fs";

const source = readFileSync(new URL("../../playcanvas/node_modules/playcanvas/build/playcanvas.dbg.mjs", import.meta.url), "utf8");
const chunk = /mat4 getSkinMatrix\(const in vec4 indicesFloat[^]*?\n\}/.exec(source)?.[0];
if (!chunk) throw new Error("there is no getSkinMatrix");
console.log(chunk);
console.log(`a joint that is not a number, with the weight 0, gives ${0 * NaN}`);
process.exit(/weights\.w/.test(chunk) && !/\bif\b|\?/.test(chunk) ? 0 : 1);
