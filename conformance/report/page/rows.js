// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// A page of one list, behind list.js: data-list says what its rows are called, and the data of a row by which word each filter finds it.
const list = document.querySelector('[data-list]');
if (list) beginList('[data-list]', list.dataset.list, (row) => ({...row.dataset}));
