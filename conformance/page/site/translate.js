// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: gives the functions of webgpu_page.js the compiler (translate.cpp), and the version of GLSL to the device's description.
"use strict";
globalThis.bindposeLoadTranslator = async (wasm, instantiate) => {
  const translator = await instantiate(globalThis.bindposeTranslator, wasm);
  const textOf = (place) => JSON.parse(translator.UTF8ToString(place));
  const { open } = globalThis.bindpose;

  globalThis.bindpose.translate = (glsl) => {
    const bytes = new TextEncoder().encode(`${glsl}\0`), at = translator._malloc(bytes.length);
    if (at === 0) throw new Error("The compiler needs more memory than the browser allows.");
    translator.HEAPU8.set(bytes, at);
    const said = textOf(translator._bindpose_translate(at));
    translator._free(at);
    return said;
  };
  globalThis.bindpose.open = async () => {
    const said = await open();
    return said && { ...said, glsl: `4.50 by ${textOf(translator._bindpose_compiler())} as WGSL` };
  };
};
