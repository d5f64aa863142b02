// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cache/cached_verdicts.h"

#include <fmt/format.h>

#include "conformance/cache/sha256.h"
#include "conformance/judge/verdict_json.h"

namespace bindpose::conformance {
namespace {

constexpr const char* version = "bindpose-verdict-1";

void add_array(Sha256& all, const Array& array) {
  const auto bytes_of = [](const auto& numbers) {
    return std::string_view(reinterpret_cast<const char*>(numbers.data()),
                            numbers.size() * sizeof(numbers[0]));
  };
  all.add(array.name).add(bindpose::to_string(array.shape)).add(array.is_real() ? "real" : "integer");
  all.add(array.is_real() ? bytes_of(array.reals()) : bytes_of(array.integers()));
  all.add(bytes_of(array.uncertainty));
}

/// The content of a file, and of its folder if it can name other files. Read once per run, as the judge reads
/// it.
std::string asset_content(const std::string& file) {
  static std::mutex mutex;
  static std::map<std::string, std::string> known;
  const std::lock_guard lock(mutex);
  std::string& name = known[file];
  if (name.empty()) name = content_name(file) + content_name(std::filesystem::absolute(file).parent_path());
  return name;
}

void add_asset(Sha256& all, const AssetMoment& moment) {
  all.add(asset_content(moment.file));
  all.add(moment.clip ? fmt::format("{}", *moment.clip) : "").add(fmt::format("{}", moment.seconds));
  for (const AssetPart& part : moment.parts)
    all.add(fmt::format("{} {} {} {}", part.node, part.mesh, part.primitive, part.vertices));
}

/// A verdict without its times and its origin.
nlohmann::ordered_json what_it_says(Verdict verdict) {
  verdict.subject_seconds = verdict.judge_seconds = 0;
  verdict.is_cached.reset();
  return json_of(verdict);
}

std::string words_of(const Verdict& verdict) {
  return fmt::format("{}{}{}", to_string(verdict.outcome), verdict.detail.empty() ? "" : ": ",
                     verdict.detail);
}

}  // namespace

std::string question_content(const Question& question) {
  Sha256 all;
  all.add(question.name).add(question.algorithm->path());
  all.add(fmt::format("{}", static_cast<int>(question.level))).add(question.options);
  all.add(question.arrays.size());
  for (const Array& array : question.arrays)
    add_array(all, array);
  if (question.asset != nullptr) add_asset(all, *question.asset);
  return all.name();
}

std::string question_name(const QuestionAsked& asked) {
  Sha256 all;
  all.add(asked.judge).add(asked.question).add(asked.relation);
  all.add(asked.variant).add(asked.policies).add(asked.left_out.size());
  for (const std::string& array : asked.left_out)
    all.add(array);
  return all.add(to_string(asked.classes)).name();
}

bool is_same(const Verdict& one, const Verdict& other) {
  return what_it_says(one) == what_it_says(other);
}

std::string CachedVerdicts::name_of(const std::string& question) const {
  return Sha256().add(version).add(content_.name).add(question).name();
}

std::optional<Verdict> CachedVerdicts::find(const std::string& question) const {
  auto found = folder_.find(name_of(question));
  if (found) found->is_cached = true;
  return found;
}

void CachedVerdicts::keep(const std::string& question, const Verdict& verdict) {
  if (!can_be_kept(verdict)) return;
  const std::lock_guard lock(mutex_);
  new_.insert_or_assign(name_of(question), verdict);
}

Expected<void> CachedVerdicts::verify(const std::string& question, const Verdict& found,
                                      const Verdict& now) const {
  if (is_same(found, now)) return {};
  const std::string name = name_of(question);
  folder_.remove(name);
  return fail("CACHE_DIFFERS", (folder_.folder() / folder_.file_of(name)).string(),
              fmt::format("the cached verdict is '{}', a new run gives '{}'; the entry is removed",
                          words_of(found), words_of(now)));
}

Expected<void> CachedVerdicts::settle() {
  const std::lock_guard lock(mutex_);
  const auto kept = std::exchange(new_, {});
  if (kept.empty()) return {};
  if (look_again_().name != content_.name)
    return fail("CACHE_CHANGED", "", "its files changed while it was judged: its verdicts are not cached");
  for (const auto& [name, verdict] : kept)
    BINDPOSE_CHECK(folder_.put(name, verdict));
  return {};
}

}  // namespace bindpose::conformance
