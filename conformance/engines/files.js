// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What pages that draw files have in common: the conventions that most declare, and how they declare them.
const FILE = { scale_inheritance: ["with-shear"], rotations: ["as-given"], matrix_joints: ["decomposed"], without: ["tangents"] };
const SKIN = { normal_rule: ["direction"], influences_kept: ["first-four"], weight_sum: ["as-given"], zero_sum: ["origin"] };

/// Declares a page. file, skin: the conventions that differ from those above; morphs: whether it draws morph targets; the rest
/// goes to bindpose.subject().
export function declare(implementation, { file, skin, morphs = true, ...rest }) {
  const every = { ...FILE, ...file };
  const skinned = { ...every, ...SKIN, ...skin };
  const morphed = { ...skinned, method: ["lbs", "stitching"], rigid_normal_rule: ["inverse-transpose"] };
  const capabilities = [
    { algorithm: "lbs", levels: ["asset"], options: skinned },
    { algorithm: "rigid-parts", levels: ["asset"], options: { ...every, normal_rule: ["inverse-transpose"] } },
  ];
  if (morphs) capabilities.push({ algorithm: "morph.then-skin", levels: ["asset"], options: morphed });
  bindpose.subject({ implementation: { ...implementation, language: "JavaScript" }, capabilities, ...rest });
}

/// What the engine shows of a part of a question.
export function found(shown, { node, primitive }, where) {
  if (!shown) throw new Error(`node ${node} shows no primitive ${primitive} in ${where}`);
  return shown;
}
