/* SPDX-FileCopyrightText: 2026 The bindpose authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Runs one test on an NVIDIA GPU, using only CUDA's driver: the PTX of kernel.ptx, compiled from kernel.cl, which was
 * written from shader.glsl; the inputs of the .bin files, see recipe.h; the captured and the expected numbers (inputs.h). Needs
 * only libcuda.so.1, which it loads, and no toolkit; README.md has the command:
 *
 *   cc -std=c11 -o repro repro.c -ldl -lm && ./repro
 *
 * Exit code 1 if a number is wrong again, 0 if none is, 2 if the test cannot run.
 */
#include "inputs.h"
#include <dlfcn.h>

/* The declarations that are used, because NVIDIA's header must not be redistributed. */
typedef uint64_t pointer;
#define CUDA_FUNCTIONS(X)                                                   \
  X(cuInit, (unsigned))                                                     \
  X(cuDeviceGet, (int*, int))                                               \
  X(cuDeviceGetName, (char*, int, int))                                     \
  X(cuCtxCreate_v2, (void**, unsigned, int))                                \
  X(cuCtxSynchronize, (void))                                               \
  X(cuModuleLoadDataEx, (void**, const void*, unsigned, unsigned*, void**)) \
  X(cuModuleGetFunction, (void**, void*, const char*))                      \
  X(cuMemAlloc_v2, (pointer*, size_t))                                      \
  X(cuMemcpyHtoD_v2, (pointer, const void*, size_t))                        \
  X(cuMemcpyDtoH_v2, (void*, pointer, size_t))                              \
  X(cuLaunchKernel,                                                         \
    (void*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void*, void**, void**))
#define DECLARE(name, arguments) static int(*name) arguments;
CUDA_FUNCTIONS(DECLARE)

#define CHECK(call) check(call, #call)

static void check(int result, const char* call) {
  if (result == 0) return;
  fprintf(stderr, "repro: CUresult %d of %s\n", result, call);
  exit(2);
}

static void load_driver(void) {
  void* library = dlopen("libcuda.so.1", RTLD_NOW);
  if (!library) stop("libcuda.so.1 not found");
#define LOAD(name, arguments) \
  if (!(*(void**)& name = dlsym(library, #name))) stop("libcuda.so.1 has no " #name);
  CUDA_FUNCTIONS(LOAD)
}

static void open_device(void) {
  char name[256] = "";
  int device;
  void* context;
  CHECK(cuInit(0));
  CHECK(cuDeviceGet(&device, DEVICE_INDEX));
  CHECK(cuDeviceGetName(name, sizeof name, device));
  CHECK(cuCtxCreate_v2(&context, 0, device));
  printf("%s\non %s\n", TEST, name);
}

static void* make_kernel(void) {
  size_t size;
  void *module, *kernel;
  CHECK(cuModuleLoadDataEx(&module, read_file("kernel.ptx", &size), 0, NULL, NULL));
  CHECK(cuModuleGetFunction(&kernel, module, KERNEL));
  return kernel;
}

static pointer make_buffer(const void* data, size_t size) {
  pointer made;
  CHECK(cuMemAlloc_v2(&made, size));
  CHECK(cuMemcpyHtoD_v2(made, data, size));
  return made;
}

int main(void) {
  pointer buffers[ARGUMENTS];
  void* places[ARGUMENTS];
  size_t bytes;
  float* words = poisoned(&bytes);
  load_driver();
  open_device();
  void* kernel = make_kernel();
  const pointer captured = make_buffer(words, bytes);
  for (int i = 0; i < ARGUMENTS; ++i) {
    size_t size;
    const void* data = arguments[i] ? read_file(arguments[i], &size) : NULL;
    buffers[i] = data ? make_buffer(data, size) : captured;
    places[i] = &buffers[i];
  }
  const unsigned groups = (VERTICES + GROUP_SIZE - 1) / GROUP_SIZE;
  CHECK(cuLaunchKernel(kernel, groups, 1, 1, GROUP_SIZE, 1, 1, 0, NULL, places, NULL));
  CHECK(cuCtxSynchronize());
  CHECK(cuMemcpyDtoH_v2(words, captured, bytes));
  return say_wrong(words);
}
