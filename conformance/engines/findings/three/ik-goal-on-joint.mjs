// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Run: node ik-goal-on-joint.mjs
// Exits with 0 if a bone still changes its length if the goal is on its joint.
import { Bone, BufferGeometry, Group, Skeleton, SkinnedMesh, Vector3 } from "../../three/node_modules/three/build/three.module.js";
import { CCDIKSolver } from "../../three/node_modules/three/examples/jsm/animation/CCDIKSolver.js";

const [root, joint, end, goal] = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 0, 0]].map((place) => {
  const bone = new Bone();
  bone.position.fromArray(place); // below its parent: the chain is bent, and the goal is where the joint is
  return bone;
});
root.add(joint);
joint.add(end);
new Group().add(root, goal).updateMatrixWorld(true);
const mesh = new SkinnedMesh(new BufferGeometry());
mesh.bind(new Skeleton([root, joint, end, goal]));
new CCDIKSolver(mesh, [{ effector: 2, target: 3, links: [{ index: 1 }, { index: 0 }], iteration: 2 }]).update();
const [from, to] = [joint, end].map((bone) => new Vector3().setFromMatrixPosition(bone.matrixWorld));
console.log(`the bone's length is ${from.distanceTo(to)}, 1 is wanted; its quaternion's is ${joint.quaternion.length()}`);
process.exit(Math.abs(from.distanceTo(to) - 1) > 1e-3 ? 0 : 1);
