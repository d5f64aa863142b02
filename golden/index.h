// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: cases.json, the list of an algorithm's golden files; golden/schema/cases.schema.json is its schema.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "reference/io/safetensors.h"
#include "reference/model/case.h"

namespace bindpose::golden {

/// Index entries of a case besides the case itself.
struct IndexEntry {
  const Case* c = nullptr;
  std::string file;  ///< name in the same folder
  std::size_t bytes = 0;
  std::string fnv1a64;  ///< hash of the file's bytes
  std::vector<Undefined> undefined;
};

/// The file's text; an algorithm without golden cases has an empty list.
std::string index_text(const Algorithm& algorithm, const std::vector<IndexEntry>& entries);

}  // namespace bindpose::golden
