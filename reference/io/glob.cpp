// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/io/glob.h"

#include <cctype>
#include <utility>

namespace bindpose {
namespace {

using Bytes = std::bitset<256>;

constexpr std::size_t nowhere = std::string_view::npos;

/// Adds the bytes of a character class, "alpha" in "[:alpha:]". Returns false for an unknown class.
bool add_class(std::string_view name, Bytes& bytes) {
  using IsOf = int (*)(int);
  static constexpr std::pair<std::string_view, IsOf> classes[] = {
      {"alnum", std::isalnum}, {"alpha", std::isalpha}, {"blank", std::isblank}, {"cntrl", std::iscntrl},
      {"digit", std::isdigit}, {"graph", std::isgraph}, {"lower", std::islower}, {"print", std::isprint},
      {"punct", std::ispunct}, {"space", std::isspace}, {"upper", std::isupper}, {"xdigit", std::isxdigit}};
  for (const auto& [known, is_of] : classes) {
    if (known != name) continue;
    for (int c = 0; c < 256; ++c)
      if (is_of(c) != 0) bytes.set(static_cast<std::size_t>(c));
    return true;
  }
  return false;
}

/// Adds the bytes of "[:name:]" at `at` and returns the position after it; returns `at` if no class starts
/// there.
std::size_t behind_class(std::string_view glob, std::size_t at, Bytes& bytes) {
  if (glob.substr(at, 2) != "[:") return at;
  const std::size_t end = glob.find(":]", at + 2);
  return end != nowhere && add_class(glob.substr(at + 2, end - at - 2), bytes) ? end + 2 : at;
}

}  // namespace

Glob::Glob(std::string_view glob) {
  bool are_sets_closed = true;
  for (std::size_t at = 0; at < glob.size();) {
    const char c = glob[at];
    if (c == '*') {
      if (steps_.empty() || steps_.back().kind != Step::Kind::star) steps_.push_back({Step::Kind::star});
      ++at;
      continue;
    }
    ++least_;
    if (const std::size_t end = c == '[' && are_sets_closed ? add_set(glob, at) : at; end != at) {
      at = end;
      continue;
    }
    are_sets_closed = are_sets_closed && c != '[';  // no later bracket is closed either
    steps_.push_back({c == '?' ? Step::Kind::any : Step::Kind::letter, c});
    ++at;
  }
}

/// The position after the set that opens at `at`; returns `at` if the set is not closed, so that its bracket is a
/// literal.
std::size_t Glob::add_set(std::string_view glob, std::size_t at) {
  Bytes bytes;
  std::size_t i = at + 1;
  const bool all_others = i < glob.size() && (glob[i] == '!' || glob[i] == '^');
  if (all_others) ++i;
  for (const std::size_t first = i; i < glob.size() && (glob[i] != ']' || i == first);) {
    if (const std::size_t end = behind_class(glob, i, bytes); end != i) {
      i = end;
      continue;
    }
    const bool is_range = i + 2 < glob.size() && glob[i + 1] == '-' && glob[i + 2] != ']';
    const auto low = static_cast<unsigned char>(glob[i]);
    const auto high = static_cast<unsigned char>(glob[is_range ? i + 2 : i]);
    for (std::size_t c = low; c <= high; ++c)
      bytes.set(c);
    i += is_range ? 3 : 1;
  }
  if (i >= glob.size()) return at;
  steps_.push_back({Step::Kind::set, '[', static_cast<std::uint32_t>(sets_.size())});
  sets_.push_back(all_others ? ~bytes : bytes);
  return i + 1;
}

bool Glob::fits(const Step& step, char c) const {
  if (step.kind == Step::Kind::letter) return step.letter == c;
  return step.kind == Step::Kind::any || sets_[step.index].test(static_cast<unsigned char>(c));
}

bool Glob::matches(std::string_view text) const {
  if (text.size() < least_) return false;
  std::size_t step = 0, at = 0, star = nowhere, from = 0;
  while (at < text.size()) {
    if (step < steps_.size() && steps_[step].kind == Step::Kind::star) {
      star = step++;
      from = at;
    } else if (step < steps_.size() && fits(steps_[step], text[at])) {
      ++step;
      ++at;
    } else if (star != nowhere) {
      step = star + 1;
      at = ++from;  // the last star matches one byte more
    } else {
      return false;
    }
  }
  return step == steps_.size() || (step + 1 == steps_.size() && steps_[step].kind == Step::Kind::star);
}

}  // namespace bindpose
