// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cli/cache_options.h"

#include "conformance/cli/commands.h"
#include "reference/model/try.h"

namespace bindpose::conformance {

void add_cache_options(CLI::App& app, CacheOptions& options) {
  app.option_defaults()->group("Verdicts that are kept (conformance/cache)");
  app.add_option("--cache", options.folder,
                 "Folder of verdicts: one that is there for the same question, subject, judge and machine is "
                 "taken, others "
                 "are kept there");
  app.add_option("--verify-cache", options.verify,
                 "Run so many of the reused tests again, chosen at random: one that differs is an error")
      ->check(CLI::Range(std::size_t{0}, std::size_t{100000000}));
  app.option_defaults()->group("Options");
}

Expected<std::unique_ptr<VerdictCache>> open_cache(const CacheOptions& options) {
  if (options.folder.empty() && options.verify > 0)
    return fail("ARGUMENT", "--verify-cache", "needs --cache, the folder of what is to be asked again");
  if (options.folder.empty()) return nullptr;
  return VerdictCache::open(options.folder,
                            [](const std::string& words) { say(stderr, "cache: {}\n", words); });
}

}  // namespace bindpose::conformance
