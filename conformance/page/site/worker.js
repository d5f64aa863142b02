// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: calls between a page's worker and its program in WebAssembly, which calls WebGL or WebGPU (gpu/web/*page.js).
"use strict";
globalThis.bindposeWorker = (() => {
  let program, promised = null;

  /// "Firefox/153.0"
  const browser = () =>
    /(Firefox|FxiOS|Edg|OPR|CriOS|HeadlessChrome|Chrome|Version)\/[\d.]+/.exec(navigator.userAgent)?.[0].replace("Version", "Safari") ?? "";

  /// A description of a device, with the name of the browser. null without a device.
  const described = (said) => said && { ...said, browser: browser() };

  globalThis.bindposeCall = (name, given) => {
    let said;
    try {
      if (globalThis.bindpose === undefined) throw new Error("This browser does not offer WebGL 2 to the worker of a page.");
      said = globalThis.bindpose[name](...JSON.parse(given));
      if (name === "open") said = said.then(described);
    } catch (thrown) {
      said = { thrown: String(thrown) };
    }
    if (said instanceof Promise) {
      promised = said;
      return null;
    }
    return JSON.stringify(name === "describe" ? described(said) : said);
  };

  /// Copies bytes, which `free` frees, into the program's memory.
  function give(bytes) {
    const at = program._malloc(Math.max(bytes.length, 1));
    if (at === 0) throw new Error("The program needs more memory than the browser allows.");
    program.HEAPU8.set(bytes, at);
    return at;
  }

  /// Calls a function of the program with texts and, last, bytes. Returns its result.
  function ask(name, ...given) {
    const places = given.map((each) => give(typeof each === "string" ? new TextEncoder().encode(`${each}\0`) : each));
    const bytes = given.filter((each) => typeof each !== "string");
    const said = program[name](...places, ...bytes.map((each) => each.length));
    for (const at of places) program._free(at);
    return said ? JSON.parse(program.UTF8ToString(said)) : undefined;
  }

  /// Array types of the bytes that the program sends, by name.
  function taken(kinds) {
    const { received } = globalThis.bindposeBytes, arrays = {};
    for (const [name, Kind] of Object.entries(kinds)) {
      if (received.has(name)) arrays[name] = new Kind(received.get(name).buffer);
      received.delete(name);
    }
    return arrays;
  }
  const buffersOf = (arrays) => Object.values(arrays).filter(ArrayBuffer.isView).map(({ buffer }) => buffer);

  /// Gives the program the reply that it waits for.
  async function reply() {
    const said = await promised.catch((thrown) => ({ thrown: String(thrown) }));
    promised = null;
    ask("_bindpose_reply", JSON.stringify(said));
  }

  const instantiate = (make, wasm) =>
    new Promise((done, failed) => {
      make({
        instantiateWasm(imports, start) {
          WebAssembly.instantiate(wasm, imports).then((made) => start(made.instance), failed);
          return {};
        },
        print: console.log,
        printErr: console.error,
      }).then(done, failed);
    });

  async function load(wasm) {
    program = await instantiate(globalThis.bindposeProgram, wasm);
  }

  return { ask, instantiate, load, reply, taken, buffersOf };
})();
