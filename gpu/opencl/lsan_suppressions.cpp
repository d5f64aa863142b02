// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: leaks that are PoCL's, not ours: it keeps what its compiler has allocated.
// NOLINTBEGIN(bugprone-reserved-identifier): the name that the sanitizer looks for
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() {
  return "leak:libpocl\nleak:libLLVM\nleak:libOpenCL\n";
}
// NOLINTEND(bugprone-reserved-identifier)
