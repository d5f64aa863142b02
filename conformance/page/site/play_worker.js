// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the worker of the playground. It opens characters and poses them (play.cpp), one question after the other.
"use strict";
(() => {
  const { ask, load, reply, taken, buffersOf } = globalThis.bindposeWorker;
  const MESH = { triangles: Uint32Array, strongest: Int32Array };
  const POSE = { left: Float32Array, right: Float32Array, joints: Float32Array, differences: Float32Array };

  const answers = {
    load: async (wasm) => {
      await load(wasm);
      return ask("_bindpose_listed");
    },
    scene: (name) => ({ ...ask("_bindpose_open_scene", name), ...taken(MESH) }),
    file: ({ name, bytes }) => ({ ...ask("_bindpose_open_file", name, bytes), ...taken(MESH) }),
    pose: async (given) => {
      for (;;) {
        const said = ask("_bindpose_pose", JSON.stringify(given));
        if (said.state !== "waiting") return { ...said, ...taken(POSE) };
        await reply();
      }
    },
  };

  let before = Promise.resolve();
  onmessage = ({ data: [kind, value] }) => {
    before = before.then(async () => {
      const said = await answers[kind](value);
      postMessage(["said", said], buffersOf(said));
    }).catch((error) => postMessage(["ended", typeof error === "number" ? "The program ended with an exception. Reload the page." : error.message ?? String(error)]));
  };
})();
