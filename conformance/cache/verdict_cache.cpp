// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cache/verdict_cache.h"

#include <fmt/format.h>

namespace bindpose::conformance {
namespace {

constexpr auto long_ago = std::chrono::seconds(20);

}  // namespace

VerdictCache::VerdictCache(VerdictFolder folder, Say say) : folder_(std::move(folder)), say_(std::move(say)) {
  const auto show = [this](std::size_t done, std::size_t all) {
    if (done == 0) say_("reading the system's files; this is repeated only if they change");
    line_.show(done, all, "files of the system");
    if (done == all) line_.clear();
  };
  const auto not_kept = [this](const Error& error) {
    line_.clear();
    say_(fmt::format(
        "warning: the next run reads the system's files again, because their hash cannot be stored: {}",
        to_string(error)));
  };
  system_ = std::make_shared<SystemContent>(SystemContent::system_files(),
                                            SystemContent::notes_of_this_user(), Reading{show, not_kept});
}

Expected<std::unique_ptr<VerdictCache>> VerdictCache::open(const std::filesystem::path& folder, Say say) {
  BINDPOSE_TRY(auto verdicts, VerdictFolder::open(folder));
  return std::unique_ptr<VerdictCache>(new VerdictCache(std::move(verdicts), std::move(say)));
}

void VerdictCache::say_once(const std::string& words) {
  if (said_.insert(words).second) say_(words);
}

std::shared_ptr<CachedVerdicts> VerdictCache::of(const SubjectSpec& spec, const Sandbox& sandbox,
                                                 const SubjectInfo& info) {
  const auto look = [surroundings = system_, spec, sandbox, info] {
    return surroundings->content_of(spec, sandbox, info);
  };
  SubjectContent content = look();
  const std::lock_guard lock(mutex_);
  if (content.name.empty()) {
    say_once(fmt::format("verdicts on a subject '{}:' are not cached: {}", spec.kind, content.unknown));
    return nullptr;
  }
  auto kept = std::make_shared<CachedVerdicts>(folder_, std::move(content), look);
  subjects_.push_back({conformance::name_of(spec), kept});
  return kept;
}

void VerdictCache::settle() {
  const std::lock_guard lock(mutex_);
  system_->look_again();
  for (const Judged& subject : subjects_)
    if (const auto settled = subject.kept->settle(); !settled)
      say_once(fmt::format("{}: {}", subject.name, to_string(settled.error())));
  // Entries with one owner are complete.
  std::erase_if(subjects_, [](const Judged& subject) { return subject.kept.use_count() == 1; });
  settled_ = std::chrono::steady_clock::now();
}

void VerdictCache::settle_now_and_then() {
  {
    const std::lock_guard lock(mutex_);
    if (std::chrono::steady_clock::now() - settled_ < long_ago) return;
  }
  settle();
}

}  // namespace bindpose::conformance
