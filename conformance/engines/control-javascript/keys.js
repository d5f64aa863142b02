// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Keyframes: times are rows of one number, as an accessor's are.
import { lerp, nlerp, slerp, unit } from "./maths.js";

/// Of cubic splines each key is in-tangent, value, out-tangent.
function spline([[, p, outgoing], [incoming, q]], u, span) {
  const [u2, u3] = [u * u, u * u * u];
  return p.map((x, k) => (2 * u3 - 3 * u2 + 1) * x + span * (u3 - 2 * u2 + u) * outgoing[k]
    + (3 * u2 - 2 * u3) * q[k] + span * (u3 - u2) * incoming[k]);
}

/// A sampler's value; outside of its keys the nearest one's. turn: how rotations go from key to key.
export function sampled(times, keys, interpolation, rotates, time, turn = slerp) {
  const cubic = interpolation === "CUBICSPLINE";
  const ofLengthOne = rotates && (cubic || (interpolation === "LINEAR" && turn === nlerp));
  const finished = ofLengthOne ? unit : (value) => value;
  const next = times.findIndex(([t]) => t > time);
  const before = next < 0 ? keys.length - 1 : Math.max(next - 1, 0);
  if (next <= 0 || interpolation === "STEP" || times[before][0] === time) return finished(cubic ? keys[before][1] : keys[before]);
  const pair = [keys[before], keys[next]];
  const span = times[next][0] - times[before][0];
  const u = (time - times[before][0]) / span;
  if (cubic) return finished(spline(pair, u, span));
  return (rotates ? turn : lerp)(...pair, u);
}
