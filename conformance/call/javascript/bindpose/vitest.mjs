// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: adds the matcher to vitest: setupFiles: ["bindpose/vitest"], or import "bindpose/vitest" in a test.
import { expect } from "vitest";
import { toBeRight } from "./matchers.mjs";

expect.extend({ toBeRight });
