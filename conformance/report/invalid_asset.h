// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a file that was to be judged with and is no valid glTF file: a failure of the run that is of no test.
#pragma once

#include <string>
#include <vector>

namespace bindpose::conformance {

struct InvalidAsset {
  std::string path;
  std::string error;  ///< why it is none
};
using InvalidAssets = std::vector<InvalidAsset>;

}  // namespace bindpose::conformance
