// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the entry points of NVIDIA's driver, found on first use. Its header may not be distributed, so this file
// declares the used parts, with the names and numbers of the CUDA Driver API. Internal.
#pragma once

#include <cstddef>
#include <cstdint>

#include "reference/model/error.h"

namespace bindpose::gpu::cuda {

using Result = int;               ///< CUresult
using Device = int;               ///< CUdevice
using Pointer = std::uint64_t;    ///< CUdeviceptr
using Context = struct CUctx*;    ///< CUcontext
using Module = struct CUmod*;     ///< CUmodule
using Function = struct CUfunc*;  ///< CUfunction
using Stream = struct CUstream*;  ///< CUstream
enum Attribute : int {            ///< CUdevice_attribute
  max_threads_per_block = 1,
  max_grid_width = 5,
  multiprocessors = 16,
  compute_capability_major = 75,
  compute_capability_minor = 76
};
enum JitOption : unsigned { error_log = 5, error_log_bytes = 6 };  ///< CUjit_option

constexpr Result success = 0;

/// A function, its name in the library, its parameters.
#define BINDPOSE_CUDA_CALLS(CALL)                                                                      \
  CALL(init, "cuInit", unsigned)                                                                       \
  CALL(driver_version, "cuDriverGetVersion", int*)                                                     \
  CALL(device_count, "cuDeviceGetCount", int*)                                                         \
  CALL(device, "cuDeviceGet", Device*, int)                                                            \
  CALL(device_name, "cuDeviceGetName", char*, int, Device)                                             \
  CALL(device_attribute, "cuDeviceGetAttribute", int*, Attribute, Device)                              \
  CALL(device_memory, "cuDeviceTotalMem_v2", std::size_t*, Device)                                     \
  CALL(create_context, "cuCtxCreate_v2", Context*, unsigned, Device)                                   \
  CALL(destroy_context, "cuCtxDestroy_v2", Context)                                                    \
  CALL(use_context, "cuCtxSetCurrent", Context)                                                        \
  CALL(synchronize, "cuCtxSynchronize")                                                                \
  CALL(load_module, "cuModuleLoadDataEx", Module*, const void*, unsigned, JitOption*, void**)          \
  CALL(unload_module, "cuModuleUnload", Module)                                                        \
  CALL(find_function, "cuModuleGetFunction", Function*, Module, const char*)                           \
  CALL(allocate, "cuMemAlloc_v2", Pointer*, std::size_t)                                               \
  CALL(free, "cuMemFree_v2", Pointer)                                                                  \
  CALL(write, "cuMemcpyHtoD_v2", Pointer, const void*, std::size_t)                                    \
  CALL(read, "cuMemcpyDtoH_v2", void*, Pointer, std::size_t)                                           \
  CALL(copy, "cuMemcpyDtoDAsync_v2", Pointer, Pointer, std::size_t, Stream)                            \
  CALL(launch, "cuLaunchKernel", Function, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, \
       unsigned, Stream, void**, void**)                                                               \
  CALL(error_name, "cuGetErrorName", Result, const char**)

struct Calls {
#define BINDPOSE_CUDA_POINTER(name, symbol, ...) Result (*name)(__VA_ARGS__) = nullptr;
  BINDPOSE_CUDA_CALLS(BINDPOSE_CUDA_POINTER)
#undef BINDPOSE_CUDA_POINTER

  /// Error CUDA_ERROR with the name of what `called` returned; DEVICE_LOST if the context is no longer
  /// usable.
  Expected<void> check(Result result, const char* called) const;
};

/// Functions of libcuda.so.1, which stays loaded and has found devices. Errors LIBRARY_MISSING,
/// DEVICE_UNAVAILABLE.
Expected<const Calls*> calls();

}  // namespace bindpose::gpu::cuda
