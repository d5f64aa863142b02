// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/gate/deqp.h"

#include <algorithm>
#include <charconv>
#include <set>

#include <fmt/format.h>

#include "conformance/run/suite.h"
#include "reference/renamed.h"

namespace bindpose::conformance {
namespace {

/// Reads "{A{b,c},d}" and gathers the leaves.
class TrieReader {
 public:
  TrieReader(std::string_view text, const std::string& where) : text_(text), where_(where) {}

  Expected<std::vector<std::string>> read() {
    if (!children("")) return tl::unexpected(*error_);
    skip_blanks();
    if (at_ != text_.size()) {
      refuse("something stands behind the last '}'");
      return tl::unexpected(*error_);
    }
    return std::move(leaves_);
  }

 private:
  static constexpr std::size_t most_levels = 64;

  /// '{' node (',' node)* '}'
  bool children(const std::string& path) {
    if (++level_ > most_levels) return refuse("more levels than a case's name can have");
    if (!take('{')) return refuse("expected '{'");
    do {
      if (!node(path)) return false;
    } while (take(','));
    if (!take('}')) return refuse("expected ',' or '}'");
    --level_;
    return true;
  }
  bool node(const std::string& path) {
    skip_blanks();
    const std::size_t begin = at_;
    while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 ||
                                  text_[at_] == '-' || text_[at_] == '_' || text_[at_] == '.'))
      ++at_;
    if (at_ == begin) return refuse("expected a name");
    const std::string name = path + (path.empty() ? "" : ".") + std::string(text_.substr(begin, at_ - begin));
    skip_blanks();
    if (at_ < text_.size() && text_[at_] == '{') return children(name);
    leaves_.push_back(name);
    return true;
  }
  bool take(char c) {
    skip_blanks();
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  void skip_blanks() {
    while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos)
      ++at_;
  }
  bool refuse(const char* why) {
    if (!error_) error_ = Error{"CASELIST_SYNTAX", fmt::format("{}, byte {}", where_, at_), why};
    return false;
  }

  std::string_view text_;
  std::string where_;
  std::size_t at_ = 0;
  std::size_t level_ = 0;
  std::vector<std::string> leaves_;
  std::optional<Error> error_;
};

}  // namespace

std::string deqp_name(std::string record_name) {
  std::replace(record_name.begin(), record_name.end(), '/', '.');
  return record_name;
}

Expected<std::vector<std::string>> parse_case_trie(std::string_view text, const std::string& where) {
  return TrieReader(text, where).read();
}

Expected<std::vector<std::string>> parse_case_list(std::string_view text, const std::string& where) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first != std::string_view::npos && text[first] == '{') return parse_case_trie(text, where);
  std::vector<std::string> names;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ' || line.back() == '\t'))
      line.remove_suffix(1);
    constexpr std::string_view group = "GROUP: ", test = "TEST: ";
    if (line.empty() || line.front() == '#' || line.substr(0, group.size()) == group) continue;
    if (line.substr(0, test.size()) == test) line.remove_prefix(test.size());
    if (line.find_first_of(" \t{},'\"") != std::string_view::npos)
      return fail("CASELIST_SYNTAX", fmt::format("{}:{}", where, number),
                  fmt::format("'{}' is no dotted name of a case", line));
    names.emplace_back(line);
  }
  return names;
}

Expected<void> parse_case_fraction(std::string_view text, DeqpSelection& selection) {
  const char* end = text.data() + text.size();
  const auto [comma, first_error] = std::from_chars(text.data(), end, selection.fraction);
  const bool has_comma = first_error == std::errc() && comma != end && *comma == ',';
  const auto [rest, error] = std::from_chars(has_comma ? comma + 1 : end, end, selection.fractions);
  if (!has_comma || error != std::errc() || rest != end || selection.fraction >= selection.fractions)
    return fail("CASE_FRACTION", "--deqp-fraction",
                fmt::format("'{}' is no 'I,N' with I from 0 to N - 1", text));
  return {};
}

Expected<std::vector<std::size_t>> select_cases(const std::vector<std::string>& dotted,
                                                const DeqpSelection& selection,
                                                std::vector<std::string>& unknown) {
  std::map<std::string, std::size_t> index;
  for (std::size_t i = 0; i < dotted.size(); ++i)
    if (!index.emplace(dotted[i], i).second)
      return fail("CASE_DOUBLE", dotted[i], "two tests have this name");
  std::set<std::size_t> named;
  if (selection.names)
    for (const std::string& name : *selection.names) {
      const auto entry = index.find(current_name(name));
      if (entry == index.end())
        unknown.push_back(name);
      else
        named.insert(entry->second);
    }
  std::vector<std::size_t> chosen;
  std::size_t count = 0;
  for (std::size_t i = 0; i < dotted.size(); ++i) {
    const bool fits = selection.patterns.empty() || matches_any_name(dotted[i], selection.patterns);
    if (!fits || (selection.names && named.count(i) == 0)) continue;
    if (count++ % selection.fractions == selection.fraction) chosen.push_back(i);
  }
  return chosen;
}

}  // namespace bindpose::conformance
