// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the worker of the playground. It opens characters and poses them (play.cpp), one question after the other.
"use strict";
(() => {
  const { ask, load, reply } = globalThis.bindposeWorker;
  const KINDS = { triangles: Uint32Array, strongest: Int32Array, left: Float32Array, right: Float32Array, joints: Float32Array, differences: Float32Array };

  /// What the program sent as bytes.
  function taken(names) {
    const { received } = globalThis.bindposeBytes, arrays = {};
    for (const name of names) {
      const bytes = received.get(name);
      if (bytes) arrays[name] = new KINDS[name](bytes.buffer);
      received.delete(name);
    }
    return arrays;
  }

  const answers = {
    load: async (wasm) => {
      await load(wasm);
      return ask("_bindpose_listed");
    },
    scene: (name) => ({ ...ask("_bindpose_open_scene", name), ...taken(["triangles", "strongest"]) }),
    file: ({ name, bytes }) => ({ ...ask("_bindpose_open_file", name, bytes), ...taken(["triangles", "strongest"]) }),
    pose: async (given) => {
      for (;;) {
        const said = ask("_bindpose_pose", JSON.stringify(given));
        if (said.state !== "waiting") return { ...said, ...taken(["left", "right", "joints", "differences"]) };
        await reply();
      }
    },
  };

  let before = Promise.resolve();
  onmessage = ({ data: [kind, value] }) => {
    before = before.then(async () => {
      const said = await answers[kind](value);
      postMessage(["said", said], Object.values(said).filter(ArrayBuffer.isView).map(({ buffer }) => buffer));
    }).catch((error) => postMessage(["ended", typeof error === "number" ? "The program ended with an exception. Reload the page." : error.message ?? String(error)]));
  };
})();
