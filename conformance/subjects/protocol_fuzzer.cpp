// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// Inputs are lines from a subject: its replies to start and to an input.

#include "conformance/cases/cases.h"
#include "conformance/subjects/protocol.h"
#include "reference/io/foreign_json.h"
#include "reference/testing/fuzz.h"

namespace bindpose::fuzz::protocol_fuzzer {
namespace {

using namespace conformance;
using nlohmann::json;

constexpr std::uint64_t asked = 7;

/// An input with a policy that a subject may not know.
const Question& question() {
  static const Question made = [] {
    for (const Case& c : built_in_cases())
      if (c.algorithm->id == "lbs" && !c.options.empty())
        return Question{c.algorithm, c.level, c.options, *c.question()};
    std::abort();
  }();
  return made;
}

void check_hello(const Hello& hello) {
  require(hello.info.contains("name"), "a subject without a name");
  for (const Capability& each : hello.capabilities) {
    require(each.algorithm != nullptr && !each.levels.empty(), "a capability without an algorithm");
    require(find_capability(hello, *each.algorithm, each.levels.front()) != nullptr, "a capability is lost");
  }
  for (const auto& [what, most] : hello.limits)
    require(most > 0, "no input is within a limit of " + what);
  if (const auto within = is_within(hello, question()); !within) require_printable(within.error());
  if (const Capability* able = find_capability(hello, *question().algorithm, question().level))
    for (const Options& policies : policies_to_ask(built_in_cases().front(), able->terms))
      require(!to_string(policies).empty() || policies.empty(), "a policy without a name");
}

}  // namespace

std::vector<std::string> seeds() {
  const json hello = {
      {"protocol", protocol_version},
      {"implementation", {{"name", "mine"}, {"version", "2"}, {"language", "C"}, {"homepage", "x.org"}}},
      {"capabilities",
       {{{"algorithm", "lbs"},
         {"levels", {"palette", "pose", "asset"}},
         {"options",
          {{"normal_rule", {"direction", "inverse-transpose"}},
           {"class", {"half-palette"}},
           {"without", {"tangents", "cubic-splines"}}}}},
        {{"algorithm", "pose/fk_matrix"}, {"levels", {"pose"}}},
        {{"algorithm", "from-the-future"}, {"levels", {"pose"}}}}},
      {"limits", {{"vertices", 100}, {"joints", 2}, {"influences", 4}}}};
  const json refusal = {{"ok", false}, {"message", "no device"}};
  const json right = {{"seq", asked}, {"ok", true}, {"seconds", 0.25}};
  const json wrong = {
      {"seq", asked}, {"ok", false}, {"code", "INVALID_OUTPUT"}, {"message", "too many joints"}};
  return {hello.dump(), refusal.dump(), right.dump(), wrong.dump()};
}

void read(std::string_view input) {
  require(printable(input).size() <= 6 * 200 + 3, "a text of more than one line in a report");
  const json message = foreign_json(input);
  if (const auto hello = read_hello(message))
    check_hello(*hello);
  else
    require_printable(hello.error());
  const auto seconds = read_reply(message, asked);
  if (!seconds) return require_printable(seconds.error());
  require(std::isfinite(*seconds) && *seconds >= 0, "an impossible time");
}

BINDPOSE_FUZZER(protocol)

}  // namespace bindpose::fuzz::protocol_fuzzer
