// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/testing/fuzz.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>

namespace bindpose::fuzz {
namespace {

constexpr std::size_t longest_words = 4096;  // bytes; names from files are cut much shorter

/// RFC 3629, enough to distinguish text from other bytes.
bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const auto first = static_cast<unsigned char>(text.front());
    const std::size_t more = first < 0x80 ? 0 : first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : 1;
    if ((first >= 0x80 && first < 0xC2) || first > 0xF4 || text.size() <= more) return false;
    for (const char c : text.substr(1, more))
      if ((static_cast<unsigned char>(c) & 0xC0) != 0x80) return false;
    text.remove_prefix(more + 1);
  }
  return true;
}

bool is_code(std::string_view code) {
  return !code.empty() &&
         code.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == std::string_view::npos;
}

/// Messages may be lists of several lines.
bool is_control(char c) {
  return (static_cast<unsigned char>(c) < 0x20 && c != '\n') || c == 0x7F;
}

std::vector<Fuzzer>& registered_fuzzers() {
  static std::vector<Fuzzer> all;
  return all;
}

void write_seeds(const std::string& folder) {
  const std::vector<std::string> texts = fuzzers().front().seeds();
  for (std::size_t i = 0; i < texts.size(); ++i)
    std::ofstream(folder + "/seed_" + std::to_string(i), std::ios::binary) << texts[i];
}

}  // namespace

const std::vector<Fuzzer>& fuzzers() {
  return registered_fuzzers();
}

RegisteredFuzzer::RegisteredFuzzer(const Fuzzer& fuzzer) {
  registered_fuzzers().push_back(fuzzer);
}

void require(bool holds, std::string_view what) {
  if (holds) return;
  std::fprintf(stderr, "fuzzer: %.*s\n", static_cast<int>(what.size()), what.data());
  std::abort();
}

void require_printable(const Error& error) {
  require(is_code(error.code), "the code is not a word in capitals: " + error.code);
  for (const std::string* words : {&error.where, &error.message}) {
    require(words->size() <= longest_words, error.code + " has too long a message");
    require(is_utf8(*words), error.code + " has a message that is not UTF-8");
    require(std::none_of(words->begin(), words->end(), is_control),
            error.code + " has a message with control characters");
  }
  require(!error.message.empty(), error.code + " has no message");
}

std::string text_of(const std::vector<std::byte>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace bindpose::fuzz

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  if (*argc == 3 && std::string_view((*argv)[1]) == "--write-seeds") {
    bindpose::fuzz::write_seeds((*argv)[2]);
    std::exit(0);
  }
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  bindpose::fuzz::fuzzers().front().read({reinterpret_cast<const char*>(data), size});
  return 0;
}
