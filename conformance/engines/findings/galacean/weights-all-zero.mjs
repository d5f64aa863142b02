// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: node weights-all-zero.mjs
// Exits with 0 if the shader chunks still divide a skinned position by the sum of the weights, even if it is 0.
import { createRequire } from "node:module";
import "../../galacean/browser.js";

const require = createRequire(new URL("../../galacean/subject.js", import.meta.url));
const { ShaderLib } = require("@galacean/engine-core");

const { skinning_vert: skinning, worldpos_vert: world } = ShaderLib;
const sums = /position = skinMatrix \* position;/.test(skinning); // with weights 0: a zero matrix, (0, 0, 0, 0) for each position
console.log(skinning, world);
console.log(`a vertex whose weights are 0 lies at ${[0, 0, 0].map((x) => x / 0)}`);
const divides = /temp_pos = \w+ \* position;\s*v_pos = temp_pos\.xyz \/ temp_pos\.w;/.test(world);
process.exit(sums && divides ? 0 : 2); // other chunks are irrelevant
