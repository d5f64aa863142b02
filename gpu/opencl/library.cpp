// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/opencl/library.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iterator>

#include <dlfcn.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "gpu/device/native_context.h"
#include "reference/model/try.h"

namespace bindpose::gpu {
namespace {

struct ResultName {
  cl_int result;
  const char* name;
};
#define BINDPOSE_RESULT(name) \
  { name, #name }
constexpr ResultName result_names[] = {
    BINDPOSE_RESULT(CL_DEVICE_NOT_FOUND),        BINDPOSE_RESULT(CL_DEVICE_NOT_AVAILABLE),
    BINDPOSE_RESULT(CL_COMPILER_NOT_AVAILABLE),  BINDPOSE_RESULT(CL_MEM_OBJECT_ALLOCATION_FAILURE),
    BINDPOSE_RESULT(CL_OUT_OF_RESOURCES),        BINDPOSE_RESULT(CL_OUT_OF_HOST_MEMORY),
    BINDPOSE_RESULT(CL_BUILD_PROGRAM_FAILURE),   BINDPOSE_RESULT(CL_MISALIGNED_SUB_BUFFER_OFFSET),
    BINDPOSE_RESULT(CL_INVALID_VALUE),           BINDPOSE_RESULT(CL_INVALID_BUFFER_SIZE),
    BINDPOSE_RESULT(CL_INVALID_BUILD_OPTIONS),   BINDPOSE_RESULT(CL_INVALID_KERNEL_ARGS),
    BINDPOSE_RESULT(CL_INVALID_WORK_GROUP_SIZE), {-1001, "CL_PLATFORM_NOT_FOUND_KHR"},
};
#undef BINDPOSE_RESULT

/// A folder below the temporary one that only this user can read and write. Error OPENCL_ERROR if another
/// user owns this name.
Expected<std::filesystem::path> own_folder() {
  std::error_code failed;
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path(failed) / fmt::format("bindpose-opencl-{}", ::geteuid());
  ::mkdir(folder.c_str(), S_IRWXU);
  struct ::stat found = {};
  const bool there = ::lstat(folder.c_str(), &found) == 0 && S_ISDIR(found.st_mode);
  if (there && found.st_uid == ::geteuid() && (found.st_mode & (S_IRWXG | S_IRWXO)) == 0) return folder;
  return fail("OPENCL_ERROR", folder.string(), "other users can write into this folder for kernels");
}

/// Keeps drivers from writing kernels into the home folder, unless the user has named a folder.
Expected<void> tame_compilers() {
  tame_environment();
  if (std::getenv("CUDA_CACHE_PATH") == nullptr) ::setenv("CUDA_CACHE_DISABLE", "1", 0);
  if (std::getenv("POCL_CACHE_DIR") != nullptr) return {};
  BINDPOSE_TRY(const auto folder, own_folder());
  ::setenv("POCL_CACHE_DIR", folder.c_str(), 0);
  return {};
}

Expected<OpenClCalls> load_calls() {
  constexpr const char* file = "libOpenCL.so.1";
  BINDPOSE_CHECK(tame_compilers());
  BINDPOSE_TRY(void* library, load_library(file));
  OpenClCalls calls;
  const char* missing = nullptr;
#define BINDPOSE_OPENCL_FIND(name)                   \
  calls.name = Symbol{::dlsym(library, "cl" #name)}; \
  if (calls.name == nullptr) missing = "cl" #name
  BINDPOSE_OPENCL_CALLS(BINDPOSE_OPENCL_FIND)
#undef BINDPOSE_OPENCL_FIND
  if (missing != nullptr) return fail("LIBRARY_MISSING", file, fmt::format("it has no {}", missing));
  return calls;
}

}  // namespace

Expected<const OpenClCalls*> opencl_calls() {
  static const Expected<OpenClCalls> calls = load_calls();
  if (!calls) return tl::unexpected(calls.error());
  return &*calls;
}

Expected<void> check_result(cl_int result, const char* called) {
  if (result == CL_SUCCESS) return {};
  const auto* known = std::find_if(std::begin(result_names), std::end(result_names),
                                   [result](const ResultName& row) { return row.result == result; });
  const std::string name = known == std::end(result_names) ? fmt::format("result {}", result) : known->name;
  return fail(result == CL_DEVICE_NOT_AVAILABLE ? "DEVICE_LOST" : "OPENCL_ERROR", called, name);
}

Expected<std::vector<cl_device_id>> opencl_devices(const OpenClCalls& calls) {
  std::vector<cl_device_id> all;
  cl_uint platform_count = 0;
  // Refused if no driver is installed.
  const auto listed = check_result(calls.GetPlatformIDs(0, nullptr, &platform_count), "clGetPlatformIDs");
  if (!listed) return fail("DEVICE_UNAVAILABLE", listed.error().where, listed.error().message);
  std::vector<cl_platform_id> platforms(platform_count);
  BINDPOSE_CHECK(
      check_result(calls.GetPlatformIDs(platform_count, platforms.data(), nullptr), "clGetPlatformIDs"));
  for (cl_platform_id platform : platforms) {
    cl_uint count = 0;
    if (calls.GetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count) != CL_SUCCESS) continue;
    std::vector<cl_device_id> devices(count);
    BINDPOSE_CHECK(check_result(
        calls.GetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, devices.data(), nullptr), "clGetDeviceIDs"));
    all.insert(all.end(), devices.begin(), devices.end());
  }
  if (all.empty()) return fail("DEVICE_UNAVAILABLE", "opencl", "no OpenCL driver finds a device");
  return all;
}

}  // namespace bindpose::gpu
