// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Facial action coding: the kernel. The page is reference/face/facs.md.
#pragma once

#include <vector>

#include "reference/face/shared/emotions.h"

namespace bindpose::face {

/// s_i: the letters of an emotion for each action unit a_i.
inline std::vector<int> scores_of(Emotion emotion, const std::vector<int>& a) {
  std::vector<int> s;
  for (const int unit : a)
    s.push_back(score_of(emotion, unit));
  return s;
}

/// phi_i = e s_i / 5
template <class T>
std::vector<T> facs(const std::vector<int>& s, const T& e) {
  std::vector<T> phi;
  for (const int s_i : s)
    phi.push_back(e * (T(s_i) / T(5)));
  return phi;
}

}  // namespace bindpose::face
