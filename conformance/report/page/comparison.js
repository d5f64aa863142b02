// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Search, filters and sorting of a comparison, whose rows all stand in the page; every text stays text.
'use strict';
const find = (id) => document.getElementById(id);

// A row with what it is found by: of "skinning.linear_blend.bar/gpu/default" the algorithm and the subject.
const changes = [...document.querySelectorAll('details.changes tbody tr')].map((row) => {
  const name = row.cells[0].textContent, [asked, ...ways] = name.split('/');
  const section = row.closest('details');
  return {row, section, change: section.id, algorithm: asked.split('.').slice(0, 2).join('.'),
    subject: ways.slice(0, -1).join('/'), words: row.textContent.toLowerCase()};
});
const sections = [...document.querySelectorAll('details.changes')];

function showChosen() {
  const words = find('search').value.toLowerCase().split(/\s+/).filter(Boolean);
  const wanted = ['change', 'algorithm', 'subject'].map((key) => [key, find(key).value]).filter(([, value]) => value);
  let found = 0;
  for (const each of changes) {
    const is_chosen = wanted.every(([key, value]) => each[key] === value) && words.every((word) => each.words.includes(word));
    each.row.hidden = !is_chosen;
    found += is_chosen ? 1 : 0;
  }
  for (const section of sections) section.hidden = !section.querySelector('tbody tr:not([hidden])');
  find('count').textContent = `${found} of ${changes.length} changes`;
}

function fillSelect(id, values) {
  const option = (value, text) => { const made = document.createElement('option'); made.value = value; made.textContent = text; return made; };
  find(id).append(option('', 'all'), ...values.map(([value, text]) => option(value, text)));
  find(id).addEventListener('change', showChosen);
}
const namesOf = (key) => [...new Set(changes.map((each) => each[key]))].sort().map((name) => [name, name]);

// Numbers by their size, words by the alphabet; what has none comes last.
function sortBy(button) {
  const head = button.closest('th'), body = head.closest('table').tBodies[0];
  const down = head.getAttribute('aria-sort') === 'ascending';
  const value = (row) => { const cell = row.cells[head.cellIndex], text = cell.textContent;
    if (!cell.classList.contains('number')) return text;
    return text === '' ? -1 : text === 'inf' || text === 'nan' ? Infinity : Number(text); };
  const rows = [...body.rows].map((row) => [value(row), row]);
  rows.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0) * (down ? -1 : 1));
  body.append(...rows.map(([, row]) => row));
  for (const other of head.parentElement.cells) other.setAttribute('aria-sort', other !== head ? 'none' : down ? 'descending' : 'ascending');
}
function addSorting(head) {
  const button = document.createElement('button');
  button.type = 'button';
  button.append(...head.childNodes);
  head.append(button);
  head.setAttribute('aria-sort', 'none');
  button.addEventListener('click', () => sortBy(button));
}

// A link to a test opens the section that it stands in, whatever is filtered.
function followLink() {
  let target = null;
  try { target = find(decodeURIComponent(location.hash.slice(1))); } catch { return; }
  if (!target) return;
  if (target.hidden || target.closest('[hidden]')) { find('filters').reset(); showChosen(); }
  const section = target.closest('details');
  if (section) section.open = true;
  target.scrollIntoView({block: 'center'});
}

if (changes.length) {
  sections[0].before(find('filters-template').content);
  fillSelect('change', sections.map((section) => [section.id, section.querySelector('summary').textContent]));
  fillSelect('algorithm', namesOf('algorithm'));
  fillSelect('subject', namesOf('subject'));
  find('filters').addEventListener('submit', (event) => event.preventDefault());
  find('search').addEventListener('input', showChosen);
  for (const head of document.querySelectorAll('details.changes th')) addSorting(head);
  showChosen();
}
addEventListener('hashchange', followLink);
// A link to where the page stands already, too: it may be filtered since.
document.addEventListener('click', (event) => { if (event.target.closest('a[href^="#"]')) setTimeout(followLink); });
followLink();
