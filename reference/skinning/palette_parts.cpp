// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/palette_parts.h"

namespace bindpose::skinning {
namespace {

const std::vector<OptionSpec>& options() {
  static const std::vector<OptionSpec> declared = {normal_rule_option()};
  return declared;
}

struct PaletteParts {
  template <class T>
  Expected<Result<T>> operator()(const ArraySet& question, const Options& chosen) const {
    const auto rule = choice_index(options(), chosen, "normal_rule");
    if (!rule) return tl::unexpected(rule.error());
    const auto limit = read_matrix_limit(question, 1, 65536);
    if (!limit) return tl::unexpected(limit.error());
    return answer_in_parts<T>(question, static_cast<NormalRule>(*rule), *limit, Excess::report);
  }
};

}  // namespace

Implementation palette_parts_implementation() {
  return implement<PaletteParts>(options());
}

}  // namespace bindpose::skinning
