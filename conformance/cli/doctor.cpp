// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <string>
#include <vector>

#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/cli/commands.h"
#include "conformance/subjects/isolation.h"
#include "conformance/subjects/page_subject.h"
#include "conformance/subjects/sandbox/inherited.h"
#include "golden/command.h"
#include "reference/io/process.h"

namespace bindpose::conformance {
namespace {

struct Need {
  const char* what;
  const char* library;  ///< loaded to see whether it is there; nullptr: look for the file instead
  const char* file;
  const char* package;  ///< Debian's
  const char* without;  ///< what does not work without it
};

constexpr Need needs[] = {
    {"EGL", "libEGL.so.1", nullptr, "libegl1", "gpu:surfaceless, gpu:device:N"},
    {"Mesa's EGL driver", nullptr, "/usr/share/glvnd/egl_vendor.d/50_mesa.json", "libegl-mesa0",
     "gpu:surfaceless"},
    {"Mesa's software rasteriser", nullptr, "/usr/lib/x86_64-linux-gnu/dri/swrast_dri.so", "libgl1-mesa-dri",
     "gpu:surfaceless"},
    {"OSMesa", "libOSMesa.so.8", nullptr, "libosmesa6", "gpu:osmesa"},
    {"Vulkan", "libvulkan.so.1", nullptr, "libvulkan1", "vulkan"},
    {"Mesa's software Vulkan", nullptr, "/usr/share/vulkan/icd.d/lvp_icd.x86_64.json", "mesa-vulkan-drivers",
     "vulkan without a graphics card"},
    {"OpenCL", "libOpenCL.so.1", nullptr, "ocl-icd-libopencl1", "opencl"},
    {"PoCL, OpenCL on processors", nullptr, "/etc/OpenCL/vendors/pocl.icd", "pocl-opencl-icd",
     "opencl without a graphics card"},
    {"NVIDIA's driver", "libcuda.so.1", nullptr, "libcuda1 (non-free)", "cuda"},
    {"clang", nullptr, "/usr/bin/clang", "clang", "cuda"},
    {"Chromium without a window", nullptr, "/usr/bin/chromium-headless-shell", "chromium-headless-shell",
     "webgl, webgpu"},
    {"RenderDoc, for its captures", nullptr, "/usr/lib/python3/dist-packages/renderdoc.so",
     "python3-renderdoc", "judge --capture FRAME.rdc"},
    {"bubblewrap", nullptr, "/usr/bin/bwrap", "bubblewrap", "a sandbox for foreign subjects"},
    {"sample assets", nullptr, "/usr/share/assimp/models/glTF2/simple_skin/simple_skin.gltf",
     "assimp-testmodels", "the assets that the README judges"},
};

constexpr double longest_load = 10;  // seconds

/// "" if it is not there. A library that crashes or hangs when it is loaded does so in a process of its own.
std::string state_of(const Need& need) {
  if (need.library == nullptr) return std::filesystem::exists(need.file) ? "yes" : "";
  return text_of_a_child(
             [&need] { return ::dlopen(need.library, RTLD_LAZY | RTLD_LOCAL) != nullptr ? "yes" : ""; },
             longest_load)
      .value_or("broken: it crashes or hangs when it is loaded");
}

tl::unexpected<Error> search_ended() {
  return fail("INTERRUPTED", "doctor", "a signal has ended the search for devices");
}

Expected<int> run_doctor() {
  catch_interrupts();  // a worker may have temporary files
  std::vector<std::string> packages;
  for (const Need& need : needs) {
    const std::string state = state_of(need);
    if (interrupted()) break;
    fmt::print("{:<28} {}\n", need.what,
               state.empty() ? fmt::format("missing: {} will not work", need.without) : state);
    if (state.empty()) packages.emplace_back(need.package);
  }
  if (interrupted()) return search_ended();
  fmt::print("{:<28} {}\n", "foreign subjects run in", isolation().description);
  fmt::print("{:<28} {}\n", "web pages run", browser_sandbox());
  say(stdout, "{:<28} {}\n", "golden data in", golden::default_folder().string());
  const bool opens = any_device_opens();
  if (interrupted()) return search_ended();
  fmt::print("{:<28} {}\n", "an OpenGL device", opens ? "opens" : "none opens; 'bindpose devices' says why");
  if (packages.empty() && opens) {
    fmt::print("\nNothing is missing. 'bindpose devices' opens and tests every device.\n");
    return 0;
  }
  if (packages.empty()) return 1;
  fmt::print("\nOn Debian and its relatives: apt-get install --no-install-recommends {}\n",
             fmt::join(packages, " "));
  return 1;
}

}  // namespace

void add_doctor_command(CLI::App& app, int& exit_code) {
  CLI::App* doctor = app.add_subcommand("doctor", "What is missing on this machine, and what installs it");
  doctor->footer(
      "Exit code: 0 nothing is missing, 1 something is, 2 a signal has ended it.\nExample: bindpose doctor");
  doctor->callback([&exit_code] { exit_code = done(run_doctor()); });
}

}  // namespace bindpose::conformance
