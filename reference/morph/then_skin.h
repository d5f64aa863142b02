// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Morphing, then skinning: the kernel. The page is reference/morph/then_skin.md.
#pragma once

#include "reference/morph/shared/dense_answer.h"

namespace bindpose::morph {

/// x', n', t' of the morphed x_m, n_m, t_m, none of which is normalised: skin(const Surface<T>& morphed).
template <class T, class Skin>
auto then_skin(const Surface<T>& base, const Targets<T>& d, Skin skin) {
  return skin(displaced(base, d));
}

}  // namespace bindpose::morph
