// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/io/document_limits.h"

#include <fmt/format.h>

namespace bindpose {

std::span<const DocumentLimit> document_limits() {
  using namespace limits;
  static constexpr DocumentLimit all[] = {arrays,
                                          arrays_header,
                                          asset,
                                          asset_json,
                                          asset_buffers,
                                          baseline,
                                          cached_verdict,
                                          camera,
                                          capabilities,
                                          case_list,
                                          class_record,
                                          device_list,
                                          frame,
                                          journal,
                                          own_case,
                                          page_file,
                                          patterns,
                                          power_data,
                                          questions,
                                          results,
                                          rubric,
                                          sheet,
                                          waivers,
                                          json_depth,
                                          json_values,
                                          json_steps,
                                          asset_json_values,
                                          results_values,
                                          results_subjects,
                                          results_options,
                                          nodes,
                                          scenes,
                                          skins,
                                          clips,
                                          accessor_numbers,
                                          shown_vertices,
                                          shown_influences,
                                          shown_joints,
                                          bound_joints,
                                          bound_weights,
                                          bound_nodes,
                                          loop_joints,
                                          asset_tests,
                                          asset_names,
                                          asset_parts,
                                          listed_cases,
                                          listed_name,
                                          listed_patterns,
                                          rubric_exercises,
                                          rubric_globs,
                                          waiver_globs,
                                          waiver_glob};
  return all;
}

std::string to_string(const DocumentLimit& limit) {
  using limits::KiB, limits::MiB;
  if (limit.unit == "bytes" && limit.most >= KiB)
    return limit.most >= MiB ? fmt::format("{} MiB", limit.most / MiB)
                             : fmt::format("{} KiB", limit.most / KiB);
  std::string digits = fmt::format("{}", limit.most);
  for (std::size_t at = digits.size(); at > 3; at -= 3)
    digits.insert(at - 3, ",");
  return fmt::format("{} {}", digits, limit.unit);
}

}  // namespace bindpose
