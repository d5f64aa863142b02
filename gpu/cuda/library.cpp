// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/cuda/library.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <string>

#include <dlfcn.h>
#include <fmt/format.h>

#include "gpu/device/native_context.h"
#include "reference/model/try.h"

namespace bindpose::gpu::cuda {
namespace {

/// Results after which a context is unusable: illegal addresses, hardware faults, failed launches.
constexpr Result lost[] = {214, 700, 702, 709, 714, 715, 716, 717, 718, 719};

Expected<Calls> load_calls() {
  constexpr const char* file = "libcuda.so.1";
  // Compiled kernels are not cached in the home folder, unless the user names a folder.
  if (std::getenv("CUDA_CACHE_PATH") == nullptr) ::setenv("CUDA_CACHE_DISABLE", "1", 0);
  BINDPOSE_TRY(void* library, load_library(file));
  Calls calls;
  const char* missing = nullptr;
#define BINDPOSE_CUDA_FIND(name, symbol, ...)    \
  calls.name = Symbol{::dlsym(library, symbol)}; \
  if (calls.name == nullptr) missing = symbol;
  BINDPOSE_CUDA_CALLS(BINDPOSE_CUDA_FIND)
#undef BINDPOSE_CUDA_FIND
  if (missing != nullptr) return fail("LIBRARY_MISSING", file, fmt::format("it has no {}", missing));
  if (const auto started = calls.check(calls.init(0), "cuInit"); !started)
    return fail("DEVICE_UNAVAILABLE", started.error().where, started.error().message);
  return calls;
}

}  // namespace

Expected<void> Calls::check(Result result, const char* called) const {
  if (result == success) return {};
  const char* name = nullptr;
  error_name(result, &name);
  const bool is_lost = std::ranges::find(lost, result) != std::end(lost);
  return fail(is_lost ? "DEVICE_LOST" : "CUDA_ERROR", called,
              name != nullptr ? std::string(name) : fmt::format("result {}", result));
}

Expected<const Calls*> calls() {
  static const Expected<Calls> loaded = load_calls();
  if (!loaded) return tl::unexpected(loaded.error());
  return &*loaded;
}

}  // namespace bindpose::gpu::cuda
