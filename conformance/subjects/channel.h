// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: messages between the judge and a worker process - a JSON object and arrays, framed, over a socket.
#pragma once

#include <optional>

#include <nlohmann/json.hpp>

#include "reference/io/safetensors.h"
#include "reference/model/error.h"

namespace bindpose::conformance {

struct Message {
  nlohmann::json head;
  ArraySet arrays;
};

/// One end of a socket; owns the descriptor.
class Channel {
 public:
  explicit Channel(int descriptor) : descriptor_(descriptor) {}
  ~Channel();
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;

  /// storage: how real numbers travel - questions as float32, answers as float64. Errors CHANNEL_CLOSED, and
  /// those of to_safetensors().
  Expected<void> send(const Message& message, Storage storage);
  /// Waits at most `seconds`, for ever without. Errors CHANNEL_CLOSED, TIMEOUT, CHANNEL_GARBAGE.
  Expected<Message> receive(std::optional<double> seconds = std::nullopt);

 private:
  int descriptor_;
};

}  // namespace bindpose::conformance
