// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: node integer-weights.mjs
// Exits with 0 if weights in bytes are still divided by their sum and rounded to steps of 1 / 255.
import { BufferAttribute, BufferGeometry, SkinnedMesh } from "../../three/node_modules/three/build/three.module.js";

const bytes = [70, 10, 45, 30]; // the first four of eight
const geometry = new BufferGeometry();
geometry.setAttribute("skinWeight", new BufferAttribute(new Uint8Array(bytes), 4, true));
const mesh = new SkinnedMesh(geometry);
mesh.normalizeSkinWeights(); // as GLTFLoader does
const found = mesh.geometry.attributes.skinWeight.getX(0);
console.log(`the first weight is ${found}, ${70 / 155} is wanted`);
process.exit(Math.abs(found - 70 / 155) > 1e-4 ? 0 : 1);
