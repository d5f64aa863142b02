// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
import type { Inputs, JudgeOptions } from "./index.mjs";

declare global {
  namespace jest {
    interface Matchers<R> {
      /** Passes if the output is right for these inputs: expect(answer).toBeRight("lbs", inputs). */
      toBeRight<Name extends string>(algorithm: Name, inputs: Inputs<Name>, options?: JudgeOptions): R;
    }
  }
}
