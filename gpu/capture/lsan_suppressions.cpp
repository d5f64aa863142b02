// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: leaks that are OSMesa's, not ours: Mesa 22.3 never frees the buffer that OSMesaMakeCurrent makes a
// context.
// NOLINTBEGIN(bugprone-reserved-identifier): the name that the sanitizer looks for
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() {
  return "leak:libOSMesa\n";
}
// NOLINTEND(bugprone-reserved-identifier)
