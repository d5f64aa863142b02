// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "golden/command.h"

#include <climits>
#include <cstdio>
#include <memory>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "golden/golden.h"
#include "reference/io/data_folder.h"
#include "reference/io/foreign_json.h"
#include "reference/io/progress_line.h"

namespace bindpose::golden {
namespace {

Progress shown_by(ProgressLine& line) {
  return
      [&line](std::string_view name, std::size_t done, std::size_t all) { line.show(done + 1, all, name); };
}

int report(const Error& error) {
  fmt::print(stderr, "error: {}\n", printable_words(to_string(error), 1000));
  return exit_error;
}

void print_table(const GoldenSummary& summary) {
  fmt::print("{:<28} {:>5} {:>10} {:>13}  {}\n", "algorithm", "cases", "bytes", "double, ulps", "worst case");
  for (const AlgorithmSummary& a : summary.algorithms)
    fmt::print("{:<28} {:>5} {:>10} {:>13.2f}  {}\n", a.path, a.cases, a.bytes, a.worst_ulps, a.worst_where);
  fmt::print("{} cases, {} files, {:.2f} MB of {:.0f}\n", summary.cases, summary.files,
             static_cast<double>(summary.bytes) / 1e6, static_cast<double>(largest_total_bytes) / 1e6);
}

const char* word(Difference::Kind kind) {
  return kind == Difference::Kind::missing       ? "missing"
         : kind == Difference::Kind::superfluous ? "superfluous"
                                                 : "differs";
}

}  // namespace

std::filesystem::path default_folder() {
  return find_data("golden/data");
}

int write_command(const std::filesystem::path& folder, const std::vector<Case>& cases) {
  ProgressLine line;
  const auto summary = write(folder, cases, shown_by(line));
  line.clear();
  if (!summary) return report(summary.error());
  print_table(*summary);
  for (const std::string& file : summary->removed)
    fmt::print("removed {}\n", printable_words(file));
  return exit_same;
}

int verify_command(const std::filesystem::path& folder, const std::vector<Case>& cases) {
  ProgressLine line;
  const auto summary = verify(folder, cases, shown_by(line));
  line.clear();
  if (!summary) return report(summary.error());
  print_table(*summary);
  for (const Difference& d : summary->differences)
    fmt::print(stderr, "{}: {}{}{}\n", word(d.kind), printable_words(d.file), d.what.empty() ? "" : ": ",
               d.what);
  if (summary->differences.empty()) {
    fmt::print("{}: every byte equals the reference's\n", printable_words(folder.string(), PATH_MAX));
    return exit_same;
  }
  fmt::print(stderr, "{}: {} files differ\n", printable_words(folder.string(), PATH_MAX),
             summary->differences.size());
  return exit_differs;
}

void add_golden_commands(CLI::App& app, Expected<std::vector<Case>> (*cases)(), int& exit_code) {
  app.require_subcommand(1);
  const auto to_write = std::make_shared<std::string>();
  CLI::App* write_app = app.add_subcommand("write", "Write the golden data of the built-in cases into DIR");
  write_app->add_option("DIR", *to_write, "the folder, e.g. golden/data")->required();
  write_app->callback([to_write, cases, &exit_code] {
    const auto given = cases();
    exit_code = given ? write_command(*to_write, *given) : report(given.error());
  });

  const auto to_verify = std::make_shared<std::string>();
  CLI::App* verify_app =
      app.add_subcommand("verify", "Make the golden data again and compare it byte for byte with DIR");
  verify_app->add_option("DIR", *to_verify, "the folder; default: the data of this program");
  verify_app->callback([to_verify, cases, &exit_code] {
    const auto given = cases();
    exit_code = !given ? report(given.error())
                       : verify_command(to_verify->empty() ? default_folder().string() : *to_verify, *given);
  });
  verify_app->footer("Exit codes: 0 the same, 1 differences, 2 error.\nExample: verify golden/data");
}

}  // namespace bindpose::golden
