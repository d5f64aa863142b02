// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cache/subject_content.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>

#include <fmt/format.h>
#include <link.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "conformance/cache/sha256.h"
#include "conformance/subjects/adapter.h"
#include "conformance/subjects/guarded_process.h"
#include "conformance/subjects/isolation.h"
#include "reference/io/safetensors.h"

namespace bindpose::conformance {
namespace {

namespace fs = std::filesystem;

/// Environment variables that no driver reads: their values do not distinguish devices.
constexpr const char* says_nothing_of_devices[] = {"_",    "PWD",  "OLDPWD",  "SHLVL", "TERM",
                                                   "HOME", "USER", "LOGNAME", "MAIL",  "COLUMNS"};
constexpr const char* begins_of_no_device[] = {"SSH_", "SLURM_", "GTEST_", "XDG_SESSION", "JOB_"};
/// Variables that load drivers or libraries from anywhere.
constexpr const char* brings_in_drivers[] = {"LD_PRELOAD",
                                             "LD_LIBRARY_PATH",
                                             "VK_ICD_FILENAMES",
                                             "VK_DRIVER_FILES",
                                             "VK_LAYER_PATH",
                                             "VK_ADD_DRIVER_FILES",
                                             "OCL_ICD_VENDORS",
                                             "OCL_ICD_FILENAMES",
                                             "LIBGL_DRIVERS_PATH",
                                             "GBM_BACKENDS_PATH",
                                             "__EGL_VENDOR_LIBRARY_FILENAMES",
                                             "__EGL_VENDOR_LIBRARY_DIRS"};
constexpr const char* settings_of_drivers[] = {"/etc/OpenCL",          "/etc/vulkan",
                                               "/etc/glvnd",           "/etc/drirc",
                                               "/etc/X11/xorg.conf.d", "/proc/driver/nvidia/version"};

SubjectContent unknown(std::string why) {
  return {"", std::move(why)};
}

std::vector<std::string> environment_of_devices() {
  std::vector<std::string> settings;
  for (char** each = environ; *each != nullptr; ++each) {
    const std::string setting = *each;
    const std::string name = setting.substr(0, setting.find('='));
    const bool says_nothing = std::ranges::count(says_nothing_of_devices, name) > 0 ||
                              std::ranges::any_of(begins_of_no_device, [&name](const char* begin) {
                                return name.starts_with(begin);
                              });
    if (!says_nothing) settings.push_back(setting);
  }
  std::ranges::sort(settings);
  return settings;
}

/// A word of the command without the path of the subject's folder, which differs between machines.
std::string without_place(const std::string& word, const Adapter& adapter) {
  if (!adapter.folder.empty() && is_below(word, adapter.folder))
    return "{}/" + fs::path(word).lexically_relative(adapter.folder).string();
  if (std::ranges::count(adapter.programs, word) > 0) return "{}" + fs::path(word).filename().string();
  return word;
}

void add_limits(Sha256& all, const Sandbox& sandbox) {
  const Isolation& here = isolation(sandbox.most);
  all.add(here.description).add(fmt::format("{} {}", here.own_user, here.nested_namespaces));
  all.add(fmt::format("{} {} {} {}", sandbox.seconds, sandbox.memory, sandbox.processes, sandbox.disk));
  all.add(sandbox.env);
}

/// The content of a library or a command. None if a visible file is missing.
std::optional<std::string> foreign_content(const SubjectSpec& spec, const Sandbox& sandbox) {
  const auto adapter = adapter_of(spec, sandbox);
  if (!adapter) return std::nullopt;
  Sha256 all;
  for (const std::string& word : adapter->command)
    all.add(without_place(word, *adapter));
  all.add(adapter->folder.empty() ? "" : content_name(adapter->folder));
  for (const std::string& program : adapter->programs)
    all.add(fs::path(program).filename().string()).add(content_name(program));
  all.add(sandbox.see.size());
  for (const std::string& folder : sandbox.see)
    all.add(fs::absolute(folder).lexically_normal().string()).add(content_name(folder));
  add_limits(all, sandbox);
  return all.name();
}

/// Why the files of a device are unknown; empty if they are known.
std::string why_unknown(const SubjectSpec& spec, const SubjectInfo& info) {
  if (spec.kind == "webgl" || spec.kind == "webgpu" || spec.target == "angle")
    return "the files of a browser are unknown";
  if (value_of(info, "version").empty()) return "its driver does not report a version";
  std::error_code error;
  if (spec.kind == "cuda" && !fs::exists("/proc/driver/nvidia/version", error))
    return "the version of its driver cannot be read";
  for (const char* name : brings_in_drivers)
    if (std::getenv(name) != nullptr) return fmt::format("{} may load drivers from anywhere", name);
  return "";
}

std::string device_content(const SubjectInfo& info) {
  Sha256 all;
  all.add(info);
  for (const std::string& setting : environment_of_devices())
    all.add(setting);
  for (const char* settings : settings_of_drivers)
    all.add(content_name(settings));
  if (const char* home = std::getenv("HOME"); home != nullptr)
    all.add(content_name(fs::path(home) / ".drirc"));
  return all.name();
}

std::string first_processor() {
  std::ifstream in("/proc/cpuinfo");
  std::string text;
  constexpr const char* of_the_moment[] = {"cpu MHz", "bogomips", "physical id",
                                           "core id", "apicid",   "initial apicid"};
  for (std::string line; std::getline(in, line) && !line.empty();)
    if (std::ranges::none_of(of_the_moment, [&line](const char* begin) { return line.starts_with(begin); }))
      text += line + "\n";
  return text;
}

bool is_built_in(const SubjectSpec& spec) {
  return spec.kind == "reference-float" || spec.kind == "software" || spec.kind == "defect";
}

}  // namespace

SystemContent::SystemContent(std::vector<fs::path> system, fs::path notes, Reading reading)
    : system_(std::move(system), std::move(notes), std::move(reading)),
      judge_(judge_content() + machine_content()) {}

std::vector<fs::path> SystemContent::system_files() {
  std::vector<fs::path> files = {"/usr", "/etc/ld.so.cache", "/etc/alternatives"};
  std::error_code error;
  for (const char* folder : {"/bin", "/sbin", "/lib", "/lib64", "/lib32"})
    if (fs::is_directory(fs::symlink_status(folder, error))) files.emplace_back(folder);
  return files;
}

fs::path SystemContent::notes_of_this_user() {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  if (cache != nullptr && *cache == '/') return fs::path(cache) / "bindpose";
  const char* home = std::getenv("HOME");
  return home != nullptr && *home == '/' ? fs::path(home) / ".cache/bindpose" : fs::path();
}

std::string SystemContent::system_name() {
  const std::lock_guard lock(mutex_);
  if (system_name_.empty()) system_name_ = system_.name();
  return system_name_;
}

void SystemContent::look_again() {
  const std::lock_guard lock(mutex_);
  system_name_.clear();
}

SubjectContent SystemContent::content_of(const SubjectSpec& spec, const Sandbox& sandbox,
                                         const SubjectInfo& info) {
  Sha256 all;
  all.add(judge_).add(spec.kind);
  all.add(spec.options);
  if (is_built_in(spec)) {
    all.add(spec.target);
  } else if (spec.kind == "files") {
    all.add(content_name(spec.target));
  } else if (is_device(spec)) {
    if (std::string why = why_unknown(spec, info); !why.empty()) return unknown(std::move(why));
    all.add(spec.target).add(device_content(info)).add(system_name());
  } else if (spec.kind == "lib" || spec.kind == "cmd") {
    if (isolation(sandbox.most).level == SandboxLevel::none)
      return unknown("without a sandbox it can read any file");
    const auto content = foreign_content(spec, sandbox);
    if (!content) return unknown("its files cannot be read");
    all.add(*content).add(system_name());
  } else if (spec.kind == "web") {
    return unknown("the files that a page reads are unknown");
  } else {
    return unknown("another program replays it, with unknown drivers");
  }
  return {all.name(), ""};
}

std::string judge_content() {
  std::vector<fs::path> files;
  const auto note = [](dl_phdr_info* loaded, std::size_t, void* list) {
    // The first entry has no name: it is this program. Entries without a file belong to the kernel.
    if (loaded->dlpi_name != nullptr && *loaded->dlpi_name == '/')
      static_cast<std::vector<fs::path>*>(list)->emplace_back(loaded->dlpi_name);
    return 0;
  };
  ::dl_iterate_phdr(note, &files);
  std::ranges::sort(files);
  files.insert(files.begin(), "/proc/self/exe");
  for (const char* each : {"bindpose-supervisor", "bindpose-host"})
    files.emplace_back(companion(each));
  Sha256 all;
  for (const fs::path& file : files)
    all.add(file.filename().string()).add(content_name(file));
  return all.name();
}

std::string machine_content() {
  utsname kernel{};
  ::uname(&kernel);
  return Sha256()
      .add(first_processor())
      .add(kernel.sysname)
      .add(kernel.release)
      .add(kernel.version)
      .add(kernel.machine)
      .name();
}

}  // namespace bindpose::conformance
