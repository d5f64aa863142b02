// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>

#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <malloc.h>

#include "bench/bench.h"
#include "bench/software.h"
#include "bench/tables.h"

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

}  // namespace

int main(int argc, char** argv) {
  using namespace bindpose;
  keep_freed_memory();
  // --subject=gpu:surfaceless (with ?variants=all every delivery by both captures), --tables-2005, --software; everything else
  // is Google Benchmark's.
  std::string name = "gpu";
  bool tables_2005 = false;
  bool software = false;
  int kept = 1;
  for (int i = 1; i < argc; ++i) {
    constexpr const char* flag = "--subject=";
    if (std::strncmp(argv[i], flag, std::strlen(flag)) == 0)
      name = argv[i] + std::strlen(flag);
    else if (std::strcmp(argv[i], "--tables-2005") == 0)
      tables_2005 = true;
    else if (std::strcmp(argv[i], "--software") == 0)
      software = true;
    else
      argv[kept++] = argv[i];
  }
  argc = kept;
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;

  if (software) return bench::print_software_tables();
  const auto spec = conformance::parse_subject(name);
  auto subject = spec ? conformance::open_subject(*spec) : tl::unexpected(spec.error());
  if (!subject) fmt::print(stderr, "bindpose-bench: without '{}': {}\n", name, to_string(subject.error()));
  if (tables_2005) return bench::print_tables_2005(subject ? subject->get() : nullptr);

  bench::register_judge(find_program());
  bench::register_grading();
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
