// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: converts the messages of README.md and protocol.schema.json to and from the judge's own types.
#pragma once

#include <nlohmann/json.hpp>

#include "conformance/subjects/declared.h"

namespace bindpose::conformance {

inline constexpr int protocol_version = 1;

struct Hello : Declared {
  SubjectInfo info;  ///< name, version, language, homepage, if given
};

/// Errors: PROTOCOL (a missing or wrong field; the place is its JSON pointer), SUBJECT_START (the subject's own
/// text).
Expected<Hello> read_hello(const nlohmann::json& message);

/// The requested arrays of an input, and the optional stages of an output.
struct Wanted {
  std::vector<ArrayShape> answers, stages;
};
/// The arrays that the input lists; without a list, all arrays of the reference.
Expected<Wanted> wanted(const Question& question);

/// Paths of the subject's input and output.
struct Paths {
  std::string input, output, asset;
};
nlohmann::ordered_json start_message();
nlohmann::ordered_json run_message(const Question& question, const Wanted& wanted, std::uint64_t seq,
                                   const Paths& paths);

/// The reply to run: seconds of computing, if given. Errors: PROTOCOL (not a reply to this message),
/// INVALID_OUTPUT, ANSWER_REFUSED (ok is false: the subject's own text).
Expected<double> read_reply(const nlohmann::json& message, std::uint64_t seq);

/// The bytes of the input file.
Expected<std::vector<std::byte>> question_file(const Question& question);
/// Reads an output file; real numbers are F32 or F64. Errors: INVALID_OUTPUT.
Expected<ArraySet> read_answer_file(std::span<const std::byte> bytes);
/// The limit on the size of an output, far more than any output for this input needs.
std::size_t largest_answer(const Wanted& wanted);

}  // namespace bindpose::conformance
