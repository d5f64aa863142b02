// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// Search, filters and sorting of the rows in a page; all text stays text.
'use strict';
const find = (id) => document.getElementById(id);

// Sections that are listed, and the search keys of each row: words, and a word for each filter.
let sections = [], rows = [], filters = [], called = '';

function showChosen() {
  const words = find('search').value.toLowerCase().split(/\s+/).filter(Boolean);
  const wanted = filters.map((key) => [key, find(key).value]).filter(([, value]) => value);
  let found = 0;
  for (const each of rows) {
    const is_chosen = wanted.every(([key, value]) => each.keys[key] === value) && words.every((word) => each.words.includes(word));
    each.row.hidden = !is_chosen;
    found += is_chosen ? 1 : 0;
  }
  for (const section of sections) section.hidden = !section.querySelector('tbody tr:not([hidden])');
  find('count').textContent = `${found} of ${rows.length} ${called}`;
}

function fillSelect(id, values) {
  const option = (value, text) => { const made = document.createElement('option'); made.value = value; made.textContent = text; return made; };
  find(id).append(option('', 'all'), ...values.map(([value, text]) => option(value, text)));
  find(id).addEventListener('change', showChosen);
}
const namesOf = (key) => [...new Set(rows.map((each) => each.keys[key]))].sort().map((name) => [name, name]);

// Numbers by size, words alphabetically; rows without a value come last.
function sortBy(button) {
  const head = button.closest('th'), body = head.closest('table').tBodies[0];
  const down = head.getAttribute('aria-sort') === 'ascending';
  const value = (row) => { const cell = row.cells[head.cellIndex], is_number = cell.classList.contains('number');
    const text = cell.dataset.value ?? (is_number && cell.title || cell.textContent);
    if (!is_number) return text;
    return text === '' ? -1 : text === 'inf' || text === 'nan' ? Infinity : Number(text); };
  const ordered = [...body.rows].map((row) => [value(row), row]);
  ordered.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0) * (down ? -1 : 1));
  body.append(...ordered.map(([, row]) => row));
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

// A link opens the section with its target, for any filter.
function followLink() {
  let target = null;
  try { target = find(decodeURIComponent(location.hash.slice(1))); } catch { return; }
  if (!target) return;
  if (target.hidden || target.closest('[hidden]')) { find('filters').reset(); showChosen(); }
  const section = target.closest('details');
  if (section) section.open = true;
  target.scrollIntoView({block: 'center'});
}

// The rows of these sections with their names; keysOf(row): the word by which each filter of the form finds it.
// titles: of the words of a filter with titles.
function beginList(selector, name, keysOf, titles = {}) {
  sections = [...document.querySelectorAll(selector)];
  rows = sections.flatMap((section) => [...section.querySelectorAll('tbody tr')]).map(
    (row) => ({row, keys: keysOf(row), words: row.textContent.toLowerCase()}));
  called = name;
  if (rows.length) {
    sections[0].before(find('filters-template').content);
    filters = [...find('filters').querySelectorAll('select')].map((select) => select.id);
    for (const key of filters) fillSelect(key, titles[key] ?? namesOf(key));
    find('filters').addEventListener('submit', (event) => event.preventDefault());
    find('search').addEventListener('input', showChosen);
    for (const head of document.querySelectorAll(`${selector} thead th`)) addSorting(head);
    showChosen();
  }
  addEventListener('hashchange', followLink);
  // Also a link to the current address: a filter may have changed since.
  document.addEventListener('click', (event) => { if (event.target.closest('a[href^="#"]')) setTimeout(followLink); });
  followLink();
}
