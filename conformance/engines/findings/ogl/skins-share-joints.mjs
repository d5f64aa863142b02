// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: node skins-share-joints.mjs
// Feature: GLTFLoader|GLTFSkin
// Exits with 0 if a second skin of a joint still replaces the first one's inverse bind matrix.
import { GLTFLoader, GLTFSkin, Mat4, Transform } from "../../ogl/node_modules/ogl/src/index.js";

const boundAt = (x) => ({ joints: [0], inverseBindMatrices: { data: [...new Mat4().translate([-x, 0, 0])] } });
const skins = [boundAt(5), boundAt(9)];
GLTFLoader.populateSkins(skins, [new Transform()]); // a joint at 0
const gl = { canvas: {}, createTexture() {}, renderer: { parameters: {}, state: {} } };
const found = skins.map((skeleton) => {
  const skin = new GLTFSkin(gl, { skeleton, program: { uniforms: { boneTexture: {}, boneTextureSize: {} } } });
  skin.updateUniforms();
  return skin.boneMatrices[12];
});
console.log(`the joint moves the two skins by ${found}; -5,-9 is wanted`);
process.exit(found[0] === -9 ? 0 : 1);
