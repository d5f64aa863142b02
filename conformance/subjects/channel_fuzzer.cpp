// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Inputs are messages of a worker process to the judge.
#include <array>

#include <sys/socket.h>

#include "conformance/subjects/channel.h"
#include "reference/testing/fuzz.h"

namespace bindpose::fuzz::channel_fuzzer {
namespace {

using namespace conformance;

/// The bytes of a message on a socket; small messages arrive at once.
std::string sent(const Message& message) {
  const Ends ends = *make_sockets();
  require(send(ends.first, message, Storage::float64, after(1)).has_value(), "a message is not sent");
  std::array<char, 1 << 16> bytes;
  const auto size = receive_some(ends.second, bytes.data(), bytes.size(), after(1));
  return {bytes.data(), size.value_or(0)};
}

}  // namespace

std::vector<std::string> seeds() {
  Message answer{{{"ok", true}, {"seconds", 0.5}}, {}};
  answer.arrays.add("positions", {2, 3}, Array::Reals{1, 2, 3, 4, 5, 6});
  answer.arrays.add("joints", {2, 1}, Array::Integers{0, 7});
  return {sent({{{"ok", false}, {"message", "no device"}}, {}}), sent(answer)};
}

void read(std::string_view input) {
  Ends ends = *make_sockets();
  if (!send_all(ends.first, input.data(), input.size(), after(1))) return;
  ends.first.close();
  while (true) {
    const auto message = receive(ends.second, after(1));
    if (!message) return require_printable(message.error());
    const auto again = sent(*message);
    require(!again.empty(), "a message that was read cannot be written");
  }
}

BINDPOSE_FUZZER(channel)

}  // namespace bindpose::fuzz::channel_fuzzer
