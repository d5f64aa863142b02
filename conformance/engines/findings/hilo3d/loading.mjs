// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Hilo3d in node, for the reproductions beside this file. It asks a browser who it is when it is loaded.
const element = { style: {} };
Object.assign(globalThis, { window: globalThis, navigator: { userAgent: "" }, screen: {},
  Image: class {}, document: { documentElement: element, createElement: () => element } });
export const { default: Hilo3d } = await import("../../hilo3d/node_modules/hilo3d/build/Hilo3d.js");

/// What Hilo3d's parser makes of a file whose one buffer is given.
export const parsed = (file, buffer) => new Hilo3d.GLTFParser(JSON.stringify({ asset: { version: "2.0" }, scenes: [{ nodes: [0] }], ...file,
  buffers: [{ byteLength: buffer.byteLength, uri: "numbers" }] })).parse({ loadRes: async () => buffer });
