// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/gate/device_list.h"

#include <algorithm>
#include <charconv>
#include <iterator>

#include <fmt/format.h>

#include "conformance/judge/json_fields.h"
#include "reference/io/safetensors.h"

namespace bindpose::conformance {
namespace {

using nlohmann::ordered_json;

constexpr FieldWords device_list_words = {.code = "DEVICES_FORMAT", .name_code = "DEVICES_FORMAT"};

struct ListedDevice {
  std::string subject;
  std::optional<SubjectInfo> info;  ///< for a usable device
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
    return fail(device_list_words.code, where + "#/format", fmt::format("must be {}", device_list_format));
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

namespace {

constexpr std::string_view last_bits =
    "sums of products differ in their last bits; every bound allows both, but outputs are not "
    "bit-identical";
constexpr std::string_view tiny =
    "if they are flushed, numbers below 2^-126 become 0, such as tiny weights; every bound allows both";
constexpr std::string_view halves = "outputs differ in their last bits; every bound allows both";
constexpr std::string_view finds_nan = "a shader's guard against NaN works on only one of them";

/// The behaviour of a device with this value.
struct Saying {
  std::string_view value, words;
};

/// A line of the capability report, by the key after "card.".
struct CardLine {
  std::string_view key;
  Saying one, other;
  std::string_view otherwise;  ///< for any other value
  std::string_view effect;     ///< on outputs
};

constexpr CardLine card_lines[] = {
    {"a b + c",
     {"fused", "contracts multiply-adds"},
     {"rounded twice", "does not contract multiply-adds"},
     "contracts some multiply-adds, others not",
     last_bits},
    {"precise a b + c",
     {"fused", "contracts multiply-adds even if they are precise"},
     {"rounded twice", "does not contract precise multiply-adds"},
     "contracts some precise multiply-adds, others not",
     "seams that two programs compute equally with precise close on only one of them"},
    {"fma(a, b, c)",
     {"fused", "rounds fma() once"},
     {"rounded twice", "rounds fma() twice, as a product and a sum"},
     "rounds fma() sometimes once, sometimes twice",
     "code that relies on the single rounding of fma(), such as sums with their errors, works on only one of "
     "them"},
    {"(a 1.1) 1.3",
     {"constants folded", "multiplies constants with each other first"},
     {"as written", "multiplies by constants one by one"},
     "multiplies by constants sometimes one by one, sometimes not",
     halves},
    {"1 - (1 - a)",
     {"cancelled", "makes a of 1 - (1 - a)"},
     {"as written", "computes 1 - (1 - a)"},
     "computes 1 - (1 - a) sometimes as written, sometimes not",
     "sums that track their own errors work on only one of them; every bound allows both"},
    {"2^-126 / 2",
     {"0", "flushes subnormal results to 0"},
     {"5.87747175e-39", "keeps subnormal results"},
     "treats subnormal results differently",
     tiny},
    {"2^-130 * 2^24",
     {"0", "treats subnormal operands as 0"},
     {"1.23259516e-32", "keeps subnormal operands"},
     "treats subnormal operands differently",
     tiny},
    {"1 + 2^-24",
     {"1", "rounds a half to even"},
     {"1.00000012", "rounds a half up"},
     "rounds a half differently",
     halves},
    {"(1 + 2^-23) + 2^-24",
     {"1.00000024", "rounds a half to even"},
     {"1.00000012", "rounds a half down"},
     "rounds a half differently",
     halves},
    {"isnan(NaN)",
     {"1", "finds NaN by isnan()"},
     {"0", "does not find NaN by isnan()"},
     "returns neither true nor false for isnan()",
     finds_nan},
    {"NaN == NaN",
     {"0", "treats NaN as unequal to itself"},
     {"1", "treats NaN as equal to itself"},
     "returns neither true nor false for a comparison",
     finds_nan},
    {"packed numbers",
     {"as near as they have to be", "reads packed numbers as exactly as it must"},
     {"", ""},
     "reads some packed numbers less exactly than it must",
     "inexact narrow vertex formats move vertices beyond their bounds"},
    {"asked again",
     {"the same", "gives the same results in a second run"},
     {"something else", "gives different results in a second run"},
     "may give other results in a second run",
     "without repeatable results, no bits can be compared"}};

constexpr std::string_view sums_of_products[] = {"dot", "matrix times vector", "vector times matrix"};

/// The shading language leaves these open, at least on some devices.
constexpr std::string_view special_numbers[] = {
    "min(NaN, 1)", "min(1, NaN)", "max(NaN, 1)", "max(1, NaN)", "clamp(NaN, 0, 1)",
    "0 * NaN",     "sqrt(-1)",    "1 / 0",       "normalize(0)"};

std::string told(std::string_view before, std::string_view after, std::string_view effect) {
  return fmt::format("before: {}; now: {} - {}", before, after, effect);
}

std::string_view deed_of(const CardLine& line, const std::string& value) {
  for (const Saying* saying : {&line.one, &line.other})
    if (saying->value == value) return saying->words;
  return line.otherwise;
}

/// "1.3 ulp" and "0.00016" begin with a number; "infinite" and "NaN" do not.
std::optional<double> number_in(const std::string& value) {
  double number = 0;
  const auto read = std::from_chars(value.data(), value.data() + value.size(), number);
  if (read.ec != std::errc() || !std::isfinite(number) || number < 0) return {};
  return number;
}

/// Ratio of the errors.
std::string error_words(const std::string& before, const std::string& after) {
  if (before == "NaN" || after == "NaN")
    return fmt::format("{} NaN instead of a number", after == "NaN" ? "now" : "no longer");
  const auto was = number_in(before), is = number_in(after);
  if (!was || !is || *was == *is) return "";
  if (*was == 0) return "no longer exact";
  if (*is == 0) return "exact now";
  if (*is > *was) return fmt::format("the largest error is {:.3g} times the earlier one", *is / *was);
  return fmt::format("the largest error is the earlier one divided by {:.3g}", *was / *is);
}

std::string limit_words(const std::string& name, const std::string& before, const std::string& after) {
  const auto was = number_in(before), is = number_in(after);
  if (!was || !is || *was == *is) return "";
  // For OpenGL, OpenCL or CUDA, or for Vulkan or WebGPU.
  if (name.find("ALIGN") != std::string::npos || name.find("Alignment") != std::string::npos)
    return *is < *was ? "finer alignment: offsets that were refused are allowed now"
                      : "coarser alignment: offsets that were allowed are refused now";
  return *is > *was ? "tests that need this much run now"
                    : "tests that need more than that are now not supported";
}

std::string card_words(const std::string& key, const std::string& before, const std::string& after) {
  if (before.empty() || after.empty())
    return fmt::format("only {} has this line: the other was not run, or lacks the property",
                       before.empty() ? "the new capability report" : "the old capability report");
  for (const CardLine& line : card_lines)
    if (line.key == key) return told(deed_of(line, before), deed_of(line, after), line.effect);
  if (std::ranges::find(sums_of_products, key) != std::end(sums_of_products))
    return told(fmt::format("adds products as {}", before), fmt::format("adds them as {}", after), last_bits);
  if (std::ranges::find(special_numbers, key) != std::end(special_numbers))
    return told(fmt::format("gives {}", before), fmt::format("gives {}", after),
                "vertices that use such numbers change; no bound covers them");
  return error_words(before, after);
}

std::string rest_of(const std::string& key, std::string_view beginning) {
  return key.starts_with(beginning) ? key.substr(beginning.size()) : "";
}

}  // namespace

std::string meaning(const DeviceChange& change) {
  if (const std::string line = rest_of(change.key, "card."); !line.empty())
    return card_words(line, change.before, change.after);
  if (const std::string limit = rest_of(change.key, "limit."); !limit.empty())
    return limit_words(limit, change.before, change.after);
  return "";
}

}  // namespace bindpose::conformance
