// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: bindpose-golden, the golden tool without the judge and without GL.
#include <CLI/CLI.hpp>

#include "conformance/cases/catches.h"
#include "golden/command.h"
#include "reference/io/process.h"

int main(int argc, char** argv) {
  bindpose::keep_freed_memory();
  CLI::App app("Writes and verifies the golden data of bindpose.", "bindpose-golden");
  app.footer(
      "Exit codes: 0 no difference, 1 differences, 2 error.\nExample: bindpose-golden verify golden/data");
  int exit_code = bindpose::golden::exit_same;
  bindpose::golden::add_golden_commands(app, &bindpose::conformance::cases_with_catches, exit_code);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : bindpose::golden::exit_error;
  }
  return exit_code;
}
