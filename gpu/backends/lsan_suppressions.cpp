// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: leaks of libraries. Mesa 22.3 never frees the buffer that OSMesaMakeCurrent allocates for a context;
// lavapipe keeps parts of compiled shaders; the validation layer 1.3.239 keeps parts of its device data; PoCL
// keeps its compiler's allocations.
// NOLINTBEGIN(bugprone-reserved-identifier): the name that the sanitizer looks for
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() {
  return "leak:libOSMesa\nleak:libVkLayer_khronos_validation\nleak:libvulkan_lvp\n"
         "leak:libpocl\nleak:libLLVM\nleak:libOpenCL\n";
}
// NOLINTEND(bugprone-reserved-identifier)
