// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: node below-skinned.mjs
// Exits with 0 if a child of a skinned mesh's node still does not move with it.
import { loaded } from "./loading.mjs";

const scene = await loaded([{ mesh: 0, skin: 0, translation: [3, 0, 0], children: [1] }, { name: "below" }, {}], [0, 2], 2);
const { x } = scene.getNodeByName("below").getAbsolutePosition();
console.log(`the node below lies at x = ${x}, 3 is wanted`);
process.exit(x === 0 ? 0 : 1);
