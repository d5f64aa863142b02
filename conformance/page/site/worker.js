// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the page's worker. It calls the judge (run.cpp), and the judge calls WebGL (gpu/web/page.js, which follows this file).
"use strict";
(() => {
  const PERIOD = 100; // milliseconds between two messages of progress
  let judge, test = "", promised = null;
  const tell = (kind, value) => postMessage([kind, value]);

  /// "Firefox/153.0"
  const browser = () =>
    /(Firefox|FxiOS|Edg|OPR|CriOS|HeadlessChrome|Chrome|Version)\/[\d.]+/.exec(navigator.userAgent)?.[0].replace("Version", "Safari") ?? "";

  globalThis.bindposeCall = (name, given) => {
    let said;
    try {
      said = globalThis.bindpose[name](...JSON.parse(given));
    } catch (thrown) {
      said = { thrown: String(thrown) };
    }
    if (said instanceof Promise) {
      promised = said;
      return null;
    }
    return JSON.stringify(name === "describe" ? { ...said, browser: browser() } : said);
  };

  /// Calls a function of the judge, with or without a text. Returns its result.
  function ask(name, text) {
    if (text === undefined) return JSON.parse(judge.UTF8ToString(judge[name]()));
    const size = judge.lengthBytesUTF8(text) + 1, at = judge._malloc(size);
    if (at === 0) throw new Error("The judge needs more memory than the browser gives.");
    judge.stringToUTF8(text, at, size);
    const said = judge[name](at);
    judge._free(at);
    return said ? JSON.parse(judge.UTF8ToString(said)) : undefined;
  }

  const reply = async () => {
    const said = await promised.catch((thrown) => ({ thrown: String(thrown) }));
    promised = null;
    ask("_bindpose_reply", JSON.stringify(said));
  };

  async function run({ wasm, choice }) {
    if (globalThis.bindpose === undefined) throw new Error("This browser gives no WebGL 2 to the worker of a page.");
    judge = await new Promise((done, failed) => {
      globalThis.bindposeJudge({
        instantiateWasm(imports, start) {
          WebAssembly.instantiate(wasm, imports).then((made) => start(made.instance), failed);
          return {};
        },
        print: console.log,
        printErr: console.error,
      }).then(done, failed);
    });
    const started = ask("_bindpose_start", JSON.stringify(choice));
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

  /// A C++ exception arrives as a number, its address.
  const wordsOf = (error) => (typeof error === "number" ? `The judge ended with an exception${test && ` in the test ${test}`}.` : error.message ?? String(error));

  onmessage = ({ data }) => run(data).catch((error) => tell("refused", wordsOf(error)));
})();
