// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// Both meshes of 'bindpose same' at the moments in the page; after mesh.js. null: a position is not finite.
const millimetres = (metres) => (metres === null ? 'not finite' : `${Number((1000 * metres).toPrecision(3))} mm`);
const size = ({metres}) => metres ?? Infinity;

let shown = null;
function showFiles(figure) {
  const first = data.rows[0].moments[0];
  const view = new View({...data.mesh, expected: first.before, got: first.after, by_bound: first.codes, by_metres: first.codes,
    worst_fraction: 0, numbered: []});
  if (!view.gl) { figure.textContent = 'This browser has no WebGL 2, so there is no 3-D view.'; return; }
  const option = (value, text) => element('option', {value}, text);
  const row = element('select', {}, ...data.rows.map((each, i) => option(i, each.title)));
  const moment = element('input', {type: 'range', className: 'clip', min: 0, step: 1}), said = element('output');
  const answer = element('input', {type: 'range', min: 0, max: 1, step: 0.01, value: 1});
  const times = element('select', {}, ...[1, 10, 100, 1000].map((factor) => option(factor, `${factor} times`)));
  const turned = () => { view.answer = answer.value * times.value; view.draw(); };
  const show = () => {
    const now = data.rows[row.value].moments[moment.value];
    said.textContent = `${now.when ? `${Number(now.seconds.toPrecision(6))} s, ${now.when}: ` : ''}${millimetres(now.metres)}`;
    moment.setAttribute('aria-valuetext', said.textContent);
    view.picked = size(now) > 0 ? [0, now.worst] : null;
    view.showBoth(now.before, now.after, now.codes);
  };
  const choose = () => {
    const {moments} = data.rows[row.value], worst = Math.max(...moments.map(size));
    moment.max = moments.length - 1;
    moment.value = moments.findIndex((each) => size(each) === worst);
    moment.disabled = moments.length < 2;
    show();
  };
  row.addEventListener('change', choose);
  moment.addEventListener('input', show);
  answer.addEventListener('input', turned);
  times.addEventListener('change', turned);
  const {worst_metres: worst, drawn, vertices} = data.mesh, label = (text, ...controls) => element('label', {}, text, ...controls);
  figure.classList.add('view');
  figure.replaceChildren(view.canvas, find('legend').content.cloneNode(true),
    element('div', {className: 'ends'}, ...[0, worst / 2, worst].map((metres) => element('span', {}, millimetres(metres)))),
    element('div', {className: 'controls'}, label('pose ', row), label('time ', moment), said),
    element('div', {className: 'controls'}, label('before ', answer, ' after'), label('difference ', times)),
    element('p', {className: 'faint'}, 'Drag to rotate, wheel or two fingers to zoom. Red: the most displaced vertex'
      + (drawn < vertices ? ` of those drawn: ${drawn} of ${vertices}, without their triangles.` : '.')));
  shown = {view};
  choose();
}
if (data.rows.length) showFiles(find('view'));
