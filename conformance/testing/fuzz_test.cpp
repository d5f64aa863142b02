// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Every fuzzer compiles, and processes its seed inputs and variations of them; a step of ci/all runs
// libFuzzer.
#include "reference/testing/fuzz.h"

#include <cstdint>
#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

/// A stand-in for libFuzzer's mutation of bytes: changes the last byte.
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t) {
  if (size > 0) data[size - 1] ^= 1;
  return size;
}
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed);

namespace bindpose::fuzz::fuzz_test {

TEST(FuzzTest, every_fuzzer_is_registered_once) {
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

std::string changed(const std::string& input, unsigned chance) {
  std::vector<std::uint8_t> bytes(input.begin(), input.end());
  bytes.resize(input.size() + 4096);
  bytes.resize(LLVMFuzzerCustomMutator(bytes.data(), input.size(), bytes.size(), chance));
  return {bytes.begin(), bytes.end()};
}

TEST(FuzzTest, every_fuzzer_reads_mutations_of_its_seeds) {
  for (const Fuzzer& fuzzer : fuzzers()) {
    SCOPED_TRACE(fuzzer.format);
    unsigned chance = 0;
    for (std::string input : fuzzer.seeds())
      for (int round = 0; round < 20; ++round) {
        input = changed(input, ++chance);
        const std::vector<char> exact(input.begin(), input.end());
        fuzzer.read({exact.data(), exact.size()});
      }
  }
}

TEST(FuzzTest, most_mutations_of_json_can_be_parsed_and_differ) {
  const std::string document = R"({"name": "hose", "values": [1, 2.5, {"weight": 0.25}]})";
  int parsed = 0, others = 0;
  for (unsigned chance = 1; chance <= 400; ++chance) {
    const std::string other = changed(document, chance);
    parsed += nlohmann::json::accept(other);
    others += other != document;
  }
  EXPECT_GT(parsed, 240);
  EXPECT_GT(others, 380);
}

TEST(FuzzDeathTest, a_violated_check_ends_the_program) {
  EXPECT_DEATH(require(false, "it is wrong"), "fuzzer: it is wrong");
  EXPECT_DEATH(require_printable({"no code", "", "words"}), "not a word in capitals");
}

}  // namespace bindpose::fuzz::fuzz_test
