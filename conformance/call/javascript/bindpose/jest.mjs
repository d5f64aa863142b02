// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: adds the matcher to jest: setupFilesAfterEnv: ["bindpose/jest"].
import { toBeRight } from "./matchers.mjs";

globalThis.expect.extend({ toBeRight });
