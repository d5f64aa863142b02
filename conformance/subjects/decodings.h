// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: the combinations in which a device decodes weights, for cases with weights that a packed form holds
// exactly.
#pragma once

#include <algorithm>

#include "conformance/cases/shared/packed_weights.h"
#include "conformance/subjects/subject.h"

namespace bindpose::conformance {

/// The first variant of each capture of the subject; none if the subject has no captures, or a
/// fixed vertex layout.
inline std::vector<Options> decodings(const Subject& subject, const Case& c) {
  const PackedForm* const form = packed_form_of(c);
  std::vector<Options> all;
  if (form == nullptr) return all;
  std::vector<std::string> known;
  for (const Options& variant : subject.variants(*c.algorithm, c.level)) {
    const auto capture = variant.find("capture");
    if (capture == variant.end() || variant.contains("vertices")) continue;
    if (std::ranges::find(known, capture->second) != known.end()) continue;
    known.push_back(capture->second);
    for (const std::string storage : form->storages) {
      if (capture->second == "compute" && storage == "normalized")
        continue;  // compute shaders have no attributes
      all.push_back(variant);
      all.back()["vertices"] = storage;
    }
  }
  return all;
}

}  // namespace bindpose::conformance
