// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the package for browsers and workers.
import create from "./library.mjs";
import { use } from "./calls.mjs";

const wasm = fetch(new URL("./library.wasm", import.meta.url));
use(await create({
  instantiateWasm(imports, receive) {
    wasm.then((response) => response.arrayBuffer()).then((bytes) => WebAssembly.instantiate(bytes, imports)).then((made) => receive(made.instance));
    return {};
  },
}));

export { BindposeError, Verdict, Wrong, assertRight, evaluate, explain, judge, list, pose, sample, version } from "./calls.mjs";
