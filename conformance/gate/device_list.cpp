// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/gate/device_list.h"

#include <optional>

#include <fmt/format.h>

#include "conformance/judge/json_fields.h"
#include "reference/io/document_limits.h"
#include "reference/io/foreign_json.h"
#include "reference/io/safetensors.h"
#include "reference/model/try.h"

namespace bindpose::conformance {
namespace {

using nlohmann::ordered_json;

constexpr FieldWords device_list_words = {.code = "DEVICES_FORMAT", .name_code = "DEVICES_FORMAT"};

struct ListedDevice {
  std::string subject;
  std::optional<SubjectInfo> info;  ///< of one that can be used
};

void fields(auto& each, MaybeConst<ListedDevice> auto& device) {
  each("subject", device.subject);
  each.optional("info", device.info);
}

struct ListedDevices {
  std::vector<ListedDevice> devices;
};

void fields(auto& each, MaybeConst<ListedDevices> auto& list) {
  each("devices", list.devices);
}

void compare_lines(DeviceComparison& comparison, const std::string& subject, const SubjectInfo& before,
                   const SubjectInfo& after) {
  SubjectInfo all = before;
  all.insert(after.begin(), after.end());
  for (const auto& [key, value] : all) {
    const std::string was = value_of(before, key), is = value_of(after, key);
    if (was == is)
      ++comparison.same;
    else
      comparison.changes.push_back({subject, key, was, is});
  }
}

}  // namespace

Expected<DeviceList> parse_device_list(std::string_view text, const std::string& where) {
  BINDPOSE_TRY(const auto document, parse_json<ordered_json>(text, "JSON_SYNTAX", where));
  if (!has_format(document, device_list_format))
    return fail(device_list_words.code, where + "#/format", fmt::format("is to be {}", device_list_format));
  BINDPOSE_TRY(const auto listed, read_fields<ListedDevices>(document, where + "#", device_list_words));
  DeviceList list;
  for (const ListedDevice& device : listed.devices)
    if (device.info && !list.emplace(device.subject, *device.info).second)
      return fail(device_list_words.code, where + "#/devices",
                  fmt::format("'{}' is listed twice", printable(device.subject)));
  return list;
}

Expected<DeviceList> read_device_list(const std::filesystem::path& path) {
  BINDPOSE_TRY(const auto text, read_text(path, limits::device_list.most));
  return parse_device_list(text, path.string());
}

bool is_device_list(const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return false;
  const auto text = read_text(path, limits::device_list.most);
  const auto document =
      text ? parse_json<ordered_json>(*text, "JSON_SYNTAX", path.string()) : tl::unexpected(text.error());
  return document && has_format(*document, device_list_format);
}

DeviceComparison compare(const DeviceList& before, const DeviceList& after) {
  DeviceComparison comparison;
  for (const auto& [subject, info] : before) {
    const auto now = after.find(subject);
    if (now == after.end())
      comparison.changes.push_back({subject, "", "here", "gone"});
    else
      compare_lines(comparison, subject, info, now->second);
  }
  for (const auto& [subject, info] : after)
    if (!before.contains(subject)) comparison.changes.push_back({subject, "", "not here", "here"});
  return comparison;
}

}  // namespace bindpose::conformance
