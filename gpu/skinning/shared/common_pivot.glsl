// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Two joints of a vertex. lead: the parent of another influencing joint, or else the first joint. p, whose
// bind position is the pivot: the first joint that is not such a parent.

bool influences(float joint, uint j[INFLUENCES], float w[INFLUENCES]) {
  bool any_of_them = false;
  for (int i = 0; i < INFLUENCES; ++i) any_of_them = any_of_them || (w[i] != 0.0 && float(j[i]) == joint);
  return any_of_them;
}

void find_pivot(uint j[INFLUENCES], float w[INFLUENCES], out uint lead, out uint p) {
  int first = -1;
  int child = -1;
  for (int i = 0; i < INFLUENCES; ++i) {
    if (w[i] != 0.0) {
      if (first < 0) first = i;
      if (influences(parents(j[i]).x, j, w)) child = i;
    }
  }
  lead = child >= 0 ? uint(parents(j[max(child, 0)]).x) : j[max(first, 0)];
  p = lead;
  for (int i = INFLUENCES - 1; i >= 0; --i)
    if (w[i] != 0.0 && (child < 0 || j[i] != lead)) p = j[i];
}
