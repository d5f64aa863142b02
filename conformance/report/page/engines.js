// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// The rows of the table of engines, after list.js: each has its own name.
beginList('details.rows', 'rows', (row) => row.dataset);
