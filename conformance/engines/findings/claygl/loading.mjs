// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// ClayGL in node, for the reproductions in this folder. Its first releases need a window when they are loaded.
globalThis.window ??= globalThis;
export const { default: clay } = await import("../../claygl/node_modules/claygl/dist/claygl.js");
