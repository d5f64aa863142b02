// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Inputs are messages from the judge to the supervisor, and the supervisor's reply.
#include "conformance/subjects/sandbox/confinement.h"
#include "reference/testing/fuzz.h"

namespace bindpose::fuzz::confinement_fuzzer {

using namespace conformance;

std::vector<std::string> seeds() {
  const Confinement all{.command = {"python3", "a \xFF.py"},
                        .directory = "/home/\xC3\xA9",
                        .environment = {{"PATH", "/bin"}, {"TMP", "\x80"}},
                        .memory = 512,
                        .processes = 64,
                        .disk = 100,
                        .written = {"/tmp/out", "/tmp/\xFE"},
                        .scratch = "/tmp/in",
                        .group = "/sys/fs/cgroup/memory/\xC3",
                        .filtered = true,
                        .pipes_moved = true,
                        .user = 65534,
                        .files_restricted = true,
                        .seen = {"/usr", "/home/a.py"},
                        .listed = {"/home"}};
  Confinement small;
  small.command = {"true"};
  return {to_text(all), to_text(small), to_text(Ending{"exit", 3, "no module"}),
          to_text(Ending{"signal", 9, "\xFF"})};
}

void read(std::string_view input) {
  if (const auto told = confinement_from(input)) {
    require(!told->command.empty(), "nothing to start");
    const std::string text = to_text(*told);
    const auto again = confinement_from(text);
    require(again == told, "a confinement changes by writing and reading");
  }
  if (const auto told = ending_from(input)) {
    const auto again = ending_from(to_text(*told));
    require(again == told, "an ending changes by writing and reading");
  }
}

BINDPOSE_FUZZER(confinement)

}  // namespace bindpose::fuzz::confinement_fuzzer
