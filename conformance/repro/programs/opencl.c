/* SPDX-FileCopyrightText: 2026 The bindpose authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Runs one test on an OpenCL device, and nothing else: the kernel of kernel.cl, written from shader.glsl; the inputs of the .bin
 * files, see recipe.h; the captured and the expected numbers (inputs.h). Needs only the OpenCL loader; README.md has the command:
 *
 *   cc -std=c11 -o repro repro.c -lOpenCL -lm && ./repro
 *
 * Exit code 1 if a number is wrong again, 0 if none is, 2 if the test cannot run.
 */
#define CL_TARGET_OPENCL_VERSION 120
#include "inputs.h"
#include <CL/cl.h>

static cl_device_id device;
static cl_context context;
static cl_command_queue queue;

static void check(cl_int result, const char* call) {
  if (result == CL_SUCCESS) return;
  fprintf(stderr, "repro: %d of %s\n", (int)result, call);
  exit(2);
}

/* Chosen by its number among the devices of all platforms. */
static void find_device(void) {
  cl_platform_id platforms[64];
  cl_uint platform_count = 0, before = 0;
  check(clGetPlatformIDs(64, platforms, &platform_count), "clGetPlatformIDs");
  for (cl_uint p = 0; p < platform_count && !device; ++p) {
    cl_device_id devices[64];
    cl_uint count = 0;
    if (clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, 64, devices, &count) != CL_SUCCESS) continue;
    if (DEVICE_INDEX < before + count) device = devices[DEVICE_INDEX - before];
    before += count;
  }
  if (!device) stop("OpenCL has no such device");
}

static void open_device(void) {
  char name[256] = "";
  cl_int result;
  find_device();
  clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof name, name, NULL);
  printf("%s\non %s\n", TEST, name);
  context = clCreateContext(NULL, 1, &device, NULL, NULL, &result);
  check(result, "clCreateContext");
  queue = clCreateCommandQueue(context, device, 0, &result);
  check(result, "clCreateCommandQueue");
}

static cl_kernel make_kernel(void) {
  static char log[65536];
  size_t size;
  cl_int result;
  cl_device_fp_config rounding = 0;
  clGetDeviceInfo(device, CL_DEVICE_SINGLE_FP_CONFIG, sizeof rounding, &rounding, NULL);
  const int is_exact = (rounding & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT) != 0;
  const char* text = read_file("kernel.cl", &size);
  const char* options =
      is_exact ? "-w -cl-std=CL1.2 -cl-fp32-correctly-rounded-divide-sqrt" : "-w -cl-std=CL1.2";
  const cl_program program = clCreateProgramWithSource(context, 1, &text, &size, &result);
  check(result, "clCreateProgramWithSource");
  result = clBuildProgram(program, 1, &device, options, NULL, NULL);
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);
  if (log[0]) fprintf(stderr, "%s\n", log);
  check(result, "clBuildProgram");
  const cl_kernel kernel = clCreateKernel(program, KERNEL, &result);
  check(result, "clCreateKernel");
  return kernel;
}

static cl_mem make_buffer(void* data, size_t size) {
  cl_int result;
  const cl_mem made = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, size, data, &result);
  check(result, "clCreateBuffer");
  return made;
}

int main(void) {
  const size_t group = GROUP_SIZE, items = (VERTICES + group - 1) / group * group;
  size_t bytes;
  float* words = poisoned(&bytes);
  open_device();
  const cl_kernel kernel = make_kernel();
  const cl_mem captured = make_buffer(words, bytes);
  for (cl_uint i = 0; i < ARGUMENTS; ++i) {
    size_t size;
    void* data = arguments[i] ? read_file(arguments[i], &size) : NULL;
    const cl_mem buffer = data ? make_buffer(data, size) : captured;
    check(clSetKernelArg(kernel, i, sizeof buffer, &buffer), "clSetKernelArg");
  }
  check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, &group, 0, NULL, NULL),
        "clEnqueueNDRangeKernel");
  check(clEnqueueReadBuffer(queue, captured, CL_TRUE, 0, bytes, words, 0, NULL, NULL), "clEnqueueReadBuffer");
  return say_wrong(words);
}
