// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the cases of a glTF file: every skin and every rigid mesh, in the rest pose and in every clip at keys,
// between keys, before the first and after the last key.
#pragma once

#include "conformance/cases/asset/case_filter.h"
#include "reference/gltf/asset.h"
#include "reference/io/document_limits.h"
#include "reference/model/case.h"

namespace bindpose::conformance {

/// Number of keys and intervals of a clip that are tested: at most 7, spread over the clip, or all.
enum class Keys { some, all };

/// The tested moments of a clip. With `most` or `seconds`, in this order: a key and a time after it, for the
/// intervals between keys, from the largest motion of nodes to the smallest; the last key; a time before the first
/// and after the last key.
struct MomentChoice {
  Keys keys = Keys::some;
  std::size_t most = 0;  ///< moments of every clip; 0: the number that `keys` gives
  double seconds =
      0;  ///< limit on the judge's time for the file, estimated with usual_seconds_per_vertex; 0: none

  bool is_limited() const { return most > 0 || seconds > 0; }
};

/// Assumed, not measured: processor time to judge a moment at all levels, excluding the subject's
/// time.
inline constexpr double usual_seconds_per_vertex = 30e-6;

/// Limits on the number of cases of a file.
struct CaseLimits {
  std::uint64_t tests = limits::asset_tests.most;  ///< tests that are created
  std::uint64_t names = limits::asset_names.most;  ///< names from which a filter chooses
  std::uint64_t parts = limits::asset_parts.most;  ///< parts in all cases at level asset
};

/// Cases named asset.<label>.<skin or parts>.<clip>.<time>.<level>.f32. At palette level, the
/// matrices are the double-precision reference's, rounded to float32; at pose level, the input has
/// keyframes and a time. A mesh with morph targets has cases with targets, named <skin or
/// parts>-morphed, and, at palette and pose level, cases without. The cases of clip_loop_cases()
/// follow. Empty for a file that shows no mesh. Only names for which `wanted` is true become cases.
/// Error ASSET_TESTS: more names or wanted cases than `most` allows.
Expected<std::vector<Case>> asset_cases(const std::shared_ptr<const gltf::Asset>& asset,
                                        const std::string& label, const MomentChoice& choice = {},
                                        const CaseFilter& wanted = any_case, const CaseLimits& most = {});

/// Cases at level asset of everything that a file shows at one moment, named asset.<label>.<skin or
/// parts>.<clip>.at-<seconds>.asset.f32, or asset.<label>.<skin or parts>.rest.asset.f32 for the
/// rest pose.
std::vector<Case> asset_cases_at(const std::shared_ptr<const gltf::Asset>& asset, const std::string& label,
                                 std::optional<std::size_t> clip, double seconds);

/// A tested moment of a clip; float32-representable.
struct SampleTime {
  std::string name;  ///< "before", "key-0", "between-0", "after"
  double seconds = 0;
};
/// Moments before the first key, after the last key, at keys and between keys. Keys of morph
/// targets count if requested.
std::vector<SampleTime> sample_times(const gltf::Clip& clip, bool morphed = false, Keys keys = Keys::some);

/// A word that may be in a case name: letters, digits, '-' and '_' are kept, anything else becomes '_'.
std::string case_word(const std::string& text);

}  // namespace bindpose::conformance
