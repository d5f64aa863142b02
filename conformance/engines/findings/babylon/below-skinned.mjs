// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: node below-skinned.mjs
// Ends with 0 where a node below that of a skinned mesh is still not moved by it.
import { loaded } from "./loading.mjs";

const scene = await loaded([{ mesh: 0, skin: 0, translation: [3, 0, 0], children: [1] }, { name: "below" }, {}], [0, 2], 2);
const { x } = scene.getNodeByName("below").getAbsolutePosition();
console.log(`the node below lies at x = ${x}, 3 is wanted`);
process.exit(x === 0 ? 0 : 1);
