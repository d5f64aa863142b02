// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Inputs are what the judge tells the warden, and what that tells afterwards.
#include "conformance/subjects/sandbox/confinement.h"
#include "reference/testing/fuzz.h"

namespace bindpose::fuzz {

using namespace conformance;

std::vector<std::string> seeds() {
  Confinement all{{"python3", "a \xFF.py"},
                  "/home/\xC3\xA9",
                  {{"PATH", "/bin"}, {"TMP", "\x80"}},
                  512,
                  64,
                  100,
                  "/tmp/out",
                  "/tmp/in",
                  true,
                  true};
  return {to_text(all), to_text(Confinement{.command = {"true"}}), to_text(Ending{"exit", 3, "no module"}),
          to_text(Ending{"signal", 9, "\xFF"})};
}

void read(std::string_view input) {
  if (const auto told = confinement_from(input)) {
    require(!told->command.empty(), "nothing to start");
    const std::string text = to_text(*told);
    const auto again = confinement_from(text);
    require(again && again->command == told->command && again->environment == told->environment &&
                again->directory == told->directory && again->writable == told->writable &&
                again->scratch == told->scratch && again->memory == told->memory &&
                again->processes == told->processes && again->disk == told->disk,
            "a confinement that is written and read again is another");
  }
  if (const auto told = ending_from(input)) {
    const auto again = ending_from(to_text(*told));
    require(again && again->reason == told->reason && again->code == told->code &&
                again->last_words == told->last_words,
            "an ending that is written and read again is another");
  }
}

}  // namespace bindpose::fuzz
