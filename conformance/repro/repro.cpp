// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/repro/repro.h"

#include <system_error>

#include <fmt/format.h>

#include "conformance/report/markdown.h"
#include "conformance/report/page_content.h"
#include "conformance/report/saved_answers.h"
#include "conformance/report/text.h"
#include "conformance/repro/gpu_recipe.h"
#include "conformance/repro/programs.h"
#include "conformance/subjects/exchange.h"

namespace bindpose::conformance {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

/// Error FOLDER_NOT_EMPTY.
Expected<void> prepare(const fs::path& folder) {
  std::error_code ignored;
  if (fs::exists(folder, ignored) && !fs::is_empty(folder, ignored))
    return fail("FOLDER_NOT_EMPTY", folder.string(), "expected an empty folder, or a new one");
  return make_folder(folder);
}

/// The inputs, and where in the folder they are.
Expected<Paths> write_question(const fs::path& folder, const Question& question) {
  Paths paths{"question.safetensors", "answer.safetensors", ""};
  if (question.asset != nullptr) {
    const fs::path file = question.asset->file;
    BINDPOSE_CHECK(copy_asset(file, folder, "asset"));
    paths.asset = (fs::path("asset") / file.filename()).string();
    return paths;
  }
  BINDPOSE_TRY(const auto bytes, question_file(question));
  BINDPOSE_CHECK(write_file(folder / paths.input, bytes));
  return paths;
}

/// Writes the files with which the Python program runs a command or a library; nothing for other subjects.
Expected<void> write_test(const fs::path& folder, const Reproducible& test, const Paths& paths) {
  const Question& question = test.judged.question;
  BINDPOSE_TRY(const auto asked, wanted(question));
  Adapter adapter;
  std::string library;
  if (test.spec.kind == "cmd") {
    BINDPOSE_TRY(adapter, adapter_of(test.spec, test.sandbox));
  }
  const bool is_asked = test.spec.kind == "cmd" || test.spec.kind == "lib";
  const auto environment = is_asked ? environment_of(test.sandbox, "") : std::map<std::string, std::string>();
  if (test.spec.kind == "lib") library = fs::absolute(test.spec.target).lexically_normal().string();
  const ordered_json document = {
      {"test", test.judged.test},
      {"outcome", to_string(test.judged.verdict.outcome)},
      {"detail", test.judged.verdict.detail},
      {"variant", test.variant},
      {"subject", test.subject.info()},
      {"command", adapter.command},
      {"folder", adapter.folder},
      {"library", library},
      {"environment", environment},
      {"seconds", test.sandbox.seconds},
      {"answered", test.is_answered},
      {"messages", ordered_json::array({start_message(), run_message(question, asked, 1, paths)})}};
  return write_file(folder / "test.json", std::string_view(json_text(document)));
}

Expected<void> write_expected(const fs::path& folder, const JudgedAnswer& judged) {
  const std::vector<Tensor> tensors = answer_tensors(judged);
  BINDPOSE_TRY(const auto bytes, to_safetensors(tensors, {{"test", judged.test}}));
  return write_file(folder / "expected.safetensors", std::span<const std::byte>(bytes));
}

/// The reason why no program runs such a subject.
std::string_view why_not_asked(std::string_view kind) {
  constexpr std::pair<std::string_view, std::string_view> reasons[] = {
      {"web", "bindpose runs the page in a browser."},
      {"files", "The outputs are files: no program to run."}};
  for (const auto& [subject, reason] : reasons)
    if (subject == kind) return reason;
  return "This subject is part of bindpose.";
}

constexpr const char* python_command = "python3 repro.py";

/// The part of the Python program that replaces running the subject.
std::string what_is_read(const Reproducible& test) {
  return test.is_answered ? " The Python program reads the output that was recorded with this folder."
                          : " The subject gave no output, as the Python program reports.";
}

/// The program that runs the device: in C, or a page.
Expected<std::string> write_device_program(const fs::path& folder, const Reproducible& test) {
  if (is_asked_by_page(test.spec)) {
    BINDPOSE_CHECK(write_page(folder, test));
    return page_command(test.spec);
  }
  BINDPOSE_TRY(const auto recipe, recipe_of(test));
  BINDPOSE_CHECK(write_recipe(folder, recipe, test));
  return command_of(recipe);
}

Expected<Written> write_program(const fs::path& folder, const Reproducible& test) {
  if (test.spec.kind == "lib")
    BINDPOSE_CHECK(write_file(folder / "library.py", std::string_view(programs::library)));
  if (test.spec.kind == "cmd" || test.spec.kind == "lib") return Written{python_command, ""};
  if (!is_asked_in_c(test.spec) && !is_asked_by_page(test.spec))
    return Written{python_command, std::string(why_not_asked(test.spec.kind)) + what_is_read(test)};
  const auto command = write_device_program(folder, test);
  if (command) return Written{*command, ""};
  if (command.error().code == "FILE_WRITE") return tl::unexpected(command.error());
  return Written{python_command, "No program can run the device: " + bindpose::to_string(command.error()) +
                                     "." + what_is_read(test)};
}

/// The files that the folder may have.
constexpr std::pair<const char*, const char*> file_meanings[] = {
    {"test.json", "the test, its verdict, the subject's description, the protocol messages"},
    {"question.safetensors", "the inputs"},
    {"asset", "the inputs: the file itself, with its buffers"},
    {"expected.safetensors", "each judged array: expected values, bounds, and the output, if any"},
    {"repro.py", "runs a command or a library again, or reads the output"},
    {"compare.py", "lists the wrong numbers, as the judge does"},
    {"library.py", "runs a shared library by its structs"},
    {"repro.c", "runs the device, using only its API"},
    {"inputs.h", "the common part of such programs"},
    {"vulkan_objects.h", "the Vulkan calls of a program"},
    {"opengl_objects.h", "the OpenGL calls of a program"},
    {"opengl_draw.h", "how vertices are drawn and captured"},
    {"recipe.h", "the input, as tables"},
    {"shader.glsl", "the shader"},
    {pass_through_shader_file, "another shader, which draws in between, or draws the captured vertices"},
    {"shader.spv", "the SPIR-V compiled from it"},
    {"kernel.cl", "the kernel made from it, in OpenCL C"},
    {"kernel.ptx", "the same as PTX"},
    {"repro.html", "a page that runs the test in any browser"}};

/// A row for each existing file.
std::string table_of_files(const fs::path& folder) {
  std::string table = "| file | what |\n| --- | --- |\n";
  std::error_code ignored;
  for (const auto& [file, meaning] : file_meanings)
    if (fs::exists(folder / file, ignored)) table += fmt::format("| {} | {} |\n", file, meaning);
  if (fs::exists(folder / vertices_file, ignored))
    table += "| *.bin | the inputs, expected values and bounds, as the program reads them |\n";
  return table;
}

std::string readme(const fs::path& folder, const Reproducible& test, const Written& written) {
  std::string text =
      fmt::format("# {}\n\n{}: {}\n\n", md_inline(test.judged.test), to_string(test.judged.verdict.outcome),
                  md_text(page_text(test.judged.verdict.detail, 2000, "test.json")));
  text += fmt::format(
      "To run it again, in this folder:\n\n```sh\n{}\n```\n\nIt ends with exit code 0 if no number is "
      "wrong, "
      "1 if one is wrong or an array is missing, 2 without an output.\n\n",
      written.run);
  if (!written.note.empty()) text += md_text(written.note) + "\n\n";
  return text + table_of_files(folder) +
         fmt::format("\nWith bindpose:\n\n```sh\n{}\n```\n", shown_text(test.command));
}

}  // namespace

Expected<Written> write_repro(const fs::path& folder, const Reproducible& test) {
  BINDPOSE_CHECK(prepare(folder));
  BINDPOSE_TRY(const Paths paths, write_question(folder, test.judged.question));
  BINDPOSE_CHECK(write_expected(folder, test.judged));
  BINDPOSE_CHECK(write_test(folder, test, paths));
  BINDPOSE_CHECK(write_file(folder / "repro.py", std::string_view(programs::python)));
  BINDPOSE_CHECK(write_file(folder / "compare.py", std::string_view(programs::compare)));
  BINDPOSE_TRY(auto written, write_program(folder, test));
  BINDPOSE_CHECK(write_file(folder / "README.md", std::string_view(readme(folder, test, written))));
  return written;
}

}  // namespace bindpose::conformance
