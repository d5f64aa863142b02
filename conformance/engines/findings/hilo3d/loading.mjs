// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Hilo3d in node, for the reproductions in this folder. When it is loaded, it reads the browser's name.
const element = { style: {} };
Object.assign(globalThis, { window: globalThis, navigator: { userAgent: "" }, screen: {},
  Image: class {}, document: { documentElement: element, createElement: () => element } });
export const { default: Hilo3d } = await import("../../hilo3d/node_modules/hilo3d/build/Hilo3d.js");

/// The result of Hilo3d's parser for a file with this single buffer.
export const parsed = (file, buffer) => new Hilo3d.GLTFParser(JSON.stringify({ asset: { version: "2.0" }, scenes: [{ nodes: [0] }], ...file,
  buffers: [{ byteLength: buffer.byteLength, uri: "numbers" }] })).parse({ loadRes: async () => buffer });
