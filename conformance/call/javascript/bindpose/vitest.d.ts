// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
import "vitest";
import type { Inputs, JudgeOptions } from "./index.mjs";

declare module "vitest" {
  interface Assertion<T = any> {
    /** Passes if the output is right for these inputs: expect(answer).toBeRight("lbs", inputs). */
    toBeRight<Name extends string>(algorithm: Name, inputs: Inputs<Name>, options?: JudgeOptions): T;
  }
}
