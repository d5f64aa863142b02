// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: leaks that are the validation layer's, not ours: 1.3.239 keeps a part of what it knows of a
// device, and beneath it lavapipe of Mesa 22.3 a part of what it compiles.
// NOLINTBEGIN(bugprone-reserved-identifier): the name that the sanitizer looks for
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() {
  return "leak:libVkLayer_khronos_validation\nleak:libvulkan_lvp\n";
}
// NOLINTEND(bugprone-reserved-identifier)
