// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/batched.h"

namespace bindpose::skinning {
namespace {

constexpr std::size_t fewest_matrices = 2;
constexpr std::size_t most_matrices = 4;

const std::vector<OptionSpec>& options() {
  static const std::vector<OptionSpec> declared = {normal_rule_option(),
                                                   {"excess",
                                                    {"report", "reduce"},  // as in Excess
                                                    OptionSpec::Kind::policy,
                                                    "a triangle that needs more matrices than a batch has"}};
  return declared;
}

struct Batched {
  template <class T>
  Expected<Result<T>> operator()(const ArraySet& question, const Options& chosen) const {
    const auto rule = choice_index(options(), chosen, "normal_rule");
    if (!rule) return tl::unexpected(rule.error());
    const auto excess = choice_index(options(), chosen, "excess");
    if (!excess) return tl::unexpected(excess.error());
    const auto limit = read_matrix_limit(question, fewest_matrices, most_matrices);
    if (!limit) return tl::unexpected(limit.error());
    return answer_in_parts<T>(question, static_cast<NormalRule>(*rule), *limit, static_cast<Excess>(*excess));
  }
};

}  // namespace

Implementation batched_implementation() {
  return implement<Batched>(options());
}

}  // namespace bindpose::skinning
