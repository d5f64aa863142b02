// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// The rows of a comparison, after list.js: algorithm and subject of "skinning.linear_blend.bar/gpu/default".
function keysOf(row) {
  const [asked, ...ways] = row.cells[0].textContent.split('/');
  return {change: row.closest('details').id, algorithm: asked.split('.').slice(0, 2).join('.'), subject: ways.slice(0, -1).join('/')};
}
const titles = [...document.querySelectorAll('details.changes')].map((section) => [section.id, section.querySelector('summary').textContent]);
beginList('details.changes', 'changes', keysOf, {change: titles});
