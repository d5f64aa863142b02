// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Every fuzzer compiles, and reads its own first inputs.
#include "reference/testing/fuzz.h"

#include <set>

#include <gtest/gtest.h>

namespace bindpose::fuzz {
namespace fuzz_test {

TEST(FuzzTest, every_fuzzer_is_here_once) {
  std::set<std::string_view> formats;
  for (const Fuzzer& fuzzer : fuzzers())
    EXPECT_TRUE(formats.insert(fuzzer.format).second) << fuzzer.format;
  EXPECT_EQ(formats.size(), BINDPOSE_FUZZERS);
}

TEST(FuzzTest, every_fuzzer_reads_its_seeds_and_parts_of_them) {
  for (const Fuzzer& fuzzer : fuzzers()) {
    SCOPED_TRACE(fuzzer.format);
    const std::vector<std::string> seeds = fuzzer.seeds();
    ASSERT_FALSE(seeds.empty());
    for (const std::string& seed : seeds)
      for (const std::size_t size : {seed.size(), seed.size() / 2, std::size_t{0}}) {
        const std::vector<char> exact(seed.begin(), seed.begin() + static_cast<std::ptrdiff_t>(size));
        fuzzer.read({exact.data(), exact.size()});
      }
  }
}

TEST(FuzzDeathTest, what_does_not_hold_ends_the_program) {
  EXPECT_DEATH(require(false, "it is wrong"), "fuzzer: it is wrong");
  EXPECT_DEATH(require_told({"no code", "", "words"}), "no word in capitals");
}

}  // namespace fuzz_test
}  // namespace bindpose::fuzz
