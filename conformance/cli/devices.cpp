// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <atomic>
#include <future>
#include <thread>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/ioctl.h>
#include <unistd.h>

#include "conformance/cli/commands.h"
#include "conformance/gate/device_list.h"
#include "conformance/judge/json_fields.h"
#include "conformance/report/device_table.h"
#include "conformance/subjects/sandbox/inherited.h"
#include "conformance/subjects/worker.h"
#include "gpu/device/device.h"
#include "reference/io/process.h"
#include "reference/io/progress_line.h"

namespace bindpose::conformance {
namespace {

using nlohmann::ordered_json;

constexpr double longest_survey = 20;  // seconds

/// The subject that judges a device.
SubjectSpec subject_of(const gpu::DeviceRequest& request) {
  SubjectSpec spec{"gpu", std::string(gpu::to_string(request.platform)), {}};
  if (request.platform == gpu::Platform::device) spec.target += fmt::format(":{}", request.index);
  if (request.api == gpu::Api::gles && request.platform != gpu::Platform::angle) spec.options["api"] = "gles";
  return spec;
}

SubjectSpec asked(SubjectSpec spec, bool with_report) {
  if (with_report) spec.options["card"] = "made";
  return spec;
}

tl::unexpected<Error> interruption() {
  return fail("INTERRUPTED", "devices", "a signal has interrupted the search for devices");
}

/// A device's description of itself.
using Said = Expected<SubjectInfo>;

/// Opens each device in its own process: EGL and OSMesa cannot share a process, a driver may crash,
/// and drivers are loaded only there.
Said ask(const SubjectSpec& spec, bool with_report) {
  if (interrupted()) return interruption();
  const auto subject = start_worker(asked(spec, with_report));
  if (!subject) return tl::unexpected(subject.error());
  return (*subject)->info();
}

/// The devices of one platform, or why it has none.
struct Found {
  std::vector<std::pair<SubjectSpec, Said>> devices;
  std::optional<Error> missing;
};

/// How much of each device is reported.
enum class Detail { row, all, json };

void print_details(const SubjectSpec& spec, const Said& said) {
  say(stdout, "{}\n", to_string(spec));
  if (!said) say(stdout, "  cannot be used: {}\n", bindpose::to_string(said.error()));
  if (!said) return;
  for (const auto& [key, value] : *said)
    if (!value.empty()) say(stdout, "  {:<42} {}\n", key, value);
}

/// Columns of the terminal on stdout; 0 if stdout is not a terminal or its width is unknown.
std::size_t columns_of_output() {
  winsize size = {};
  return ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

/// Prints devices as they are found, or collects them.
class Listing {
 public:
  explicit Listing(Detail detail) : detail_(detail), table_(device_table_width(columns_of_output())) {
    if (detail_ == Detail::row) fmt::print("{}", table_.head());
  }

  void add(const Found& found) {
    for (const auto& [spec, said] : found.devices)
      add_device(spec, said);
    if (found.missing) add_missing(*found.missing);
  }

  void add_missing(const Error& missing) {
    list_["missing"].push_back(bindpose::to_string(missing));
    if (detail_ == Detail::row) say(stdout, "{}", table_.missing(missing));
    if (detail_ == Detail::all) say(stdout, "not here: {}\n", bindpose::to_string(missing));
  }

  /// The exit code.
  int end() const {
    if (detail_ == Detail::json) fmt::print("{}", json_text(list_));
    if (detail_ == Detail::row && table_.is_shortened())
      fmt::print("... is longer: bindpose devices --details\n");
    return any_ ? 0 : 3;
  }

 private:
  void add_device(const SubjectSpec& spec, const Said& said) {
    ordered_json entry = {{"subject", to_string(spec)}};
    if (said) {
      any_ = true;
      entry["info"] = *said;
    } else {
      entry["error"] = bindpose::to_string(said.error());
    }
    list_["devices"].push_back(entry);
    if (detail_ == Detail::all) print_details(spec, said);
    if (detail_ == Detail::row)
      fmt::print("{}", said ? table_.row(to_string(spec), *said) : table_.row(to_string(spec), said.error()));
  }

  Detail detail_;
  DeviceTable table_;
  bool any_ = false;
  ordered_json list_ = {
      {"format", device_list_format}, {"devices", ordered_json::array()}, {"missing", ordered_json::array()}};
};

/// Vulkan's, OpenCL's or CUDA's devices by their numbers, up to the first that is not there.
Found numbered_devices(const char* kind, bool with_report) {
  Found found;
  for (int index = 0;; ++index) {
    const SubjectSpec spec{kind, std::to_string(index), {}};
    Said said = ask(spec, with_report);
    const std::string code = said ? "" : said.error().code;
    const bool none = code == "LIBRARY_MISSING" || code == "DEVICE_UNAVAILABLE";
    if (none && index == 0) found.missing = said.error();
    if (!none) found.devices.emplace_back(spec, std::move(said));
    // After other errors, such as a crash, a device of the next number may still exist.
    if (!code.empty() && code != "CONTEXT_REFUSED" && code != "SELF_TEST") return found;
  }
}

/// The device that a headless browser chooses and, if that is hardware, also its software device.
Found browser_devices(const char* kind, bool with_report) {
  Found found;
  for (const char* target : {"", "swiftshader"}) {
    const SubjectSpec spec{kind, target, {}};
    Said said = ask(spec, with_report);
    if (!said && said.error().code == "LIBRARY_MISSING") {
      found.missing = said.error();
      return found;
    }
    const bool is_software = said && !value_of(*said, "software").empty();
    found.devices.emplace_back(spec, std::move(said));
    if (is_software) return found;
  }
  return found;
}

struct Stack {
  std::string name;
  std::function<Found()> ask;
};

/// All platforms and APIs that may have devices.
std::vector<Stack> stacks(const std::vector<gpu::DeviceRequest>& requests, bool with_report) {
  std::vector<Stack> all;
  for (const gpu::DeviceRequest& request : requests)
    all.push_back({to_string(subject_of(request)), [spec = subject_of(request), with_report] {
                     Found found;
                     found.devices.emplace_back(spec, ask(spec, with_report));
                     return found;
                   }});
  for (const char* kind : {"vulkan", "opencl", "cuda"})
    all.push_back({kind, [kind, with_report] { return numbered_devices(kind, with_report); }});
  for (const char* kind : {"webgl", "webgpu"})
    all.push_back({kind, [kind, with_report] { return browser_devices(kind, with_report); }});
  return all;
}

/// Runs one search per processor at a time; reports in order, each as soon as all earlier ones end.
void ask_all(const std::vector<Stack>& all, const std::function<void(std::size_t, const Found&)>& tell) {
  std::vector<std::promise<Found>> answers(all.size());
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < all.size(); i = next++)
      answers[i].set_value(all[i].ask());
  };
  std::vector<std::thread> threads;
  const std::size_t most = std::max(1U, std::thread::hardware_concurrency());
  for (std::size_t i = 0; i < std::min(most, all.size()); ++i)
    threads.emplace_back(work);
  ProgressLine progress;
  for (std::size_t i = 0; i < all.size(); ++i) {
    progress.show(i, all.size(), "testing " + all[i].name);
    const Found found = answers[i].get_future().get();
    progress.clear();
    tell(i, found);
  }
  for (std::thread& thread : threads)
    thread.join();
}

/// Runs in its own process, because it loads drivers. If they crash or hang, each platform is tried: its
/// worker reports why it fails.
gpu::Reachable reachable_devices() {
  const auto text = text_of_a_child(
      [] {
        ordered_json list = {{"requests", ordered_json::array()}, {"missing", ordered_json::array()}};
        const gpu::Reachable found = gpu::reachable_devices();
        for (const gpu::DeviceRequest& each : found.requests)
          list["requests"].push_back({each.platform, each.index, each.api});
        for (const Error& each : found.missing)
          list["missing"].push_back({each.code, each.where, each.message});
        return list.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
      },
      longest_survey);
  gpu::Reachable reachable;
  if (!text) {
    for (const auto platform : {gpu::Platform::surfaceless, gpu::Platform::osmesa, gpu::Platform::angle})
      reachable.requests.push_back({platform, 0, gpu::Api::gl});
    return reachable;
  }
  const ordered_json list = ordered_json::parse(*text);
  for (const ordered_json& each : list["requests"])
    reachable.requests.push_back({each[0].get<gpu::Platform>(), each[1].get<int>(), each[2].get<gpu::Api>()});
  for (const ordered_json& each : list["missing"])
    reachable.missing.push_back({each[0], each[1], each[2]});
  return reachable;
}

Expected<int> list_devices(Detail detail, bool with_report) {
  catch_interrupts();  // workers have browsers and temporary files
  const gpu::Reachable reachable = reachable_devices();
  Listing listing(detail);
  const auto tell_missing = [&] {
    for (const Error& missing : reachable.missing)
      listing.add_missing(missing);
  };
  const std::size_t opengl = reachable.requests.size();
  ask_all(stacks(reachable.requests, with_report), [&](std::size_t stack, const Found& found) {
    if (interrupted()) return;
    if (stack == opengl) tell_missing();  // after OpenGL's own devices
    listing.add(found);
  });
  if (interrupted()) return interruption();
  return listing.end();
}

}  // namespace

bool any_device_opens() {
  const gpu::Reachable reachable = reachable_devices();
  return std::ranges::any_of(reachable.requests, [](const gpu::DeviceRequest& request) {
    return ask(subject_of(request), false).has_value();
  });
}

void add_devices_command(CLI::App& app, int& exit_code) {
  auto json = std::make_shared<bool>(false), with_report = std::make_shared<bool>(false),
       details = std::make_shared<bool>(false);
  CLI::App* devices = app.add_subcommand(
      "devices", "List and test the OpenGL, Vulkan, OpenCL, CUDA, WebGL and WebGPU devices of this machine");
  devices->add_flag("--details,-v,--verbose", *details, "Print all properties and limits of each");
  devices->add_flag("--json", *json, "The same for programs");
  devices->add_flag("--card", *with_report,
                    "Arithmetic of each where the shading language leaves a choice: order of sums, fused "
                    "operations, subnormals, NaN, errors of functions; with its details");
  devices->footer(
      "Each is opened in a process of its own and captures a known transform before it is listed.\n"
      "Exit code: 0 one works, 2 a signal has ended the search, 3 none works.\n"
      "Example: bindpose devices");
  devices->callback([json, with_report, details, &exit_code] {
    const Detail told = *details || *with_report ? Detail::all : Detail::row;
    exit_code = done(list_devices(*json ? Detail::json : told, *with_report));
  });
}

void add_worker_command(CLI::App& app, int& exit_code) {
  offer_worker();
  auto name = std::make_shared<std::string>();
  CLI::App* worker = app.add_subcommand("worker", "");
  worker->group("");  // not for people
  worker->add_option("SUBJECT", *name)->required();
  auto self_test = std::make_shared<SelfTest>(SelfTest::made);
  worker->add_flag_callback("--untested", [self_test] { *self_test = SelfTest::left_out; });
  worker->callback([name, self_test, &exit_code] {
    constexpr int socket = 3;
    const auto spec = parse_subject(*name);
    exit_code = spec ? serve(*spec, socket, *self_test) : 2;
  });
}

}  // namespace bindpose::conformance
