// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The rows of a comparison, behind list.js: of "skinning.linear_blend.bar/gpu/default" the algorithm and the subject.
function keysOf(row) {
  const [asked, ...ways] = row.cells[0].textContent.split('/');
  return {change: row.closest('details').id, algorithm: asked.split('.').slice(0, 2).join('.'), subject: ways.slice(0, -1).join('/')};
}
const titles = [...document.querySelectorAll('details.changes')].map((section) => [section.id, section.querySelector('summary').textContent]);
beginList('details.changes', 'changes', keysOf, {change: titles});
