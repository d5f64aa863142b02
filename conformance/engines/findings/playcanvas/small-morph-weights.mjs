// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: node small-morph-weights.mjs
// Exits with 0 if a morph target of weight 0.00001 is still ignored.
import { MorphInstance } from "../../playcanvas/node_modules/playcanvas/build/playcanvas.mjs";

let counted;
const mesh = { morph: { _targets: [{}] }, _shaderMorphWeights: [], _shaderMorphIndex: [], getWeight: () => 1e-5,
  _updateTextureMorph: (targets) => (counted = targets) };
MorphInstance.prototype.update.call(mesh);
console.log(`targets that count: ${counted}, 1 is wanted`);
process.exit(counted === 0 ? 0 : 1);
