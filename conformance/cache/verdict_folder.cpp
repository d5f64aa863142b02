// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cache/verdict_folder.h"

#include <algorithm>
#include <system_error>

#include "conformance/cache/sealed_file.h"
#include "conformance/judge/verdict_json.h"
#include "reference/io/foreign_json.h"
#include "reference/model/try.h"

namespace bindpose::conformance {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

constexpr const char* format_name = "bindpose-verdict-1";
constexpr std::size_t folder_digits = 2;  // of a name: so many entries in one folder would be too many

}  // namespace

bool can_be_kept(const Verdict& verdict) {
  constexpr Outcome kept[] = {Outcome::pass, Outcome::fail, Outcome::invalid_output, Outcome::not_supported};
  return std::ranges::count(kept, verdict.outcome) > 0;
}

Expected<VerdictFolder> VerdictFolder::open(const fs::path& folder) {
  const fs::path tried = folder / "trial";
  BINDPOSE_CHECK(write_sealed(tried, "trial"));
  std::error_code ignored;
  fs::remove(tried, ignored);
  return VerdictFolder(folder);
}

fs::path VerdictFolder::file_of(const std::string& name) const {
  return folder_ / name.substr(0, folder_digits) / (name + ".json");
}

std::optional<Verdict> VerdictFolder::find(const std::string& name) const {
  const auto text = read_sealed(file_of(name));
  if (!text) return std::nullopt;
  const auto entry = foreign_json<ordered_json>(*text);
  if (!has_format(entry, format_name) || entry.value("name", ordered_json()) != name ||
      !entry.value("verdict", ordered_json()).is_object())
    return std::nullopt;
  auto verdict = verdict_from_json(entry["verdict"]);
  return verdict && can_be_kept(*verdict) ? std::optional(std::move(*verdict)) : std::nullopt;
}

Expected<void> VerdictFolder::put(const std::string& name, const Verdict& verdict) const {
  return write_sealed(file_of(name),
                      json_text({{"format", format_name}, {"name", name}, {"verdict", json_of(verdict)}}));
}

void VerdictFolder::remove(const std::string& name) const {
  std::error_code ignored;
  fs::remove(file_of(name), ignored);
}

}  // namespace bindpose::conformance
