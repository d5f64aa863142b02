// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "bench/bench.h"
#include "bench/binders.h"
#include "bench/rows.h"
#include "bench/software.h"
#include "bench/tables.h"
#include "bench/throughput.h"
#include "reference/io/process.h"

namespace {

/// The program bindpose next to this one, or in the build tree.
std::string find_program() {
  std::error_code error;
  const std::filesystem::path here = std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
  for (const auto& candidate : {here / "bindpose", here / "../conformance/bindpose"})
    if (std::filesystem::exists(candidate, error)) return candidate.string();
  return {};
}

int run_benchmarks(const std::string& name, bool tables_2005) {
  using namespace bindpose;
  const auto spec = conformance::parse_subject(name);
  auto subject = spec ? conformance::open_subject(*spec) : tl::unexpected(spec.error());
  if (!subject)
    fmt::print(stderr, "bindpose-bench: cannot measure '{}': {}\n", name, to_string(subject.error()));
  if (tables_2005) return bench::print_tables_2005(subject ? subject->get() : nullptr);

  bench::register_judge(find_program());
  bench::register_grading();
  bench::register_wrong_answer(!subject || (*subject)->info().count("vendor") == 0);
  const std::shared_ptr<conformance::Subject> device = subject ? std::move(*subject) : nullptr;
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

struct Arguments {
  bindpose::bench::Asked asked;
  std::vector<std::string> peers;
  int (*run)(const Arguments&) = [](const Arguments& of) { return run_benchmarks(of.asked.subject, false); };
};

/// The options that print other results than the benchmarks.
const std::map<std::string, decltype(Arguments::run)>& modes() {
  namespace bench = bindpose::bench;
  static const std::map<std::string, decltype(Arguments::run)> all = {
      {"--tables-2005", [](const Arguments& of) { return run_benchmarks(of.asked.subject, true); }},
      {"--software", [](const Arguments& of) { return bench::print_software_tables(of.peers); }},
      {"--throughput",
       [](const Arguments& of) { return bench::print_throughput(of.asked.subject, of.asked.largest); }},
      {"--rows", [](const Arguments& of) { return bench::print_rows(of.asked); }},
      {"--curves", [](const Arguments& of) { return bench::print_curves(of.asked); }},
      {"--binders",
       [](const Arguments& of) { return bench::print_binders(of.asked.ids, of.asked.largest); }}};
  return all;
}

void declare(CLI::App& app, Arguments& arguments, double& gibibytes) {
  auto& asked = arguments.asked;
  for (const auto& [flag, run] : modes())
    app.add_flag_callback(flag, [&arguments, run = run] { arguments.run = run; });
  app.add_option("--subject", asked.subject,
                 "gpu:surfaceless?variants=all: every palette binding by both captures");
  app.add_option("--ids", asked.ids, "for rows, curves and binders: these algorithms")->delimiter(',');
  app.add_option("--turns", asked.turns.count, "for rows: number of rounds")->check(CLI::PositiveNumber);
  app.add_option("--turn-seconds", asked.turns.least_seconds, "for rows: least seconds of a round");
  const auto slow = [&asked](const std::string& word) {
    const std::size_t at = word.find('=');
    double factor = 0;
    if (at == std::string::npos || !CLI::detail::lexical_cast(word.substr(at + 1), factor))
      throw CLI::ValidationError("--slow", "expected ID=FACTOR");
    asked.slowed[word.substr(0, at)] = std::max(factor, 1.0);
  };
  app.add_option_function<std::string>("--slow", slow, "for rows: lbs=1.25 does a quarter of its work twice");
  app.add_option("--largest", asked.largest, "for curves, throughput and binders: vertices");
  app.add_option("--longest", asked.longest_seconds, "for curves: seconds that a size may take");
  app.add_option("--memory", gibibytes, "for curves: GiB that a size may take");
  app.add_option("--peer", arguments.peers, "for software: a library (bench/peers/peer.h)");
}

}  // namespace

int main(int argc, char** argv) {
  bindpose::keep_freed_memory();
  Arguments arguments;
  double gibibytes = 0;
  CLI::App app("Measures bindpose. Other options are those of Google Benchmark.", "bindpose-bench");
  app.allow_extras();
  declare(app, arguments, gibibytes);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  arguments.asked.most_memory = gibibytes * (1 << 30);
  std::vector<std::string> others = app.remaining();
  std::vector<char*> words = {argv[0]};
  for (std::string& other : others)
    words.push_back(other.data());
  int count = static_cast<int>(words.size());
  benchmark::Initialize(&count, words.data());
  if (benchmark::ReportUnrecognizedArguments(count, words.data())) return 2;
  return arguments.run(arguments);
}
