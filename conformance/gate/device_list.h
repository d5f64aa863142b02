// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: reads and compares device lists of `bindpose devices --json`, to find changes between
// drivers. Also: explains each changed line, because the lines of a capability report are terse.
#pragma once

#include <filesystem>

#include "conformance/subjects/subject.h"

namespace bindpose::conformance {

/// The description of each usable device, by its subject's name.
using DeviceList = std::map<std::string, SubjectInfo>;

constexpr const char* device_list_format = "bindpose-devices-1";

/// Errors with a place: JSON_SYNTAX, DEVICES_FORMAT (not bindpose-devices-1, a field missing or of the wrong kind,
/// a repeated device).
Expected<DeviceList> parse_device_list(std::string_view text, const std::string& where);
/// Errors: FILE_READ and those of parse_device_list().
Expected<DeviceList> read_device_list(const std::filesystem::path& path);
/// True if a file has the format of a device list.
bool is_device_list(const std::filesystem::path& path);

/// A changed line in the description of a device.
struct DeviceChange {
  std::string subject;
  std::string key;  ///< key of the line; empty: the device itself
  std::string before, after;
};
/// 'vulkan:0: renderer was "A", is "B"'
std::string to_string(const DeviceChange& change);

struct DeviceComparison {
  std::size_t same = 0;  ///< lines that are equal in both lists
  std::vector<DeviceChange> changes;

  int exit_code() const { return changes.empty() ? 0 : 1; }
};
/// Every line of every device.
DeviceComparison compare(const DeviceList& before, const DeviceList& after);

std::string comparison_text(const DeviceComparison& comparison);
std::string comparison_markdown(const DeviceComparison& comparison);
/// {"format": "bindpose-device-comparison-1", ...}
std::string comparison_json(const DeviceComparison& comparison);

/// Behaviour before and now, and the effect on outputs: "before: does not contract multiply-adds; now: contracts
/// multiply-adds - sums of products differ ...". Empty if the line is clear, e.g. a name or a version. Quotes
/// texts of the lists unchanged.
std::string meaning(const DeviceChange& change);

}  // namespace bindpose::conformance
