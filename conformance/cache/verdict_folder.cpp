// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cache/verdict_folder.h"

#include <algorithm>

#include "conformance/cache/sealed_file.h"
#include "conformance/judge/verdict_json.h"
#include "reference/io/below.h"
#include "reference/io/new_file.h"
#include "reference/io/safetensors.h"
#include "reference/model/try.h"

namespace bindpose::conformance {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

constexpr const char* format_name = "bindpose-verdict-1";
constexpr std::size_t folder_digits = 2;  // digits of a name: all entries in one folder would be too many

}  // namespace

bool can_be_kept(const Verdict& verdict) {
  constexpr Outcome kept[] = {Outcome::pass, Outcome::fail, Outcome::invalid_output, Outcome::not_supported};
  return std::ranges::count(kept, verdict.outcome) > 0;
}

std::string entry_text(const std::string& name, const Verdict& verdict) {
  return json_text({{"format", format_name}, {"name", name}, {"verdict", json_of(verdict)}});
}

std::optional<Verdict> parse_entry(std::string_view text, const std::string& name) {
  const auto entry = foreign_json<ordered_json>(text);
  if (!has_format(entry, format_name) || entry.value("name", ordered_json()) != name ||
      !entry.value("verdict", ordered_json()).is_object())
    return std::nullopt;
  auto verdict = verdict_from_json(entry["verdict"]);
  return verdict && can_be_kept(*verdict) ? std::optional(std::move(*verdict)) : std::nullopt;
}

Expected<VerdictFolder> VerdictFolder::open(const fs::path& folder) {
  BINDPOSE_CHECK(make_folder(folder));
  NewFile trial(folder, "trial");  // is never finished, so no file gets this name
  trial.add("trial");
  if (const auto tried = trial.result(); !tried)
    return fail("FILE_WRITE", folder.string(),
                tried.error().message + "; bindpose cannot cache verdicts here: choose another folder");
  return VerdictFolder(folder);
}

fs::path VerdictFolder::file_of(const std::string& name) {
  return fs::path(name.substr(0, folder_digits)) / (name + ".json");
}

std::optional<Verdict> VerdictFolder::find(const std::string& name) const {
  const auto text = read_sealed(folder_, file_of(name));
  return text ? parse_entry(*text, name) : std::nullopt;
}

Expected<void> VerdictFolder::put(const std::string& name, const Verdict& verdict) const {
  return write_sealed(folder_, file_of(name), entry_text(name, verdict));
}

void VerdictFolder::remove(const std::string& name) const {
  static_cast<void>(remove_below(folder_, file_of(name)));
}

}  // namespace bindpose::conformance
