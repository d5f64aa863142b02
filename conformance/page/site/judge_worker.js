// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the worker of the page that judges. It runs the suite, one test a step (run.cpp).
"use strict";
(() => {
  const PERIOD = 100; // milliseconds between two messages of progress
  const { ask, instantiate, load, reply, taken, buffersOf } = globalThis.bindposeWorker;
  let test = "";
  const tell = (kind, value) => postMessage([kind, value]);

  /// The device opens at once, or when the browser has replied.
  async function start(choice) {
    for (;;) {
      const started = ask("_bindpose_start", JSON.stringify(choice));
      if (started.state !== "waiting") return started;
      await reply();
    }
  }

  async function run({ wasm, translator, choice }) {
    if (globalThis.bindpose === undefined) throw new Error("This browser does not offer WebGL 2 to the worker of a page.");
    if (translator) await globalThis.bindposeLoadTranslator(translator, instantiate);
    await load(wasm);
    const started = await start(choice);
    if (started.error) throw new Error(started.error);
    tell("opened", started.info);
    let told = 0;
    for (;;) {
      const step = ask("_bindpose_step");
      if (step.state === "done") break;
      test = step.next ?? test;
      if (step.state === "measured") tell("opened", step.info);
      if (step.state === "planned") tell("planned", step.tests);
      if (step.state === "waiting") await reply();
      if (step.state === "ran" && (performance.now() - told > PERIOD || told === 0)) {
        tell("ran", step);
        told = performance.now();
      }
    }
    tell("finished", ask("_bindpose_finish"));
  }

  /// The mesh of a test that ran.
  async function draw(name) {
    for (;;) {
      const said = ask("_bindpose_picture", name);
      if (said.state === "waiting") await reply();
      else return { ...said, test: name, ...taken({ expected: Float32Array, got: Float32Array, codes: Float32Array, triangles: Uint32Array }) };
    }
  }

  /// A C++ exception arrives as a number, its address.
  const wordsOf = (error) => (typeof error === "number" ? `The judge ended with an exception${test && ` in the test ${test}`}.` : error.message ?? String(error));

  let before = Promise.resolve();
  onmessage = ({ data }) => {
    before = before.then(async () => {
      if (data.choice) return run(data);
      // The verdict does not need the picture.
      const picture = await draw(data.picture).catch(() => ({ state: "none", test: data.picture }));
      return postMessage(["drawn", picture], buffersOf(picture));
    }).catch((error) => tell("refused", wordsOf(error)));
  };
})();
