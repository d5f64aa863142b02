// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the page around the worker: the choice of tests, progress, the verdict and its causes.
"use strict";
(() => {
  const at = (id) => document.getElementById(id);
  const address = new URLSearchParams(location.search);
  let began = 0, measured = 0, planned = 0, info = {}, worker, view, drawn;

  const show = (id, words) => (at(id).textContent = words);
  const say = (verdict, words = at("words").textContent) => {
    show("verdict", verdict);
    show("words", words);
    document.title = `bindpose: ${verdict}`;
  };
  const number = (value) => value.toLocaleString("en");
  const count = (value, word) => `${number(value)} ${word}${value === 1 ? "" : "s"}`;
  const seconds = () => (performance.now() - began) / 1000;
  const duration = (value) => (value < 100 ? `${Math.ceil(value)} s` : `${Math.ceil(value / 60)} min`);
  const state = (word) => (document.documentElement.dataset.state = word);

  function element(name, words, ...inside) {
    const made = document.createElement(name);
    made.append(...(words === "" ? [] : [words]), ...inside);
    return made;
  }

  function list(rows) {
    const made = element("dl", "");
    for (const [name, value] of rows) if (value) made.append(element("dt", name), element("dd", value));
    return made;
  }

  /// "ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (...)), SwiftShader driver)" is Vulkan.
  function backend({ renderer, software, version }) {
    const api = /^ANGLE \([^,]*, .*?(Direct3D ?\d+|Vulkan|Metal|OpenGL ES|OpenGL)/.exec(renderer)?.[1];
    const name = version.startsWith("WebGPU") ? version.replace(/ \S*$/, "") : "WebGL 2"; // without the browser
    return name + (api ? ` by ANGLE on ${api}` : "") + (software ? `, in software (${software})` : "");
  }

  const isCard = (said) => Object.keys(said).some((key) => key.startsWith("card."));

  function opened(said) {
    info = said;
    if (at("globs").value.trim() === "" && !isCard(said)) say("Measuring the device's arithmetic"); // chosen tests begin at once
    show("device", info.renderer);
    show("browser", info.version.split(" ").pop());
    show("backend", backend(info));
    at("info").replaceChildren(...list(Object.entries(info)).childNodes);
    at("more").hidden = !isCard(said);
  }

  function ran({ done, failed, numbers }) {
    at("progress").value = done;
    show("ran", `${number(done)} of ${number(planned)}` + (failed > 0 ? `, ${number(failed)} failed` : ""));
    show("numbers", number(numbers));
    const left = ((seconds() - measured) / done) * (planned - done);
    show("time", seconds() - measured < 3 ? duration(seconds()) : `${duration(seconds())}, about ${duration(left)} left`);
  }

  function causeOf(cause) {
    const link = element("a", "run this test alone");
    const seed = address.get("seed"), more = cause.example.includes(".fresh-") ? `&seed=${encodeURIComponent(seed)}` : "";
    link.href = `?run=1&api=${at("api").value}&q=${encodeURIComponent(cause.example)}${more}`;
    const inside = element("div", "", list([
      ["defect", cause.defect], ["looks like", cause.symptom], ["worst test", cause.example], ["judge", cause.words], ["again", link],
    ]));
    inside.className = "worst";
    const title = element("h3", cause.sentence ?? cause.outcome);
    const box = element("details", "", element("summary", "", title, element("span", `${cause.about}, ${count(cause.tests, "test")}`)), inside);
    box.className = "cause bad";
    box.addEventListener("toggle", () => {
      if (!box.open) return;
      inside.append(at("picture")); // the one of the cause that was opened last
      at("picture").hidden = true;
      worker.postMessage({ picture: cause.example });
    });
    return box;
  }

  function valueOf({ value, failed, all }) {
    const made = element("span", failed === 0 ? `${value} passes` : `${value} fails ${number(failed)} of ${number(all)}`);
    made.className = failed === 0 ? "value" : failed === all ? "value failed" : "value some";
    return made;
  }

  /// The text for a bug report.
  function report(result) {
    const variants = result.variants.map(({ key, values }) =>
      `${key}: ${values.map(({ value, failed, all }) => `${value} ${failed}/${all} failed`).join(", ")}`);
    const causes = result.causes.map((cause) => [
      `${cause.about}, ${count(cause.tests, "test")}: ${cause.sentence ?? cause.outcome}`, cause.example, cause.words].join("\n  "));
    return [
      at("verdict").textContent, at("words").textContent, `device: ${info.renderer}`, `driver: ${info.version}`,
      `browser: ${navigator.userAgent}`, `page: ${location.href}`, ...result.diagnoses, ...causes, ...(causes.length > 0 ? variants : []),
    ].join("\n");
  }

  function finished(result) {
    const { counts, worst_fraction: worst, numbers } = result.counts;
    const passed = result.exit_code === 0, nothing = result.exit_code === 3, judgeFailed = result.exit_code === 2;
    const ended = counts.pass + counts["not-supported"], failed = planned - ended;
    const verdict = passed ? "This device skins correctly" : nothing ? "No test ran" : judgeFailed ? "The judge failed" : "This device skins incorrectly";
    say(verdict, nothing ? "No test matches, or the device supports none of the matching tests."
      : [failed > 0 ? `${count(failed, "test")} of ${number(planned)} failed` : "", `${count(counts.pass, "test")} passed`,
        counts["not-supported"] > 0 ? `${number(counts["not-supported"])} are not supported by the device` : "",
        counts.pass > 0 ? `the largest error of a passing test is ${(100 * worst).toFixed(0)} % of its bound` : "",
      ].filter((part) => part).join("; ") + ".");
    at("head").className = passed ? "good" : "bad";
    at("progress").hidden = true;
    show("ran", `${number(planned)} of ${number(planned)}` + (failed > 0 ? `, ${number(failed)} failed` : ""));
    show("numbers", number(numbers));
    show("time", duration(seconds()));
    at("diagnoses").replaceChildren(...result.diagnoses.map((line) => element("li", line)));
    at("causes").replaceChildren(...result.causes.map(causeOf));
    at("causes").querySelector("details")?.setAttribute("open", "");
    at("failures").hidden = result.causes.length === 0;
    for (const { key, values } of result.variants) at("variants").append(element("dt", key), element("dd", "", ...values.map(valueOf)));
    at("split").hidden = result.causes.length === 0 || result.variants.length === 0;
    at("download").href = URL.createObjectURL(new Blob([result.results], { type: "application/json" }));
    show("text", report(result));
    at("take").hidden = nothing;
    globalThis.bindposeResult = result;
    state(passed ? "passed" : "failed");
  }

  function drawPicture() {
    view.showPose(drawn[at("shown").value], drawn.codes, []);
  }

  /// A view may be refused: then the page has no picture.
  function showPicture(picture) {
    if (picture.state !== "drawn" || !at("picture").parentElement.textContent.includes(picture.test)) return;
    const { Camera, View } = globalThis.bindposeView;
    try {
      view ??= new View(at("picture").querySelector("canvas"), { camera: new Camera(), scale: globalThis.bindposeResult.scale });
    } catch {
      return;
    }
    drawn = picture;
    show("displaced", picture.words && `Displaced by ${picture.words}.`);
    view.showCharacter({ triangles: picture.triangles ?? new Uint32Array(), bones: [] });
    view.fit(picture.expected);
    at("picture").hidden = false;
    drawPicture();
    globalThis.bindposePicture = view;
  }

  function refused(words) {
    say("The tests did not run", words);
    at("head").className = "bad";
    at("progress").hidden = true;
    state("refused");
  }

  const receive = {
    opened,
    planned: (tests) => {
      planned = tests;
      measured = seconds();
      at("progress").max = Math.max(tests, 1);
      say("Running the tests");
    },
    ran,
    finished,
    refused,
    drawn: showPicture,
  };

  async function run() {
    at("choice").hidden = true;
    at("facts").hidden = false;
    at("progress").hidden = false;
    state("running");
    say("Loading");
    began = performance.now();
    const api = at("api").value;
    const files = ["worker.js", `${api}.js`, "judge.wasm", ...(api === "webgpu" ? ["translator.wasm"] : [])];
    const replies = await Promise.all(files.map((file) => fetch(file)));
    for (const reply of replies) if (!reply.ok) throw new Error(`${reply.url} does not load: ${reply.status} ${reply.statusText}`);
    const scripts = await Promise.all(replies.slice(0, 2).map((reply) => reply.text()));
    const [wasm, translator] = await Promise.all(replies.slice(2).map((reply) => reply.arrayBuffer()));
    // The policy of the page holds for a worker from a Blob; a worker from a file would have none.
    worker = new Worker(URL.createObjectURL(new Blob(scripts, { type: "text/javascript" })));
    worker.onmessage = ({ data: [kind, value] }) => receive[kind](value);
    worker.onerror = (event) => refused(event.message);
    const globs = at("globs").value.split(/\s+/).filter((glob) => glob !== "");
    const choice = { globs, smoke: at("smoke").checked, seed: address.get("seed") ?? "", api };
    worker.postMessage({ wasm, translator, choice }, translator ? [wasm, translator] : [wasm]);
  }

  async function copy() {
    try {
      await navigator.clipboard.writeText(at("text").textContent);
      show("copied", "copied");
    } catch {
      getSelection().selectAllChildren(at("text")); // without https
      show("copied", "selected: copy it");
    }
  }

  const start = () => run().catch((error) => refused(error.message));
  if (address.has("run") || address.has("q")) at("smoke").checked = address.has("smoke");
  if (address.get("api") === "webgpu") at("api").value = "webgpu";
  at("globs").value = address.getAll("q").join(" ");
  at("choice").addEventListener("submit", (event) => {
    event.preventDefault();
    start();
  });
  at("copy").addEventListener("click", copy);
  at("shown").addEventListener("change", drawPicture);
  if (address.get("run") === "1") start();
})();
