// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Keyframes by the course's solution, and one convention more.
import { cubicsplineTrack, keyBefore, linearTrack, nlerp, stepTrack } from "../../course/javascript/solution/exercises.js";
import { normalize } from "../../course/javascript/vectors.js";

function nlerpTrack(times, values, isRotation, t) {
  const k = keyBefore(times, t);
  if (!isRotation) return linearTrack(times, values, isRotation, t);
  if (k < 0 || k === times.length - 1) return normalize(values[Math.max(k, 0)]);
  return nlerp(values[k], values[k + 1], (t - times[k]) / (times[k + 1] - times[k]));
}

/// What samples a track, by its interpolation: (times, values, isRotation, t) -> value.
export const samplers = ({ rotation_interpolation: rule }) =>
  ({ STEP: stepTrack, LINEAR: rule === "nlerp" ? nlerpTrack : linearTrack, CUBICSPLINE: cubicsplineTrack });
