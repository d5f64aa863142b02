// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// A page with one list, after list.js: data-list has the name of its rows; a row's data has the word for each
// filter.
const list = document.querySelector('[data-list]');
if (list) beginList('[data-list]', list.dataset.list, (row) => ({...row.dataset}));
