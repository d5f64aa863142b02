// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/cli/commands.h"
#include "conformance/cli/help.h"
#include "conformance/subjects/isolation.h"
#include "conformance/subjects/page_subject.h"
#include "conformance/subjects/sandbox/inherited.h"
#include "golden/command.h"
#include "reference/gltf/decompress.h"
#include "reference/io/process.h"

namespace bindpose::conformance {
namespace {

struct Need {
  const char* kind;  ///< the subject or task that needs it; a value of --require
  const char* what;
  const char* library;  ///< loaded as a test; nullptr: look for the file instead
  const char* file;
  const char* package;  ///< name of Debian's package
};

constexpr Need needs[] = {
    {"gpu:surfaceless", "EGL", "libEGL.so.1", nullptr, "libegl1"},
    {"gpu:surfaceless", "Mesa's EGL driver", nullptr, "/usr/share/glvnd/egl_vendor.d/50_mesa.json",
     "libegl-mesa0"},
    {"gpu:surfaceless", "Mesa's software driver", nullptr, "/usr/lib/x86_64-linux-gnu/dri/swrast_dri.so",
     "libgl1-mesa-dri"},
    {"gpu:osmesa", "OSMesa", "libOSMesa.so.8", nullptr, "libosmesa6"},
    {"vulkan", "Vulkan", "libvulkan.so.1", nullptr, "libvulkan1"},
    {"vulkan", "Mesa's software Vulkan", nullptr, "/usr/share/vulkan/icd.d/lvp_icd.x86_64.json",
     "mesa-vulkan-drivers"},
    {"opencl", "OpenCL", "libOpenCL.so.1", nullptr, "ocl-icd-libopencl1"},
    {"opencl", "PoCL, OpenCL on CPUs", nullptr, "/etc/OpenCL/vendors/pocl.icd", "pocl-opencl-icd"},
    {"cuda", "NVIDIA's driver", "libcuda.so.1", nullptr, "libcuda1 (non-free, with an NVIDIA GPU)"},
    {"cuda", "clang", nullptr, "/usr/bin/clang", "clang"},
    {"web", "Chromium without a window", nullptr, "/usr/bin/chromium-headless-shell",
     "chromium-headless-shell"},
    {"capture", "RenderDoc", nullptr, "/usr/lib/python3/dist-packages/renderdoc.so", "python3-renderdoc"},
    {"sandbox", "bubblewrap", nullptr, "/usr/bin/bwrap", "bubblewrap"},
    {"samples", "sample assets", nullptr, "/usr/share/assimp/models/glTF2/simple_skin/simple_skin.gltf",
     "assimp-testmodels"},
};

std::vector<std::string> kinds() {
  std::vector<std::string> all;
  for (const Need& need : needs)
    if (all.empty() || all.back() != need.kind) all.emplace_back(need.kind);
  return all;
}

constexpr double longest_load = 10;  // seconds

enum class State : std::uint8_t { there, missing, broken };

/// Loads a library in a process of its own, because it may crash or hang.
State state_of(const Need& need) {
  if (need.library == nullptr) return std::filesystem::exists(need.file) ? State::there : State::missing;
  const auto loaded = text_of_a_child(
      [&need] { return ::dlopen(need.library, RTLD_LAZY | RTLD_LOCAL) != nullptr ? "yes" : ""; },
      longest_load);
  return !loaded ? State::broken : loaded->empty() ? State::missing : State::there;
}

std::string text_of(const Need& need, State state) {
  if (state == State::there) return "yes";
  return state == State::missing ? fmt::format("missing, for {}: {}", need.kind, need.package)
                                 : "broken: it crashes or hangs when it is loaded";
}

tl::unexpected<Error> search_ended() {
  return fail("INTERRUPTED", "doctor", "a signal has interrupted the search for devices");
}

/// required: kinds that --require names.
Expected<int> run_doctor(const std::vector<std::string>& required) {
  catch_interrupts();  // a worker may have temporary files
  const auto show = [](const std::string& what, const std::string& found) {
    say(stdout, "{}", entry_text(what, found, 29, terminal_columns(stdout)));
  };
  fmt::print("required\n");
  const auto data = golden::default_folder();
  const bool has_data = std::filesystem::is_directory(data);
  show("golden data", has_data ? data.string() : "missing: reinstall, or set BINDPOSE_DATA");
  const bool opens = any_device_opens();
  if (interrupted()) return search_ended();
  show("an OpenGL device", opens ? "yes" : "none opens: 'bindpose devices' says why");
  bool is_ready = has_data && opens;
  std::vector<std::string> packages;
  for (const bool is_required : {true, false}) {
    if (!is_required) fmt::print("optional\n");
    for (const Need& need : needs) {
      if ((std::ranges::find(required, need.kind) != required.end()) != is_required) continue;
      const State state = state_of(need);
      if (interrupted()) return search_ended();
      show(need.what, text_of(need, state));
      if (state == State::there) continue;
      is_ready = is_ready && !is_required;
      if (state == State::broken) continue;
      if (is_required || need.kind != std::string_view("cuda")) packages.emplace_back(need.package);
    }
  }
  for (const gltf::Decoder& decoder : gltf::decoders())
    show(fmt::format("{}", decoder.extension),
         decoder.is_built_in ? "yes" : fmt::format("no: built without {}", decoder.library));
  show("subjects run in", isolation().description);
  show("web pages run", browser_sandbox());
  print_wrapped("\n{}\n",
                is_ready ? "Everything required is here. 'bindpose devices' opens and tests every device."
                         : "Something required is missing or broken.");
  if (!packages.empty())
    print_wrapped("To install the rest on Debian: apt-get install --no-install-recommends {}\n",
                  fmt::join(packages, " "));
  return is_ready ? 0 : 1;
}

}  // namespace

void add_doctor_command(CLI::App& app, int& exit_code) {
  CLI::App* doctor =
      app.add_subcommand("doctor", "Find missing programs and libraries, and how to install them");
  auto required = std::make_shared<std::vector<std::string>>();
  doctor->add_option("--require", *required, fmt::format("Also required: {}", fmt::join(kinds(), ", ")))
      ->check(CLI::IsMember(kinds()));
  doctor->footer(
      "Exit code: 0 everything required is here, 1 something required is missing or broken, 2 a signal has "
      "ended it.\n"
      "Example: bindpose doctor --require vulkan");
  doctor->callback([required, &exit_code] { exit_code = done(run_doctor(*required)); });
}

}  // namespace bindpose::conformance
