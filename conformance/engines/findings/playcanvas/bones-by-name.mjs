// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: node bones-by-name.mjs
// Exits with 0 if the second of two joints with the same name still counts as the first.
import * as pc from "../../playcanvas/node_modules/playcanvas/build/playcanvas.mjs";

const joints = ["bone", "between", "bone"].map((name) => new pc.GraphNode(name));
joints[0].addChild(joints[1]);
joints[1].addChild(joints[2]);
const root = new pc.GraphNode("root");
root.addChild(joints[0]);
const instance = new pc.SkinInstance();
instance.skin = { boneNames: joints.map(({ name }) => name) }; // a skin keeps only these names of the file's joints
instance.resolve(root, root);
const found = instance.bones.map((bone) => joints.indexOf(bone));
console.log(`the joints 0, 1, 2 are ${found}`);
process.exit(`${found}` === "0,1,0" ? 0 : 1);
