// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Inverse kinematics of a chain of joints, and how far it reaches.
import { add, cross, dot, normalize as unit, scale as scaled, subtract } from "../../course/javascript/vectors.js";

const between = (a, b) => subtract(b, a);
const lengthOf = (a) => Math.hypot(...a);

/// What can be said of a solution: how far its end is from the goal, and what of the goal is in reach.
function reach(rest, posed, goal) {
  const bones = rest.slice(1).map((joint, i) => lengthOf(between(rest[i], joint)));
  const outer = bones.reduce((sum, bone) => sum + bone);
  const inner = bones.length === 1 ? outer : 2 * Math.max(...bones) - outer;
  const way = between(rest[0], goal);
  const near = Math.min(Math.max(lengthOf(way), inner), outer);
  const reachable = near === lengthOf(way);
  const nearest = reachable ? goal : add(rest[0], scaled(unit(way), near));
  return { positions: posed, residual: lengthOf(between(goal, posed.at(-1))), reachable: Number(reachable), nearest };
}

export function twoBones([a, b, c], goal, pole, poleIsPoint) {
  const [upper, lower] = [lengthOf(between(a, b)), lengthOf(between(b, c))];
  const way = between(a, goal);
  const n = unit(way);
  const k = poleIsPoint ? between(a, pole) : pole;
  const m = unit(between(scaled(n, dot(k, n)), k));
  const far = Math.min(Math.max(lengthOf(way), Math.abs(upper - lower)), upper + lower);
  const along = (upper * upper - lower * lower + far * far) / (2 * far);
  const aside = Math.sqrt(Math.max((upper - along) * (upper + along), 0));
  return reach([a, b, c], [a, add(a, add(scaled(n, along), scaled(m, aside))), add(a, scaled(n, far))], goal);
}

/// y by the shortest rotation from one direction to another, of which there is none where one is 0, or they are opposite.
function swung(from, to, y) {
  const size = lengthOf(from) * lengthOf(to);
  const c = dot(from, to) / size;
  if (size === 0 || 1 + c === 0) return y;
  const v = scaled(cross(from, to), 1 / size);
  return add(add(scaled(y, c), cross(v, y)), scaled(v, dot(v, y) / (1 + c)));
}

export function cyclicDescent(rest, goal, iterations, fromTip) {
  const visits = rest.slice(0, -1).map((_, i) => i);
  if (fromTip) visits.reverse();
  let chain = rest;
  for (let iteration = 0; iteration < iterations; ++iteration)
    for (const i of visits) {
      const pivot = chain[i];
      const [from, to] = [between(pivot, chain.at(-1)), between(pivot, goal)];
      chain = chain.map((joint, k) => (k <= i ? joint : add(pivot, swung(from, to, between(pivot, joint)))));
    }
  return reach(rest, chain, goal);
}
