// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: an input and its output buffers in the form of the C header.
// Inputs are in read-only pages. Every output is between guard words, with an unmapped page after it, and is
// filled with a signalling NaN. This detects untouched values, values computed from the NaN, and writes outside.
#pragma once

#include <memory>
#include <optional>

#include <nlohmann/json.hpp>

#include "conformance/include/bindpose/subject.h"
#include "reference/model/error.h"

namespace bindpose::conformance {

class QuestionArena {
 public:
  /// Reads a run message. Errors: those of reading the input, REQUEST (not a message of the judge).
  static Expected<std::unique_ptr<QuestionArena>> make(const nlohmann::ordered_json& request);
  virtual ~QuestionArena() = default;

  virtual const bindpose_question& question() = 0;
  virtual bindpose_answer& answer() = 0;  ///< starts the time measurement
  /// Call after run(): returns the seconds since answer(), and the library's message.
  virtual double seconds() const = 0;
  virtual std::string message() const = 0;
  /// The library's misuse of the buffers, if any.
  virtual std::optional<std::string> misuse() = 0;
  /// Writes outputs and filled stages as safetensors.
  virtual Expected<void> write(const std::string& path) = 0;
};

}  // namespace bindpose::conformance
