// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/channel.h"

#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstring>

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "reference/model/try.h"

namespace bindpose::conformance {
namespace {

constexpr std::uint64_t largest_message = std::uint64_t{1} << 32;  // bytes

struct FrameHead {
  std::uint64_t json_bytes;
  std::uint64_t array_bytes;
};

using Clock = std::chrono::steady_clock;

Expected<void> write_all(int descriptor, const void* data, std::size_t size) {
  const auto* bytes = static_cast<const char*>(data);
  while (size > 0) {
    const ssize_t written = ::send(descriptor, bytes, size, MSG_NOSIGNAL);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return fail("CHANNEL_CLOSED", "", "the other process does not read any more");
    bytes += written;
    size -= static_cast<std::size_t>(written);
  }
  return {};
}

Expected<void> read_all(int descriptor, void* data, std::size_t size,
                        std::optional<Clock::time_point> deadline) {
  auto* bytes = static_cast<char*>(data);
  while (size > 0) {
    int wait = -1;
    if (deadline) {
      const auto left =
          std::chrono::duration_cast<std::chrono::milliseconds>(*deadline - Clock::now()).count();
      if (left <= 0) return fail("TIMEOUT", "", "no answer in time");
      wait = static_cast<int>(left) + 1;
    }
    pollfd waiting{descriptor, POLLIN, 0};
    const int ready = ::poll(&waiting, 1, wait);
    if (ready < 0 && errno == EINTR) continue;
    if (ready == 0) continue;  // the deadline is looked at above
    const ssize_t got = ::recv(descriptor, bytes, size, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return fail("CHANNEL_CLOSED", "", "the other process is gone");
    bytes += got;
    size -= static_cast<std::size_t>(got);
  }
  return {};
}

}  // namespace

Channel::~Channel() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Expected<void> Channel::send(const Message& message, Storage storage) {
  const std::string json = message.head.dump();
  BINDPOSE_TRY(const auto arrays, to_safetensors(to_tensors(message.arrays, storage), {}));
  const FrameHead head{json.size(), arrays.size()};
  BINDPOSE_CHECK(write_all(descriptor_, &head, sizeof head));
  BINDPOSE_CHECK(write_all(descriptor_, json.data(), json.size()));
  return write_all(descriptor_, arrays.data(), arrays.size());
}

Expected<Message> Channel::receive(std::optional<double> seconds) {
  std::optional<Clock::time_point> deadline;
  if (seconds) deadline = Clock::now() + std::chrono::milliseconds(static_cast<long>(*seconds * 1000));
  FrameHead head{};
  BINDPOSE_CHECK(read_all(descriptor_, &head, sizeof head, deadline));
  if (head.json_bytes > largest_message || head.array_bytes > largest_message)
    return fail("CHANNEL_GARBAGE", "", "a message of impossible size");
  std::string json(head.json_bytes, '\0');
  BINDPOSE_CHECK(read_all(descriptor_, json.data(), json.size(), deadline));
  std::vector<std::byte> bytes(head.array_bytes);
  BINDPOSE_CHECK(read_all(descriptor_, bytes.data(), bytes.size(), deadline));
  Message message{nlohmann::json::parse(json, nullptr, false), {}};
  if (!message.head.is_object()) return fail("CHANNEL_GARBAGE", "", "a message that is not a JSON object");
  BINDPOSE_TRY(const auto arrays, from_safetensors(bytes));
  message.arrays = to_array_set(arrays);
  return message;
}

}  // namespace bindpose::conformance
