// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Skins one vertex with the installed library of software skinning.
#include "conformance/software/software.h"

#include <cstdio>
#include <vector>

int main() {
  using namespace bindpose;
  const std::vector<float> positions = {0.5F, 1, 2}, weights = {0.25F, 0.75F, 0, 0};
  const std::vector<std::uint16_t> joints = {0, 1, 0, 0};
  const std::vector<float> matrices = {
      1, 0,  0, 0, 0, 1, 0, 0, 0, 0, 1, 0,   // rests
      0, -1, 0, 1, 1, 0, 0, 0, 0, 0, 1, 0};  // a quarter turn, then a metre along x
  std::vector<float> deformed(3);
  const auto influences = software::Influences::of(joints, weights);
  const auto palette = software::MatrixPalette::of(matrices);
  if (!influences || !palette) return 1;
  if (!software::blend_linearly({positions}, *influences, *palette, {deformed})) return 1;
  std::printf("%g %g %g with %s\n", deformed[0], deformed[1], deformed[2],
              software::instruction_set().c_str());
  return deformed[0] == 0.125F && deformed[1] == 0.625F && deformed[2] == 2 ? 0 : 1;
}
