// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the package for browsers and workers.
import create from "./library.mjs";
import { use } from "./calls.mjs";

const response = await fetch(new URL("./library.wasm", import.meta.url));
if (!response.ok) throw new Error(`${response.url} does not load: ${response.status} ${response.statusText}`);
const wasm = await response.arrayBuffer();
use(await new Promise((done, failed) => {
  create({
    instantiateWasm(imports, receive) {
      WebAssembly.instantiate(wasm, imports).then((made) => receive(made.instance), failed);
      return {};
    },
  }).then(done, failed);
}));

export { BindposeError, Verdict, Wrong, assertRight, evaluate, explain, judge, list, pose, sample, version } from "./calls.mjs";
