// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/include/bindpose/call.h"

#include <cstddef>
#include <exception>
#include <memory>
#include <new>
#include <span>
#include <stdexcept>
#include <string>

#include "conformance/call/calls.h"
#include "conformance/call/result.h"
#include "reference/model/try.h"

namespace {

using bindpose::Expected;
using bindpose::conformance::OwnedResult;

// Returned if a result cannot be allocated.
constexpr bindpose_error no_memory = {"OUT_OF_MEMORY", "", "the call needs more memory than is available"};
bindpose_result without_memory = {&no_memory, 0, nullptr, 0, nullptr, nullptr, 0, nullptr, nullptr};

bindpose_result* failed(const bindpose::Error& error) {
  auto result = std::make_unique<OwnedResult>();
  result->set_error(error);
  return result.release();
}

bindpose_result* unexpected(const std::exception& thrown) noexcept {
  try {
    return failed({"INTERNAL_ERROR", "", thrown.what()});
  } catch (...) {
    return &without_memory;
  }
}

/// Calls `fill` and returns its result or its error. No exception leaves the library.
template <class Fill>
bindpose_result* result_of(Fill fill) noexcept {
  try {
    auto result = std::make_unique<OwnedResult>();
    const Expected<void> filled = fill(*result);
    return filled ? result.release() : failed(filled.error());
  } catch (const std::bad_alloc&) {
    return &without_memory;
  } catch (const std::length_error&) {  // a container that exceeds the memory
    return &without_memory;
  } catch (const std::exception& thrown) {
    return unexpected(thrown);
  }
}

}  // namespace

namespace calls = bindpose::conformance;

const char* bindpose_version() {
  return BINDPOSE_VERSION;
}

bindpose_result* bindpose_evaluate(const bindpose_inputs* inputs) {
  return result_of([&](OwnedResult& result) { return calls::evaluate(inputs, result); });
}

bindpose_result* bindpose_judge(const bindpose_inputs* inputs, const bindpose_tensor* outputs,
                                size_t output_count, const char* const* accept) {
  return result_of(
      [&](OwnedResult& result) { return calls::judge(inputs, outputs, output_count, accept, result); });
}

bindpose_result* bindpose_pose(const void* file, size_t file_size, const char* folder, const char* clip,
                               double seconds, const char* method) {
  const std::span bytes(static_cast<const std::byte*>(file), file == nullptr ? 0 : file_size);
  return result_of(
      [&](OwnedResult& result) { return calls::pose(bytes, folder, clip, seconds, method, result); });
}

bindpose_result* bindpose_sample(const char* algorithm, size_t size, uint64_t seed) {
  return result_of([&](OwnedResult& result) { return calls::sample(algorithm, size, seed, result); });
}

bindpose_result* bindpose_list() {
  return result_of([](OwnedResult& result) {
    result.set_text(calls::list_text());
    return Expected<void>();
  });
}

bindpose_result* bindpose_explain(const char* name) {
  return result_of([&](OwnedResult& result) -> Expected<void> {
    BINDPOSE_TRY(std::string text, calls::explain_text(name == nullptr ? "" : name));
    result.set_text(std::move(text));
    return {};
  });
}

void bindpose_free(bindpose_result* result) {
  if (result != &without_memory) delete static_cast<OwnedResult*>(result);
}
