// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/channel.h"

#include <algorithm>

#include "reference/io/foreign_json.h"
#include "reference/model/try.h"

namespace bindpose::conformance {
namespace {

constexpr std::uint64_t largest_message = std::uint64_t{1} << 32;  // bytes
constexpr std::uint64_t largest_step = std::uint64_t{1} << 20;  // bytes; memory grows with the received data

struct FrameHead {
  std::uint64_t json_bytes;
  std::uint64_t array_bytes;
};

Expected<void> receive_all(const Descriptor& from, void* data, std::size_t size, Deadline deadline) {
  auto* bytes = static_cast<char*>(data);
  while (size > 0) {
    BINDPOSE_TRY(const std::size_t got, receive_some(from, bytes, size, deadline));
    bytes += got;
    size -= got;
  }
  return {};
}

/// Receives this many bytes, as a string or a vector.
template <class Bytes>
Expected<Bytes> receive_bytes(const Descriptor& from, std::uint64_t size, Deadline deadline) {
  Bytes bytes;
  while (bytes.size() < size) {
    const std::size_t before = bytes.size();
    bytes.resize(before + std::min(size - before, largest_step));
    BINDPOSE_CHECK(receive_all(from, bytes.data() + before, bytes.size() - before, deadline));
  }
  return bytes;
}

}  // namespace

Expected<void> send(const Descriptor& socket, const Message& message, Storage storage, Deadline deadline) {
  const std::string json = message.head.dump();
  BINDPOSE_TRY(const auto arrays, to_safetensors(to_tensors(message.arrays, storage), {}));
  const FrameHead head{json.size(), arrays.size()};
  BINDPOSE_CHECK(send_all(socket, &head, sizeof head, deadline));
  BINDPOSE_CHECK(send_all(socket, json.data(), json.size(), deadline));
  return send_all(socket, arrays.data(), arrays.size(), deadline);
}

Expected<Message> receive(const Descriptor& socket, Deadline deadline) {
  FrameHead head{};
  BINDPOSE_CHECK(receive_all(socket, &head, sizeof head, deadline));
  if (head.json_bytes > largest_message || head.array_bytes > largest_message)
    return fail("CHANNEL_GARBAGE", "", "a message of an impossible size");
  BINDPOSE_TRY(const auto json, receive_bytes<std::string>(socket, head.json_bytes, deadline));
  BINDPOSE_TRY(const auto bytes, receive_bytes<std::vector<std::byte>>(socket, head.array_bytes, deadline));
  Message message{foreign_json(json), {}};
  if (!message.head.is_object()) return fail("CHANNEL_GARBAGE", "", "a message that is not a JSON object");
  BINDPOSE_TRY(const auto arrays, from_safetensors(bytes));
  message.arrays = to_array_set(arrays);
  for (const Array& array : message.arrays)
    if (!is_tensor_name(array.name))
      return fail("CHANNEL_GARBAGE", "", "an unknown array: " + printable(array.name));
  return message;
}

}  // namespace bindpose::conformance
