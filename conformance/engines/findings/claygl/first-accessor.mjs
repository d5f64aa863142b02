// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: node first-accessor.mjs
// Exits with 0 if inverse bind matrices in the file's first accessor are still replaced by matrices computed from the pose.
import { clay } from "./loading.mjs";

const stored = new Float32Array([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -5, 0, 0, 1]); // a joint that was bound at x = 5

/// x of the joint's skinning translation, by the accessor's number; the joint is at x = 7.
function moved(accessor) {
  const matrices = { bufferView: 0, componentType: 5126, count: 1, type: "MAT4" };
  const { skeletons, nodes } = new clay.loader.GLTF().parse({
    nodes: [{ translation: [7, 0, 0] }], scenes: [{ nodes: [0] }], skins: [{ joints: [0], inverseBindMatrices: accessor }],
    accessors: [matrices, matrices], bufferViews: [{ buffer: 0, byteLength: 64 }], buffers: [{ byteLength: 64 }],
  }, [stored.buffer.slice()]);
  nodes[0].update();
  skeletons[0].update();
  return skeletons[0].getSubSkinMatrices(0, [0])[12];
}

console.log(`the joint moves by ${moved(0)} with accessor 0, by ${moved(1)} with the same accessor as 1; 2 is wanted`);
process.exit(moved(0) === 0 && moved(1) === 2 ? 0 : 1);
