// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the objects that every run on an OpenCL device needs. Internal.
#pragma once

#include "gpu/opencl/library.h"

namespace bindpose::gpu {

struct OpenClObjects {
  OpenClCalls call = {};
  cl_device_id device = nullptr;
  OpenClHandle<cl_context> context = none<cl_context>();
  OpenClHandle<cl_command_queue> queue = none<cl_command_queue>();
  bool rounds_correctly = false;  ///< division and square root, on request
};

}  // namespace bindpose::gpu
