// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The list of all tests, one test, and a mesh to turn. What it shows stands in the page's block of data; every text goes in as
// text, never as HTML.
'use strict';
const data = JSON.parse(document.getElementById('data').textContent);
const find = (id) => document.getElementById(id);
const [grey, firstRows, moreRows] = [0.6, 200, 500];

const cases = data.cases.map(([name, algorithm = 0, purpose = 0, options = 0, notes = 0, filter = '', asset = '']) => (
  {name, algorithm: data.algorithms[algorithm], purpose: data.texts[purpose], options: data.texts[options], notes: data.texts[notes],
    filter, asset}));
// A row of `data.tests` with its names. A plain pass has no arrays.
const tests = data.tests.map(([at, subject, variant, outcome, fraction, seconds, detail = 0, group = -1, firstWrong = 0, arrays, stages]) => {
  const from = cases[at], [word, counter] = data.outcomes[outcome];
  return {name: `${from.name}/${data.subjects[subject].word}/${data.texts[variant]}`, from, subject: data.subjects[subject],
    outcome: word, counter, fraction: fraction === 'inf' || fraction === 'nan' ? Infinity : fraction, seconds, detail: data.texts[detail],
    group: data.groups[group], firstWrong: data.texts[firstWrong], arrays, stages, algorithm: from.algorithm};
});
const testOf = new Map(tests.map((test) => [test.name, test]));
const linkTo = (name) => '#test=' + encodeURIComponent(name);

function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(properties))
    if (key in made) made[key] = value; else made.setAttribute(key, value);
  made.append(...children);
  return made;
}
const foreign = (text) => (text === '' ? '' : element('bdi', {}, text));
// Three digits; the tooltip has all of them.
function number(value, unit = '') {
  if (value === null) return element('span', {}, 'not judged');
  if (typeof value !== 'number' || !Number.isFinite(value)) return element('span', {}, String(value));
  const size = Math.abs(value), digits = value === 0 ? '0' : size >= 1e5 || size < 1e-3 ? value.toExponential(2) : size >= 100 ?
    String(Math.round(value)) : value.toPrecision(3);
  return element('span', {title: `${value}${unit}`}, digits + unit);
}
const time = (seconds) => (seconds < 1 ? number(Number((1000 * seconds).toPrecision(6)), ' ms') : number(seconds, ' s'));
const numberCell = (value, unit) => element('td', {className: 'number'}, number(value, unit));
const tableOf = (heads, rows) => element('div', {className: 'wide'}, element('table', {},
  element('thead', {}, element('tr', {}, ...heads.map((head) => element('th', {scope: 'col'}, head)))),
  element('tbody', {}, ...rows.map((cells) => element('tr', {}, ...cells)))));
const cell = (...children) => element('td', {}, ...children);
const facts = (pairs) => element('dl', {}, ...pairs.filter(([, value]) => value !== '').flatMap(
  ([name, value]) => [element('dt', {}, name), element('dd', {}, value)]));
// A word, as a link if the page explains it.
const explained = (word, kind = 'explain') => find(`${kind}=${word}`) ?
  element('a', {href: `#${kind}=${encodeURIComponent(word)}`}, word) : foreign(word);

// ---------------------------------------------------------------- numbers from base64
function bytesOf(text) {
  const letters = atob(text), bytes = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; ++i) bytes[i] = letters.charCodeAt(i);
  return bytes;
}
const numbersOf = (Kind, blob) => new Kind(bytesOf(data.blobs[blob]).buffer);

// ---------------------------------------------------------------- a mesh to turn
const vertexProgram = `#version 300 es
in vec3 expected, got; in float code;
uniform mat3 turn; uniform vec2 size; uniform float zoom, answer, points;
out float share; out vec3 place;
void main() {
  place = turn * mix(expected, got, answer);
  gl_Position = vec4(place.xy * zoom / size, -place.z * 0.25, 1);
  gl_PointSize = points;
  share = code;
}`;
const fragmentProgram = `#version 300 es
precision highp float;
in float share; in vec3 place;
uniform vec3 scale[10]; uniform vec4 flat_colour; uniform bool has_grey, is_shaded;
out vec4 colour;
void main() {
  float at = clamp(share, 0.0, 1.0) * 9.0;
  int below = min(int(at), 8);
  vec3 seen = mix(scale[below], scale[below + 1], at - float(below));
  if (has_grey && share < 0.5 / 255.0) seen = vec3(${grey});
  float light = is_shaded ? 0.55 + 0.45 * abs(normalize(cross(dFdx(place), dFdy(place))).z) : 1.0;
  colour = mix(vec4(seen * light, 1), flat_colour, flat_colour.a);
}`;

function programOf(gl) {
  const program = gl.createProgram();
  for (const [kind, text] of [[gl.VERTEX_SHADER, vertexProgram], [gl.FRAGMENT_SHADER, fragmentProgram]]) {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program));
  gl.useProgram(program);
  return program;
}

class View {
  constructor(mesh) {
    this.mesh = mesh;
    this.canvas = element('canvas', {tabIndex: 0, role: 'img'});
    this.canvas.setAttribute('aria-label', 'The mesh in 3-D: arrow keys rotate it, plus and minus zoom');
    this.gl = this.canvas.getContext('webgl2', {antialias: true});
    Object.assign(this, {yaw: 0.5, pitch: 0.25, zoom: 1, answer: 1, byMetres: false, picked: null, isJudged: true});
    if (this.gl) this.prepare();
  }
  prepare() {
    const {gl, mesh} = this;
    this.program = programOf(gl);
    this.judged = [this.places(mesh, mesh.expected), this.places(mesh, mesh.got)];
    this.buffers = {expected: gl.createBuffer(), got: gl.createBuffer()};
    this.colours = [numbersOf(Uint8Array, mesh.by_bound), numbersOf(Uint8Array, mesh.by_metres)].map((codes) => {
      const buffer = gl.createBuffer();
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer); gl.bufferData(gl.ARRAY_BUFFER, codes, gl.STATIC_DRAW); return buffer; });
    this.showPlaces(...this.judged);
    this.triangles = this.indices(mesh.triangles);
    this.bones = this.indices(mesh.bones);
    gl.uniform3fv(this.at('scale'), data.scale.flat().map((x) => x / 255));
    gl.enable(gl.DEPTH_TEST);
    this.listen();
    new ResizeObserver(() => this.draw()).observe(this.canvas);
  }
  at(name) { return this.gl.getUniformLocation(this.program, name); }
  // Rounded coordinates of a box as places around the middle of the judged mesh, whose longest side is 1.7.
  places(box, blob) {
    const {low, high} = this.mesh, longest = Math.max(...high.map((end, c) => end - low[c]), 1e-300);
    return Float32Array.from(numbersOf(Uint16Array, blob), (step, i) => { const c = i % 3;
      return 1.7 / longest * (box.low[c] + step / 65535 * (box.high[c] - box.low[c]) - (low[c] + high[c]) / 2); });
  }
  showPlaces(expected, got) {
    const {gl} = this;
    Object.assign(this, {expected, got});
    for (const name of ['expected', 'got']) {
      const place = gl.getAttribLocation(this.program, name);
      gl.bindBuffer(gl.ARRAY_BUFFER, this.buffers[name]);
      gl.bufferData(gl.ARRAY_BUFFER, this[name], gl.STATIC_DRAW);
      gl.enableVertexAttribArray(place);
      gl.vertexAttribPointer(place, 3, gl.FLOAT, false, 0, 0);
    }
  }
  // A moment of the baked clip, of which there is nothing but what is expected; null: the judged one.
  showMoment(baked_clip, blob) {
    this.isJudged = blob === null;
    const expected = this.isJudged ? null : this.places(baked_clip, blob);
    this.showPlaces(...(this.isJudged ? this.judged : [expected, expected]));
    this.draw();
  }
  indices(blob) {
    const {gl} = this, numbers = numbersOf(Uint16Array, blob), buffer = gl.createBuffer();
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, buffer);
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, numbers, gl.STATIC_DRAW);
    return {buffer, count: numbers.length};
  }
  turn() {
    const [cy, sy, cp, sp] = [Math.cos(this.yaw), Math.sin(this.yaw), Math.cos(this.pitch), Math.sin(this.pitch)];
    return [cy, sp * sy, -cp * sy, 0, cp, sp, sy, -sp * cy, cp * cy];  // columns
  }
  size() { const ratio = this.canvas.clientWidth / Math.max(1, this.canvas.clientHeight);
    return ratio > 1 ? [ratio, 1] : [1, 1 / Math.max(ratio, 1e-6)]; }
  draw() {
    const {gl, canvas} = this, dots = devicePixelRatio || 1;
    canvas.width = canvas.clientWidth * dots; canvas.height = canvas.clientHeight * dots;
    gl.viewport(0, 0, canvas.width, canvas.height);
    gl.clearColor(0, 0, 0, 0); gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    const place = gl.getAttribLocation(this.program, 'code');
    gl.bindBuffer(gl.ARRAY_BUFFER, this.colours[this.byMetres ? 1 : 0]);
    gl.vertexAttribPointer(place, 1, gl.UNSIGNED_BYTE, true, 0, 0);
    // Elsewhere in the clip nothing is judged: there is one colour, grey.
    if (this.isJudged) gl.enableVertexAttribArray(place); else gl.disableVertexAttribArray(place);
    gl.uniformMatrix3fv(this.at('turn'), false, this.turn());
    gl.uniform2fv(this.at('size'), this.size());
    gl.uniform1f(this.at('zoom'), this.zoom);
    gl.uniform1i(this.at('has_grey'), !this.isJudged || (!this.byMetres && this.mesh.worst_fraction > 1));
    this.part(gl.POINTS, null, 0, [grey, grey, grey, 1], 3 * dots);
    if (this.triangles.count) this.part(gl.TRIANGLES, this.triangles, this.answer, [0, 0, 0, 0], 1, true);
    if (this.bones.count) this.part(gl.LINES, this.bones, this.answer, [0, 0, 0, 0], 1);
    if (!this.triangles.count || this.mesh.vertices > this.expected.length / 3)
      this.part(gl.POINTS, null, this.answer, [0, 0, 0, 0], 5 * dots);
    if (this.picked && this.isJudged) this.part(gl.POINTS, null, this.answer, [0.9, 0.1, 0.1, 1], 10 * dots, false, this.picked[1]);
    canvas.dataset.view = [this.yaw, this.pitch, this.zoom].map((x) => x.toFixed(3)).join(' ');
  }
  part(kind, indices, answer, colour, points, shaded = false, one = -1) {
    const {gl} = this;
    gl.uniform1f(this.at('answer'), answer); gl.uniform4fv(this.at('flat_colour'), colour);
    gl.uniform1f(this.at('points'), points); gl.uniform1i(this.at('is_shaded'), shaded);
    if (indices) gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, indices.buffer);
    if (indices) gl.drawElements(kind, indices.count, gl.UNSIGNED_SHORT, 0);
    else gl.drawArrays(kind, one < 0 ? 0 : one, one < 0 ? this.expected.length / 3 : 1);
  }
  // Where a vertex that is drawn stands on the canvas, in its pixels.
  onCanvas(drawn) {
    const turn = this.turn(), size = this.size();
    const p = [0, 1, 2].map((c) => {
      const [from, to] = [this.expected[3 * drawn + c], this.got[3 * drawn + c]];
      return from + (to - from) * this.answer;
    });
    const row = (r) => turn[r] * p[0] + turn[3 + r] * p[1] + turn[6 + r] * p[2];
    return [(1 + row(0) * this.zoom / size[0]) / 2 * this.canvas.clientWidth,
      (1 - row(1) * this.zoom / size[1]) / 2 * this.canvas.clientHeight, row(2)];
  }
  pickAt(x, y) {
    if (!this.isJudged) return;
    const near = this.mesh.numbered.map((numbered) => [numbered, this.onCanvas(numbered[1])])
      .map(([numbered, [px, py, depth]]) => [numbered, Math.hypot(px - x, py - y), depth]);
    const closest = Math.min(...near.map(([, distance]) => distance));
    const front = near.filter(([, distance]) => distance <= closest + 3).sort((a, b) => b[2] - a[2])[0];
    if (front) this.pick(front[0]);
  }
  pick(numbered) { this.picked = numbered; this.draw(); if (this.onPick) this.onPick(numbered); }
  listen() {
    const {canvas} = this, held = new Map();
    let moved = 0, apart = 0;
    canvas.addEventListener('pointerdown', (event) => {
      canvas.setPointerCapture(event.pointerId); held.set(event.pointerId, [event.offsetX, event.offsetY]);
      if (held.size === 1) moved = 0; apart = 0; });
    canvas.addEventListener('pointermove', (event) => {
      const before = held.get(event.pointerId);
      if (!before) return;
      const now = [event.offsetX, event.offsetY];
      held.set(event.pointerId, now);
      moved += Math.abs(now[0] - before[0]) + Math.abs(now[1] - before[1]);
      if (held.size === 2) {
        const [a, b] = [...held.values()], distance = Math.hypot(a[0] - b[0], a[1] - b[1]);
        if (apart) this.nearer(distance / apart);
        apart = distance;
      } else this.orbit((now[0] - before[0]) * 0.01, (now[1] - before[1]) * 0.01);
    });
    const release = (event) => {
      const was = held.delete(event.pointerId);
      if (was && event.type === 'pointerup' && moved < 4) this.pickAt(event.offsetX, event.offsetY); };
    canvas.addEventListener('pointerup', release);
    canvas.addEventListener('pointercancel', release);
    canvas.addEventListener('wheel', (event) => { event.preventDefault(); this.nearer(Math.exp(-event.deltaY * 0.001)); },
      {passive: false});
    const keys = {ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, -0.1], ArrowDown: [0, 0.1]};
    canvas.addEventListener('keydown', (event) => {
      if (keys[event.key]) this.orbit(...keys[event.key]);
      else if (event.key === '+' || event.key === '=') this.nearer(1.1);
      else if (event.key === '-') this.nearer(1 / 1.1);
      else return;
      event.preventDefault(); });
  }
  orbit(yaw, pitch) {
    this.yaw += yaw; this.pitch = Math.min(1.57, Math.max(-1.57, this.pitch + pitch)); this.draw(); }
  nearer(times) { this.zoom = Math.min(60, Math.max(0.2, this.zoom * times)); this.draw(); }
}

// What is known of one vertex, in the numbers that were judged.
function vertexTable(mesh, numbered) {
  const [vertex, , metres, influences] = numbered;
  const at = mesh.numbered.indexOf(numbered), columns = mesh.columns;
  mesh.numbers ??= numbersOf(Float64Array, mesh.judged);
  const rows = columns.map(([array, within], c) => {
    const [got, expected, bound] = mesh.numbers.subarray(3 * (at * columns.length + c));
    const judged = Number.isFinite(bound);
    return [cell(`${array}[${vertex}]${within}`), numberCell(got), numberCell(expected),
      numberCell(judged ? bound : null), numberCell(judged ? Math.abs(got - expected) : null)];
  });
  return element('div', {className: 'picked'}, element('p', {}, `Vertex ${vertex}, displaced by `, number(metres, ' m'), '; moved by ',
    foreign(influences.map(([joint, weight]) => `${mesh.joints[joint] ?? 'joint ' + joint} ${Number(weight.toPrecision(3))}`).join(', ') || 'no joint')),
    tableOf(['number', 'actual', 'expected', 'bound', 'error'], rows));
}

// Moves through the clip that the judged moment is of; `moved` is told whether it stands there.
function clipSlider(view, mesh, moved) {
  if (mesh.baked_clip === undefined) return '';
  const baked_clip = data.baked_clips[mesh.baked_clip];
  const moments = baked_clip.seconds.map((seconds, i) => [seconds, baked_clip.moments[i]]).filter(([seconds]) => seconds !== mesh.seconds);
  moments.push([mesh.seconds, null]);
  moments.sort(([a], [b]) => a - b);
  const judged = moments.findIndex(([, blob]) => blob === null), said = element('output');
  const slider = element('input', {type: 'range', className: 'clip', min: 0, max: moments.length - 1, step: 1, value: judged});
  slider.setAttribute('list', 'judged-moment');
  const show = () => {
    const [seconds, blob] = moments[slider.value];
    said.textContent = `${Number(seconds.toPrecision(6))} s${blob === null ? ', judged' : ', expected'}`;
    slider.setAttribute('aria-valuetext', said.textContent);
    view.showMoment(baked_clip, blob);
    moved(blob === null);
  };
  slider.addEventListener('input', show);
  const back = element('button', {type: 'button'}, 'judged moment');
  back.addEventListener('click', () => { slider.value = judged; show(); });
  said.textContent = `${Number(mesh.seconds.toPrecision(6))} s, judged`;
  slider.setAttribute('aria-valuetext', said.textContent);
  return element('div', {className: 'controls'}, element('label', {}, foreign(baked_clip.clip), ' ', slider), said, back,
    element('datalist', {id: 'judged-moment'}, element('option', {value: judged})));
}

// Puts a mesh to turn in the place of the still picture.
let shown = null;
function openView(figure, mesh) {
  const view = new View(mesh);
  if (!view.gl) return;
  if (shown) { shown.still.hidden = false; shown.box.remove(); shown.view.gl.getExtension('WEBGL_lose_context')?.loseContext(); }
  const still = figure.querySelector('.picture'), picked = element('div', {ariaLive: 'polite'});
  const slider = element('input', {type: 'range', min: 0, max: 1, step: 0.01, value: 1});
  slider.addEventListener('input', () => { view.answer = Number(slider.value); view.draw(); });
  const colour = element('select', {}, element('option', {value: ''}, 'error / bound'),
    element('option', {value: 'metres'}, 'metres'));
  colour.addEventListener('change', () => { view.byMetres = colour.value === 'metres'; legend(); view.draw(); });
  const vertices = element('select', {className: 'vertices'}, element('option', {value: ''}, 'choose'),
    ...mesh.numbered.map((numbered, i) => element('option', {value: i}, String(numbered[0]))));
  vertices.addEventListener('change', () => { if (vertices.value !== '') view.pick(mesh.numbered[vertices.value]); });
  const low = element('span'), middle = element('span'), high = element('span');
  const legend = () => [low.textContent, middle.textContent, high.textContent] = view.byMetres
    ? ['0 m', (mesh.worst_metres / 2).toPrecision(3) + ' m', mesh.worst_metres.toPrecision(3) + ' m'] : mesh.legend;
  view.onPick = (numbered) => { vertices.value = mesh.numbered.indexOf(numbered);
    picked.replaceChildren(vertexTable(mesh, numbered)); };
  const box = element('div', {className: 'view'}, view.canvas, find('legend').content.cloneNode(true),
    element('div', {className: 'ends'}, low, middle, high),
    element('div', {className: 'controls'}, element('label', {}, 'expected ', slider, ' actual'),
      element('label', {}, 'colour ', colour), element('label', {}, 'vertex ', vertices)),
    clipSlider(view, mesh, (isJudged) => { for (const control of [slider, colour, vertices]) control.disabled = !isJudged; }),
    element('p', {className: 'faint'}, 'Drag to rotate, wheel or two fingers to zoom, click for the numbers of a vertex. '
      + (figure.querySelector('figcaption') ? '' : mesh.remark)), picked);
  legend();
  still.hidden = true;
  figure.insertBefore(box, figure.querySelector('figcaption'));
  shown = {box, still, view};
  view.draw();
}

function addViewButtons(root) {
  for (const figure of root.querySelectorAll('figure[data-mesh]')) {
    const button = element('button', {type: 'button', className: 'no-print'}, 'Show in 3-D');
    button.addEventListener('click', () => openView(figure, data.meshes[figure.dataset.mesh]));
    figure.querySelector('.picture').append(button);
  }
}

// ---------------------------------------------------------------- one test
// Of arrays, or stages: what was wrong, and the worst number of each.
const worstTable = (head, arrays, remark) => tableOf([head, 'wrong', 'error / bound', 'at', 'actual', 'expected', 'bound'], arrays.map(
  ([name, judged, failing, fraction, at, expected, got, bound]) => [cell(explained(data.texts[name]), remark(data.texts[name], failing)),
    cell(`${failing} of ${judged}`), numberCell(fraction), cell(at), numberCell(got), numberCell(expected), numberCell(bound)]));

// Those of this very test: others of its group have other numbers.
function stageTable(test) {
  if (test.stages === null)
    return element('p', {className: 'faint'}, 'The page has no room for the stages of this test: results.json has them.');
  if (!test.stages?.length) return '';
  return worstTable('stage', test.stages, (name, failing) =>
    failing ? element('b', {className: 'bad'}, name === test.firstWrong ? ' first wrong' : ' wrong') : ' right');
}

// Where this test goes wrong; more is known of the one whose output is kept.
function firstWrongWords(test) {
  if (test.group?.test === test.name) return foreign(test.group.first_wrong_words);
  return test.firstWrong ? `${test.firstWrong} (by the subject's own numbers)` : '';
}

const command = (words) => { const box = element('p', {className: 'command'}, element('code', {}, words)); addCopyButton(box); return box; };

const codeOf = (test) => /^[A-Z][A-Z0-9_]*/.exec(test.detail)?.[0];

// This test alone, whatever the subject is called; of a fresh case, all tests of the case that it is made of.
const filterOf = ({name, from}) => {
  const variant = name.split('/').at(-1);
  return from.filter || (variant === 'default' ? `'${from.name}'` : `'${from.name}/*/${variant}'`);
};

function showTest(test) {
  const box = find('case'), {group, from} = test;
  const figure = group?.test === test.name && group.mesh >= 0 ? element('figure', {}, element('div', {className: 'picture'})) : '';
  box.replaceChildren(
    element('h3', {}, foreign(test.name)),
    facts([['outcome', explained(test.outcome)], ['message', foreign(test.detail)],
      ['error code', find(`explain=${codeOf(test)}`) ? explained(codeOf(test)) : ''],
      ['error / bound', number(test.fraction)], ['time', time(test.seconds)],
      ['defect', group?.cause_words ? foreign(group.cause_words) : ''], ['first wrong stage', firstWrongWords(test)],
      ['purpose', foreign(from.purpose)], ['options', foreign(from.options)], ['notes', foreign(from.notes)],
      ['algorithm', explained(test.algorithm, 'algorithm')],
      ['run it again', command(`${test.subject.command} --filter ${filterOf(test)}${from.asset}`)]]),
    test.arrays ? worstTable('array', test.arrays, () => '') :
      element('p', {}, 'Every number is within its bound. results.json has the numbers of this test.'), stageTable(test),
    figure || (group ? element('p', {className: 'faint'}, "The page has no mesh of this test. 'bindpose picture' draws it.") : ''),
    element('p', {className: 'no-print'}, element('a', {href: '#tests'}, 'Close')));
  box.hidden = false;
  if (figure) openView(figure, data.meshes[group.mesh]);
  box.focus();
  box.scrollIntoView();
}

// ---------------------------------------------------------------- the list
const counters = new Map([...document.querySelectorAll('.counters a')].map((link) => [link.hash.slice(7), link]));
const worstFirst = (a, b) => (b.counter === 'failed') - (a.counter === 'failed') || b.fraction - a.fraction;
let order = {key: '', down: false}, limit = firstRows, ordered = null;
function chosen() {
  const words = find('search').value.toLowerCase().split(/\s+/).filter(Boolean);
  const [outcome, algorithm, subject] = ['outcome', 'algorithm', 'subject'].map((id) => find(id).value);
  const value = (test) => test[order.key];
  ordered ??= [...tests].sort(order.key ? (a, b) => (value(a) < value(b) ? -1 : value(a) > value(b) ? 1 : 0) * (order.down ? -1 : 1) : worstFirst);
  return ordered.filter((test) => (!outcome || test.counter === outcome || outcome === 'passed' && test.counter === 'accepted') &&
    (!algorithm || test.algorithm === algorithm) && (!subject || test.subject.name === subject) &&
    words.every((word) => test.name.toLowerCase().includes(word) || test.detail.toLowerCase().includes(word)));
}
function showList() {
  if (!find('tests').open) return;
  const found = chosen(), outcome = find('outcome').value;
  find('count').textContent = `${found.length} of ${tests.length} tests`;
  for (const [word, link] of counters)
    if (word === (outcome || 'all')) link.setAttribute('aria-current', 'true'); else link.removeAttribute('aria-current');
  find('list').tBodies[0].replaceChildren(...found.slice(0, limit).map((test) => element('tr', {},
    cell(element('a', {href: linkTo(test.name)}, foreign(test.name))),
    element('td', {className: test.counter === 'failed' ? 'bad' : test.counter === 'passed' ? 'good' : 'faint'}, test.outcome),
    numberCell(test.fraction), element('td', {className: 'number'}, time(test.seconds)))));
  find('more').hidden = found.length <= limit;
}
function fillSelect(id, values) {
  find(id).append(element('option', {value: ''}, 'all'), ...values.map(([value, text = value]) => element('option', {value}, text)));
  find(id).addEventListener('change', () => { limit = firstRows; showList(); });
}
function sortBy(button) {
  order = {key: button.dataset.key, down: order.key === button.dataset.key && !order.down};
  ordered = null;
  for (const head of find('list').querySelectorAll('th'))
    head.setAttribute('aria-sort', !head.contains(button) ? 'none' : order.down ? 'descending' : 'ascending');
  showList();
}

// "#tests=failed" filters, "#test=NAME" opens a test, another one opens the section that it is in.
function followLink() {
  let link = '';
  try { link = decodeURIComponent(location.hash.slice(1)); } catch { return; }
  const test = link.startsWith('test=') ? testOf.get(link.slice(5)) : null;
  if (test) { showTest(test); return; }
  find('case').hidden = true;
  if (link.startsWith('tests=')) {
    find('filters').reset();
    find('outcome').value = link === 'tests=all' ? '' : link.slice(6);
    limit = firstRows;
  }
  const target = find(link.startsWith('tests=') ? 'tests' : link), section = target?.closest('details');
  if (section) section.open = true;
  showList();
  if (target) target.scrollIntoView({block: target === section ? 'start' : 'center'});
}

function addCopyButton(box) {
  const button = element('button', {type: 'button', className: 'no-print'}, 'Copy');
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(box.querySelector('code').textContent);
    button.textContent = 'Copied'; });
  (box.querySelector('dd') ?? box).append(button);
}

fillSelect('outcome', [...counters.keys()].filter((word) => word !== 'all').map((word) => [word, counters.get(word).lastChild.textContent.trim()]));
fillSelect('algorithm', [...new Set(tests.map((test) => test.algorithm))].sort().map((name) => [name]));
fillSelect('subject', data.subjects.map((subject) => [subject.name]));
find('filters').hidden = find('list').hidden = false;
find('count').textContent = `${tests.length} tests`;
if (data.message_cut)
  find('filters').after(element('p', {className: 'faint'}, 'So that the page stays small, it has the first '
    + `${data.message_cut[0]} bytes of a message, of tests that fail like five others ${data.message_cut[1]}: results.json has the whole.`));
find('filters').addEventListener('submit', (event) => event.preventDefault());
find('search').addEventListener('input', () => { limit = firstRows; showList(); });
find('more').addEventListener('click', () => { limit += moreRows; showList(); });
find('tests').addEventListener('toggle', showList);
for (const button of find('list').querySelectorAll('th button')) button.addEventListener('click', () => sortBy(button));
document.querySelectorAll('.command').forEach(addCopyButton);
addViewButtons(document);
const firstFigure = document.querySelector('.cause[open] figure[data-mesh]');
if (firstFigure) openView(firstFigure, data.meshes[firstFigure.dataset.mesh]);
addEventListener('hashchange', followLink);
// Also a link to the current address: a filter may have changed since.
document.addEventListener('click', (event) => { const link = event.target.closest('a[href^="#"]');
  if (link && link.hash === location.hash) followLink(); });
if (location.hash) followLink();
