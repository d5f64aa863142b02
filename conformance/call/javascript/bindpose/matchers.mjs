// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the matcher of vitest and jest: expect(answer).toBeRight("lbs", inputs).
import { judge } from "./index.mjs";

export function toBeRight(answer, algorithm, inputs, more) {
  const verdict = judge(algorithm, answer, inputs, more);
  return { pass: verdict.isRight, message: () => (verdict.isRight ? `${algorithm}: the output is right, expected a wrong output` : verdict.message()) };
}
