// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: OpenCL's entry points, loaded at their first use, and its objects as values that release themselves.
// Internal.
#pragma once

#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 120
#endif
#include <CL/cl.h>

#include "reference/model/error.h"

namespace bindpose::gpu {

/// Names without "cl".
#define BINDPOSE_OPENCL_CALLS(CALL) \
  CALL(GetPlatformIDs);             \
  CALL(GetPlatformInfo);            \
  CALL(GetDeviceIDs);               \
  CALL(GetDeviceInfo);              \
  CALL(CreateContext);              \
  CALL(ReleaseContext);             \
  CALL(CreateCommandQueue);         \
  CALL(ReleaseCommandQueue);        \
  CALL(CreateProgramWithSource);    \
  CALL(BuildProgram);               \
  CALL(GetProgramBuildInfo);        \
  CALL(ReleaseProgram);             \
  CALL(CreateKernel);               \
  CALL(SetKernelArg);               \
  CALL(ReleaseKernel);              \
  CALL(CreateBuffer);               \
  CALL(CreateSubBuffer);            \
  CALL(ReleaseMemObject);           \
  CALL(EnqueueNDRangeKernel);       \
  CALL(EnqueueReadBuffer);          \
  CALL(EnqueueCopyBuffer);          \
  CALL(Finish);

struct OpenClCalls {
#define BINDPOSE_OPENCL_POINTER(name) decltype(&::cl##name) name = nullptr
  BINDPOSE_OPENCL_CALLS(BINDPOSE_OPENCL_POINTER)
#undef BINDPOSE_OPENCL_POINTER
};

/// Functions of libOpenCL.so.1, which stays loaded. Error LIBRARY_MISSING.
Expected<const OpenClCalls*> opencl_calls();

/// Error OPENCL_ERROR with the name of the result of `called`; DEVICE_LOST if the device is no longer available.
Expected<void> check_result(cl_int result, const char* called);

/// Every device of every platform, in the order in which the loader lists them. Error DEVICE_UNAVAILABLE
/// without devices.
Expected<std::vector<cl_device_id>> opencl_devices(const OpenClCalls& calls);

/// An object and the call that releases it.
template <class T>
using OpenClHandle = std::unique_ptr<std::remove_pointer_t<T>, cl_int (*)(T)>;

template <class T>
OpenClHandle<T> none() {
  return {nullptr, nullptr};
}

}  // namespace bindpose::gpu
