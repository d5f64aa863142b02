// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// The list of all tests, and one test; after mesh.js.
const [firstRows, moreRows] = [200, 500];

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

// The judged numbers of one vertex.
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

// Moves through the clip of the judged moment; calls `moved` with true at this moment.
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

// Replaces the still picture by an interactive mesh.
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
// Arrays or stages: the errors, and the worst number of each.
const worstTable = (head, arrays, remark) => tableOf([head, 'wrong', 'error / bound', 'at', 'actual', 'expected', 'bound'], arrays.map(
  ([name, judged, failing, fraction, at, expected, got, bound]) => [cell(explained(data.texts[name]), remark(data.texts[name], failing)),
    cell(`${failing} of ${judged}`), numberCell(fraction), cell(at), numberCell(got), numberCell(expected), numberCell(bound)]));

// The numbers of this test: others of its group have other numbers.
function stageTable(test) {
  if (test.stages === null)
    return element('p', {className: 'faint'}, 'The page has no room for the stages of this test: results.json has them.');
  if (!test.stages?.length) return '';
  return worstTable('stage', test.stages, (name, failing) =>
    failing ? element('b', {className: 'bad'}, name === test.firstWrong ? ' first wrong' : ' wrong') : ' right');
}

// The first error of this test; with more detail for a test whose output is saved.
function firstWrongWords(test) {
  if (test.group?.test === test.name) return foreign(test.group.first_wrong_words);
  return test.firstWrong ? `${test.firstWrong} (by the subject's own numbers)` : '';
}

const command = (words) => { const box = element('p', {className: 'command'}, element('code', {}, words)); addCopyButton(box); return box; };

const codeOf = (test) => /^[A-Z][A-Z0-9_]*/.exec(test.detail)?.[0];

// A filter for this test only, for any name of the subject; for a fresh case, all tests of its original case.
const filterOf = ({name, from}) => {
  const variant = name.split('/').at(-1);
  return from.filter || (variant === 'default' ? `'${from.name}'` : `'${from.name}/*/${variant}'`);
};

// Made when the subject was opened: no filter chooses it.
const isSelfTest = ({name}) => /^(device\.self_test|subject\.start)\./.test(name);

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
      ['run it again', isSelfTest(test) ? '' : command(`${test.subject.command} --filter ${filterOf(test)}${from.asset}`)]]),
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

// "#tests=failed" filters, "#test=NAME" opens a test, others open the section with their target.
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
