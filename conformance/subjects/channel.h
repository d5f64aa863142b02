// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: messages between the judge and a worker process: a JSON object and arrays, framed, over a socket. Foreign
// code uses protocol 1 instead (protocol.h), which negotiates versions and passes numbers in files. A worker is
// the same build of this program. It is a separate process only because a GL driver may crash or hang. Messages
// have the judge's own types with variants, undefined rows and error codes, which protocol 1 lacks.
#pragma once

#include <nlohmann/json.hpp>

#include "reference/io/process.h"
#include "reference/io/safetensors.h"

namespace bindpose::conformance {

struct Message {
  nlohmann::json head;
  ArraySet arrays;
};

/// storage: type of real numbers in the message: float32 for inputs, float64 for outputs. Errors CHANNEL_CLOSED,
/// TIMEOUT, and those of to_safetensors().
Expected<void> send(const Descriptor& socket, const Message& message, Storage storage, Deadline deadline);
/// Errors CHANNEL_CLOSED, TIMEOUT, CHANNEL_GARBAGE.
Expected<Message> receive(const Descriptor& socket, Deadline deadline);

}  // namespace bindpose::conformance
