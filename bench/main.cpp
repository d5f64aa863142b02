// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <malloc.h>

#include "bench/apis.h"
#include "bench/bench.h"
#include "bench/binders.h"
#include "bench/captures.h"
#include "bench/rows.h"
#include "bench/software.h"
#include "bench/tables.h"
#include "bench/throughput.h"

namespace {

/// Memory that one evaluation frees serves the next. glibc would give it back to the system each time, and
/// half of what is measured would be the making of fresh pages.
void keep_freed_memory() {
  mallopt(M_MMAP_THRESHOLD, 1 << 30);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
}

/// The program bindpose beside this one, or where the build tree has it.
std::string find_program() {
  std::error_code error;
  const std::filesystem::path here = std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
  for (const auto& candidate : {here / "bindpose", here / "../conformance/bindpose"})
    if (std::filesystem::exists(candidate, error)) return candidate.string();
  return {};
}

/// Behind `flag`, where the argument begins with it.
std::optional<std::string> value_behind(const std::string& flag, const std::string& argument) {
  if (argument.rfind(flag, 0) != 0) return {};
  return argument.substr(flag.size());
}

std::vector<std::string> parts_of(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::stringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);)
    parts.push_back(part);
  return parts;
}

enum class Mode {
  benchmarks,
  tables_2005,
  software,
  captures,
  apis,
  throughput,
  rows,
  curves,
  binders,
  instructions,
  binder
};

struct Arguments {
  Mode mode = Mode::benchmarks;
  bindpose::bench::Asked asked;
  std::vector<std::string> peers;
  std::string binder;  ///< what --binder-instructions asks valgrind to run

  /// Whether it is one of ours; everything else is Google Benchmark's. std::invalid_argument and out_of_range for what is no number.
  bool take(const std::string& argument);
};

/// --subject=gpu:surfaceless (with ?variants=all every delivery by both captures); --tables-2005, --software, --captures, --apis, --throughput, --rows, --curves,
/// --binders, --binder-instructions in the place of the benchmarks. Of rows, curves and binders: --ids=lbs,dqs; of rows, captures and APIs: --turns=25; of rows: --turn-seconds=0.02,
/// and --slow=lbs=1.25, which does a quarter of its work twice; of curves, throughput and binders: --largest=10000000; of curves: --longest=SECONDS and --memory=GIB that a size may take; of software: --peer=LIBRARY (bench/peers/peer.h),
/// as often as there are some.
bool Arguments::take(const std::string& argument) {
  const std::map<std::string, Mode> modes = {{"--tables-2005", Mode::tables_2005},
                                             {"--software", Mode::software},
                                             {"--captures", Mode::captures},
                                             {"--apis", Mode::apis},
                                             {"--throughput", Mode::throughput},
                                             {"--rows", Mode::rows},
                                             {"--curves", Mode::curves},
                                             {"--binders", Mode::binders},
                                             {"--binder-instructions", Mode::instructions}};
  if (const auto found = modes.find(argument); found != modes.end()) {
    mode = found->second;
    return true;
  }
  if (const auto subject = value_behind("--subject=", argument)) {
    asked.subject = *subject;
  } else if (const auto ids = value_behind("--ids=", argument)) {
    asked.ids = parts_of(*ids, ',');
  } else if (const auto turns = value_behind("--turns=", argument)) {
    asked.turns.count = std::max(std::stoul(*turns), 1UL);
  } else if (const auto seconds = value_behind("--turn-seconds=", argument)) {
    asked.turns.least_seconds = std::stod(*seconds);
  } else if (const auto named = value_behind("--binder=", argument)) {
    mode = Mode::binder;
    binder = *named;
  } else if (const auto largest = value_behind("--largest=", argument)) {
    asked.largest = std::stoul(*largest);
  } else if (const auto longest = value_behind("--longest=", argument)) {
    asked.longest_seconds = std::stod(*longest);
  } else if (const auto memory = value_behind("--memory=", argument)) {
    asked.most_memory = std::stod(*memory) * (1 << 30);
  } else if (const auto peer = value_behind("--peer=", argument)) {
    peers.push_back(*peer);
  } else if (const auto slowed = value_behind("--slow=", argument)) {
    const auto parts = parts_of(*slowed, '=');
    if (parts.size() != 2) return false;
    asked.slowed[parts[0]] = std::max(std::stod(parts[1]), 1.0);
  } else {
    return false;
  }
  return true;
}

/// None where one of ours has no number, which is then named.
std::optional<Arguments> parse(int& argc, char** argv) {
  Arguments arguments;
  int kept = 1;
  for (int i = 1; i < argc; ++i) {
    try {
      if (!arguments.take(argv[i])) argv[kept++] = argv[i];
    } catch (const std::logic_error&) {
      fmt::print(stderr, "bindpose-bench: '{}' has no number\n", argv[i]);
      return {};
    }
  }
  argc = kept;
  return arguments;
}

int run_benchmarks(const std::string& name, bool tables_2005) {
  using namespace bindpose;
  const auto spec = conformance::parse_subject(name);
  auto subject = spec ? conformance::open_subject(*spec) : tl::unexpected(spec.error());
  if (!subject) fmt::print(stderr, "bindpose-bench: without '{}': {}\n", name, to_string(subject.error()));
  if (tables_2005) return bench::print_tables_2005(subject ? subject->get() : nullptr);

  bench::register_judge(find_program());
  bench::register_grading();
  bench::register_wrong_answer(!subject || (*subject)->info().count("vendor") == 0);
  bench::register_plain_loop();
  const std::shared_ptr<conformance::Subject> device = subject ? std::move(*subject) : nullptr;
  bench::register_morph(device);
  bench::register_examples();
  bench::register_reference();
  if (device) {
    for (const auto& [key, value] : device->info())
      if (key.rfind("limit.", 0) != 0) benchmark::AddCustomContext(key, value);
    bench::register_gpu(device);
  }
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}

template <class Print>
int print_binder_table(Print print, const bindpose::bench::Asked& asked) {
  const auto methods = bindpose::bench::binders_of(asked.ids);
  if (methods) return print(*methods, asked.largest);
  fmt::print(stderr, "bindpose-bench: {}\n", to_string(methods.error()));
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace bindpose;
  keep_freed_memory();
  const auto arguments = parse(argc, argv);
  if (!arguments) return 2;
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  switch (arguments->mode) {
    case Mode::software:
      return bench::print_software_tables(arguments->peers);
    case Mode::captures:
      return bench::print_captures(arguments->asked.subject, arguments->asked.turns.count);
    case Mode::apis:
      return bench::print_apis(arguments->asked.subject, arguments->asked.turns.count);
    case Mode::throughput:
      return bench::print_throughput(arguments->asked.subject, arguments->asked.largest);
    case Mode::rows:
      return bench::print_rows(arguments->asked);
    case Mode::curves:
      return bench::print_curves(arguments->asked);
    case Mode::binders:
      return print_binder_table(bench::print_binders, arguments->asked);
    case Mode::instructions:
      return print_binder_table(bench::print_binder_instructions, arguments->asked);
    case Mode::binder:
      return bench::answer_as_binder(arguments->binder, arguments->asked.largest);
    case Mode::tables_2005:
      return run_benchmarks(arguments->asked.subject, true);
    case Mode::benchmarks:
      break;
  }
  return run_benchmarks(arguments->asked.subject, false);
}
