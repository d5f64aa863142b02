// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the playground: the choice of a character and of two methods, joints to rotate, clips, differences.
"use strict";
(() => {
  const { Camera, View, times, inverse, about } = globalThis.bindposeView;
  const MOST_BYTES = 256 * 1024 * 1024;
  const at = (id) => document.getElementById(id);
  const address = new URLSearchParams(location.search);
  const SIDES = ["left", "right"], DEGREES = 180 / Math.PI;
  const DEFAULTS = { left: "lbs", right: "dqs" };
  let worker, listed, answer, views, character, rotations = [], selected = -1, isBusy = false, isStale = false, opens = 0, worlds, playing = 0, unknown = "", ownFile, isPoseWrong = false;

  const state = (word) => (document.documentElement.dataset.state = word);
  const number = (value) => value.toLocaleString("en");
  const length = (metres) => {
    const [unit, word] = metres >= 1 ? [1, "m"] : metres >= 0.01 ? [100, "cm"] : metres >= 1e-4 ? [1000, "mm"] : [1e6, "µm"];
    return metres === 0 ? "0" : `${Number((metres * unit).toPrecision(3))} ${word}`;
  };
  const count = (value, word) => `${number(value)} ${word}`;

  function element(name, words, ...inside) {
    const made = document.createElement(name);
    made.append(...(words === "" ? [] : [words]), ...inside);
    return made;
  }
  function option(value, words) {
    const made = element("option", words);
    made.value = value;
    return made;
  }

  function complain(words) {
    at("problem").hidden = words === "";
    at("problem").textContent = words;
  }
  const sentence = ({ code, where, message }) => `${where ? `${where}: ` : ""}${message} (${code}).`;

  /// One question to the worker at a time.
  const ask = (kind, value, moved = []) => new Promise((done) => {
    answer = done;
    worker.postMessage([kind, value], moved);
  });

  // ---------------------------------------------------------------- a character
  async function open(kind, value, moved) {
    ++opens;
    state("posing");
    while (isBusy) await new Promise((done) => setTimeout(done, 20));
    isBusy = true;
    const said = await ask(kind, value, moved);
    isBusy = false;
    --opens;
    state("shown");
    if (said.error) {
      complain(sentence(said.error));
      if (isStale) await pose();
      return false;
    }
    complain("");
    stop();
    character = said;
    at("what").textContent = kind === "file" ? `${value.name}: ${count(said.vertices, "vertices")}, ${count(said.joints.length, "nodes")}.`
      : `${listed.scenes.find(({ name }) => name === value).what}.`;
    rotations = said.joints.flatMap(({ rotation }) => rotation);
    const used = said.joints.map(({ moves }) => moves);
    const bones = said.joints.flatMap(({ parent }, joint) => (!used[joint] ? [] : [[parent >= 0 ? parent : joint, joint]]));
    for (const view of views) view.showCharacter({ triangles: said.triangles, bones });
    const offered = said.joints.flatMap(({ name }, joint) => (used[joint] ? [option(joint, name)] : []));
    at("joint").replaceChildren(...offered);
    select(Number(offered[Math.min(1, offered.length - 1)]?.value ?? -1));
    at("time").hidden = said.clips.length === 0;
    at("clip").replaceChildren(option(-1, "rest pose"), ...said.clips.map(({ name }, clip) => option(clip, name || `clip ${clip}`)));
    if (said.clips.length > 0) at("clip").value = "0";
    chooseClip();
    remember();
    await pose();
    return true;
  }

  async function openFile(file) {
    if (!file) return;
    if (file.size > MOST_BYTES)
      return complain(`${file.name} has ${Math.ceil(file.size / 1e6)} MB; the page takes files of at most ${Math.floor(MOST_BYTES / 1e6)} MB.`);
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (!(await open("file", { name: file.name, bytes }, [bytes.buffer]))) return;
    ownFile = file;
    if (at("scene").lastElementChild.value !== "") at("scene").append(option("", "your file"));
    at("scene").value = "";
    remember();
  }

  // ---------------------------------------------------------------- poses
  const methodOf = (side) => listed.methods.find(({ id }) => id === at(`${side}-method`).value);
  const asked = () => ({
    sides: SIDES.map((side) => ({ method: at(`${side}-method`).value, device: at(`${side}-device`).value === "device" })),
    rotations, clip: Number(at("clip").value || -1), seconds: Number(at("seconds").value),
  });

  /// Poses the character; again if something has changed meanwhile.
  async function pose() {
    isStale = true;
    if (isBusy || !character) return;
    isBusy = true;
    state("posing");
    while (isStale && opens === 0) {
      isStale = false;
      show(await ask("pose", asked()));
    }
    state("shown");
    isBusy = false;
  }

  function show(said) {
    if (said.error || isPoseWrong) complain(said.error ? sentence(said.error) : "");
    isPoseWrong = said.error !== undefined;
    if (isPoseWrong) return;
    worlds = said.joints;
    const joints = character.joints.map((_, joint) => Array.from(worlds.subarray(7 * joint, 7 * joint + 3)));
    const { summary, differences } = said, largest = summary?.largest ?? 0;
    const codes = new Float32Array(character.vertices);
    if (largest > 0) differences.forEach((metres, v) => (codes[v] = Number.isFinite(metres) ? metres / largest : 1));
    SIDES.forEach((side, s) => {
      views[s].selected = selected;
      views[s].showPose(said[side] ?? null, codes, joints);
      const { error, undefined: rows, code } = said.sides[s];
      at(`${side}-words`).textContent = error ? sentence(error) : rows > 0 ? `${count(rows, "vertices")} have no result (${code}).` : "";
    });
    describe(summary, said.sides[0].size, largest, said.device);
    globalThis.bindposePosed = { ...said, views };
  }

  function describe(summary, size, largest, device) {
    at("by-joint").hidden = !summary;
    at("most").textContent = summary ? length(largest) : "";
    const where = summary && character.strongest[summary.vertex] >= 0 ? `, which ${character.joints[character.strongest[summary.vertex]].name} moves most` : "";
    const parts = !summary ? ["The two cannot be compared."] : largest === 0 ? ["Both are the same."]
      : [`They differ by ${length(largest)} at most, ${Number((100 * largest / size).toPrecision(2))} % of the size: at vertex ${number(summary.vertex)}${where}.`];
    if (summary?.not_numbers > 0) parts.push(`${count(summary.not_numbers, "vertices")} are not numbers on one side.`);
    if (device && SIDES.some((side) => at(`${side}-device`).value === "device")) parts.push(`Device: ${device}.`);
    at("difference").textContent = parts.join(" ");
    at("rows").replaceChildren(...(summary?.joints ?? []).map((each) => element("tr", "", ...[
      each.joint < 0 ? "no joint" : character.joints[each.joint].name, number(each.vertices), length(each.largest), length(each.mean),
    ].map((words) => element("td", words)))));
  }

  // ---------------------------------------------------------------- joints
  const rotationOf = (joint) => rotations.slice(4 * joint, 4 * joint + 4);
  function rotate(joint, q) {
    const size = Math.hypot(...q);
    rotations.splice(4 * joint, 4, ...q.map((part) => part / size));
    showAngles();
    pose();
  }
  /// About x, then the new y, then the new z.
  function anglesOf([x, y, z, w]) {
    return [Math.atan2(-2 * (y * z - x * w), 1 - 2 * (x * x + y * y)), Math.asin(Math.min(1, Math.max(-1, 2 * (x * z + y * w)))),
      Math.atan2(-2 * (x * y - z * w), 1 - 2 * (y * y + z * z))];
  }
  function showAngles() {
    if (selected < 0) return;
    const angles = anglesOf(rotationOf(selected));
    document.querySelectorAll(".angle").forEach((slider, axis) => {
      slider.value = Math.round(angles[axis] * DEGREES);
      slider.nextElementSibling.textContent = `${slider.value}°`;
    });
  }
  function select(joint) {
    selected = joint;
    at("joint").value = joint;
    for (const view of views) view.selected = joint;
    showAngles();
    views[0].camera.draw();
  }
  /// Rotates a joint; `rotation` is in world axes.
  function turn(joint, rotation) {
    const world = Array.from(worlds.subarray(7 * joint + 3, 7 * joint + 7));
    rotate(joint, times(rotationOf(joint), times(inverse(world), times(rotation, world))));
  }

  // ---------------------------------------------------------------- clips
  function chooseClip() {
    const clip = character.clips[Number(at("clip").value)];
    Object.assign(at("seconds"), { min: clip?.first ?? 0, max: clip?.last ?? 0, value: clip?.first ?? 0, disabled: !clip });
    at("run").disabled = !clip;
    showMoment();
  }
  const showMoment = () => (at("moment").textContent = `${Number(at("seconds").value).toFixed(2)} s`);
  function stop() {
    cancelAnimationFrame(playing);
    playing = 0;
    at("run").textContent = "Play";
  }
  function play() {
    if (playing) return stop();
    at("run").textContent = "Stop";
    const slider = at("seconds"), [first, last] = [Number(slider.min), Number(slider.max)];
    let before = performance.now();
    const step = (now) => {
      const next = Number(slider.value) + (now - before) / 1000;
      before = now;
      slider.value = next > last ? first : next;
      showMoment();
      pose();
      playing = requestAnimationFrame(step);
    };
    playing = requestAnimationFrame(step);
  }

  // ---------------------------------------------------------------- methods and their formulas
  /// A text of a page with its blocks of formulas; links and marks become plain words.
  function written(text) {
    return text.split("```").flatMap((part, i) => {
      if (i % 2 === 1) return [element("pre", part.replace(/^\w*\n/, "").trimEnd())];
      return part.split(/\n\s*\n/).map((words) => words.trim()).filter((words) => words !== "")
        .map((words) => element("p", words.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/[`*]/g, "").replace(/\s+/g, " ")));
    });
  }
  function showFormulas() {
    const shown = [...new Set(SIDES.map(methodOf))];
    at("formulas").replaceChildren(...shown.flatMap(({ id, title, what, formula }) => [element("h2", `${title} (${id})`), ...written(what), ...written(formula)]));
  }
  function chooseMethods() {
    for (const side of SIDES) {
      const { shader, title } = methodOf(side), device = at(`${side}-device`);
      at(`${side}-title`).textContent = title;
      device.lastElementChild.disabled = !shader;
      if (!shader) device.value = "reference";
    }
    showFormulas();
    remember();
    pose();
  }
  /// The address shows what the page shows.
  function remember() {
    const words = new URLSearchParams();
    if (at("scene").value) words.set("scene", at("scene").value);
    for (const side of SIDES) words.set(side, at(`${side}-method`).value);
    for (const side of SIDES) if (at(`${side}-device`).value === "device") words.append("device", side);
    history.replaceState(null, "", `?${words}`);
  }

  // ---------------------------------------------------------------- the page
  function drawLegend(scale) {
    const pen = at("legend").getContext("2d"), fade = pen.createLinearGradient(0, 0, 256, 0);
    scale.forEach((colour, i) => fade.addColorStop(i / (scale.length - 1), `rgb(${colour})`));
    pen.fillStyle = fade;
    pen.fillRect(0, 0, 256, 1);
  }

  function prepare() {
    const camera = new Camera();
    views = SIDES.map((side) => new View(at(side), { camera, scale: listed.scale, onJoint: select, onTurn: turn }));
    drawLegend(listed.scale);
    at("scene").append(...listed.scenes.map(({ name }) => option(name, name)));
    for (const side of SIDES) {
      at(`${side}-method`).append(...listed.methods.map(({ id }) => option(id, id)));
      at(`${side}-device`).append(option("reference", "the reference"), option("device", "this device"));
      const wanted = address.get(side) ?? DEFAULTS[side], isKnown = listed.methods.some(({ id }) => id === wanted);
      if (!isKnown) unknown = `The playground has no character for ${wanted}: it shows ${DEFAULTS[side]}.`;
      at(`${side}-method`).value = isKnown ? wanted : DEFAULTS[side];
      if (address.getAll("device").includes(side) && methodOf(side).shader) at(`${side}-device`).value = "device";
      for (const part of ["method", "device"]) at(`${side}-${part}`).addEventListener("change", chooseMethods);
    }
    const scene = address.get("scene");
    if (listed.scenes.some(({ name }) => name === scene)) at("scene").value = scene;
  }

  function listen() {
    at("play").addEventListener("submit", (event) => event.preventDefault());
    at("scene").addEventListener("change", () => {
      if (at("scene").value === "") openFile(ownFile);
      else open("scene", at("scene").value);
    });
    at("file").addEventListener("change", async () => {
      await openFile(at("file").files[0]);
      at("file").value = ""; // so that it can be opened again
    });
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => {
      event.preventDefault();
      openFile(event.dataTransfer.files[0]);
    });
    at("joint").addEventListener("change", () => select(Number(at("joint").value)));
    const sliders = [...document.querySelectorAll(".angle")];
    for (const slider of sliders)
      slider.addEventListener("input", () => {
        const [x, y, z] = sliders.map((each, axis) => about(axis, each.value / DEGREES));
        if (selected >= 0) rotate(selected, times(x, times(y, z)));
      });
    at("rest").addEventListener("click", () => {
      rotations = character.joints.flatMap(() => [0, 0, 0, 1]);
      showAngles();
      pose();
    });
    at("clip").addEventListener("change", () => {
      stop();
      chooseClip();
      pose();
    });
    at("seconds").addEventListener("input", () => {
      showMoment();
      pose();
    });
    at("run").addEventListener("click", play);
  }

  function refused(words) {
    complain(words);
    at("difference").textContent = "";
    state("refused");
  }

  async function start() {
    const replies = await Promise.all(["play_worker.js", "play.wasm"].map((file) => fetch(file)));
    for (const reply of replies) if (!reply.ok) throw new Error(`${reply.url} does not load: ${reply.status} ${reply.statusText}`);
    const [script, wasm] = await Promise.all([replies[0].text(), replies[1].arrayBuffer()]);
    // The policy of the page holds for a worker from a Blob; a worker from a file would have none.
    worker = new Worker(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
    worker.onmessage = ({ data: [kind, value] }) => (kind === "said" ? answer(value) : refused(value));
    worker.onerror = (event) => refused(event.message);
    listed = await ask("load", wasm, [wasm]);
    prepare();
    listen();
    chooseMethods();
    await open("scene", at("scene").value);
    complain(unknown);
  }
  start().catch((error) => refused(error.message));
})();
