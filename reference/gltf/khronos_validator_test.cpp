// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Files next to their reports by the Khronos glTF Validator. The loader accepts files that the validator
// accepts, and refuses the others at the same place with the same code, if it checks this property. Files
// without a report are valid, unless their comment says otherwise. Skipped if the files are missing.
#include <cstdlib>
#include <fstream>
#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "reference/gltf/load.h"

namespace bindpose::gltf::khronos_validator_test {

namespace fs = std::filesystem;

using Faults = std::set<std::pair<std::string, std::string>>;  // code and place

fs::path assets_folder() {
  const char* given = std::getenv("BINDPOSE_ASSETS");
  return given != nullptr ? given : BINDPOSE_ASSETS;
}

std::vector<fs::path> gltf_files() {
  std::vector<fs::path> files;
  std::error_code failed;
  for (const auto& entry : fs::recursive_directory_iterator(assets_folder(), failed)) {
    const std::string extension = entry.path().extension().string();
    if (extension == ".gltf" || extension == ".glb") files.push_back(entry.path());
  }
  return files;
}

/// Faults that the loader does not check.
bool is_about_other_things(const std::string& code, const std::string& pointer) {
  if (code.starts_with("CAMERA_") || code.starts_with("MATERIAL_") || code.starts_with("IMAGE_") ||
      code.starts_with("KHR_")) {
    return true;
  }
  for (const char* list : {"/cameras/", "/images/", "/materials/", "/samplers/", "/textures/"}) {
    if (pointer.starts_with(list)) return true;
  }
  return false;
}

Faults expected_faults(const fs::path& file) {
  Faults faults;
  std::ifstream report(file.string() + ".report.json");
  if (!report) return faults;
  const nlohmann::json json = nlohmann::json::parse(report);
  for (const auto& message : json["issues"]["messages"]) {
    if (message["severity"] != 0) continue;
    const std::string place =
        message.contains("pointer") ? message["pointer"].get<std::string>() : "@" + message["offset"].dump();
    faults.emplace(message["code"].get<std::string>(), place);
  }
  return faults;
}

TEST(khronos_validator, loader_and_validator_refuse_files_for_the_same_reasons) {
  int compared = 0;
  int complete = 0;
  for (const fs::path& file : gltf_files()) {
    Faults expected = expected_faults(file);
    std::erase_if(expected,
                  [](const auto& fault) { return is_about_other_things(fault.first, fault.second); });
    if (expected.empty()) continue;
    ++compared;
    const auto asset = load(file);
    ASSERT_FALSE(asset) << file << " is not refused";
    Faults found;
    for (const Issue& issue : asset.error().issues) {
      if (issue.severity == Issue::Severity::error) found.emplace(issue.code, issue.pointer);
    }
    std::size_t shared = 0;
    for (const auto& fault : expected)
      shared += found.count(fault);
    EXPECT_GT(shared, 0U) << file << " expected " << expected.begin()->first << " at "
                          << expected.begin()->second << "\n"
                          << to_string(asset.error());
    if (shared == expected.size()) ++complete;
  }
  if (compared == 0) GTEST_SKIP() << "no reports in " << assets_folder();
  RecordProperty("compared", compared);
  RecordProperty("complete", complete);
  EXPECT_EQ(complete, compared) << "files whose errors were not all found";
}

TEST(khronos_validator, the_loader_accepts_files_that_the_validator_accepts) {
  const std::set<std::string> declared_broken = {"InconsistentMorphTargets_unfixed.glb"};
  int compared = 0;
  for (const fs::path& file : gltf_files()) {
    if (!expected_faults(file).empty() || declared_broken.contains(file.filename().string())) continue;
    ++compared;
    const auto asset = load(file);
    EXPECT_TRUE(asset) << to_string(asset.error());
  }
  if (compared == 0) GTEST_SKIP() << "no files in " << assets_folder();
  RecordProperty("compared", compared);
}

}  // namespace bindpose::gltf::khronos_validator_test
