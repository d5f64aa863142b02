// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the package for node.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { here } from "./here.mjs";
import create from "./library.mjs";
import { pose as poseBytes, use } from "./calls.mjs";

const instance = {
  instantiateWasm(imports, receive) {
    const made = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(join(here, "library.wasm"))), imports);
    receive(made);
    return made.exports;
  },
};
create(instance); // synchronous, because instantiateWasm does not wait
use(instance);

/** The buffers of a .gltf file that are in its folder. */
function buffersOf(bytes, folder) {
  let named = [];
  try {
    named = JSON.parse(new TextDecoder().decode(bytes)).buffers.map(({ uri }) => decodeURIComponent(uri));
  } catch {
    return {}; // a .glb, or an invalid file, which the library refuses
  }
  const inside = named.filter((name) => !/^data:|^[/\\]|^\w+:|(^|[/\\])\.\.([/\\]|$)/.test(name) && existsSync(join(folder, name)));
  return Object.fromEntries(inside.map((name) => [name, readFileSync(join(folder, name))]));
}

/** Like pose() of calls.mjs, but file may also be a path. */
export function pose(file, options = {}) {
  if (typeof file !== "string") return poseBytes(file, options);
  const bytes = readFileSync(file);
  return poseBytes(bytes, { files: buffersOf(bytes, dirname(file)), ...options });
}

export { BindposeError, Verdict, Wrong, assertRight, evaluate, explain, judge, list, sample, version } from "./calls.mjs";
