// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/catches.h"

#include <sstream>

#include "conformance/cases/cases.h"
#include "reference/io/data_folder.h"
#include "reference/io/document_limits.h"
#include "reference/io/lines.h"
#include "reference/io/safetensors.h"

namespace bindpose::conformance {

Expected<Catches> read_catches(const std::filesystem::path& file) {
  BINDPOSE_TRY(const std::string text, read_text(file, limits::power_data.most));
  Catches catches;
  bool is_header = true;
  for (const std::string_view line : lines_of(text)) {
    const std::size_t comma = line.find(',');
    if (!std::exchange(is_header, false) && comma != std::string_view::npos) {
      std::istringstream ids{std::string(line.substr(comma + 1))};
      auto& list = catches[std::string(line.substr(0, comma))];
      for (std::string id; ids >> id;)
        list.push_back(id);
    }
  }
  return catches;
}

Expected<Catches> kept_catches() {
  return read_catches(find_data("mutation_score/catches.csv"));
}

Expected<std::vector<Case>> cases_with_catches() {
  BINDPOSE_TRY(Catches catches, kept_catches());
  std::vector<Case> cases = built_in_cases();
  for (Case& c : cases)
    c.catches = catches[c.name];
  return cases;
}

}  // namespace bindpose::conformance
