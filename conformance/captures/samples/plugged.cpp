// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// A program without OpenGL that loads the drawing library with RTLD_LOCAL: plugged LIBRARY, then the arguments of
// the samples.
#include <cstdio>

#include <dlfcn.h>

int main(int count, char** words) {
  void* library = count > 1 ? dlopen(words[1], RTLD_NOW | RTLD_LOCAL) : nullptr;
  void* function = library != nullptr ? dlsym(library, "draw_sample") : nullptr;
  if (function == nullptr) {
    std::fprintf(stderr, "%s\n", count > 1 ? dlerror() : "expected a library that draws");
    return 2;
  }
  return reinterpret_cast<int (*)(int, char**)>(function)(count - 1, words + 1);
}
