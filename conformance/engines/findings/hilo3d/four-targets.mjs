// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: node four-targets.mjs
// Exits with 0 if still only four of five morph targets with normals are shown: at rest the first ones, in a clip those with
// the largest weights.
import { Hilo3d, parsed } from "./loading.mjs";

const weights = [0.1, 0.2, 0.3, 0.4, 2];
const buffer = new Float32Array([0, ...weights]).buffer; // a key at 0 s; a vertex
const { meshes, anim } = await parsed({
  nodes: [{ mesh: 0 }],
  meshes: [{ weights, primitives: [{ attributes: { POSITION: 0, NORMAL: 0 },
    targets: [2, 3, 4, 5, 6].map((target) => ({ POSITION: target, NORMAL: target })) }] }],
  animations: [{ samplers: [{ input: 1, output: 7 }], channels: [{ sampler: 0, target: { node: 0, path: "weights" } }] }],
  accessors: [...Array(8).keys()].map((number) => (number === 1 || number === 7
    ? { bufferView: 0, byteOffset: number === 1 ? 0 : 4, componentType: 5126, count: number === 1 ? 1 : 5, type: "SCALAR" }
    : { bufferView: 0, componentType: 5126, count: 1, type: "VEC3" })),
  bufferViews: [{ buffer: 0, byteLength: 24 }],
}, buffer);

/// The targets that the shader gets, in order.
function shown() {
  const { geometry } = meshes[0];
  const count = geometry.getRenderOption().MORPH_TARGET_COUNT;
  return [...Array(count).keys()].map((slot) => geometry.targets.vertices.indexOf(Hilo3d.semantic[`MORPHPOSITION${slot}`].get(meshes[0])));
}

const atRest = shown();
anim.currentTime = 0;
anim.updateAnimStates();
const inClip = shown();
console.log(`of the targets 0 to 4, whose weights are ${weights}, are shown at rest ${atRest}, in a clip ${inClip}`);
process.exit(`${atRest}` === "0,1,2,3" && `${inClip}` === "4,3,2,1" ? 0 : 1);
