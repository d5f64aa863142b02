// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "conformance/cli/commands.h"
#include "conformance/report/page_content.h"
#include "reference/io/below.h"
#include "reference/io/data_folder.h"
#include "reference/io/safetensors.h"

namespace bindpose::conformance {
namespace {

namespace fs = std::filesystem;

/// A starter of the course.
struct Starter {
  std::string_view language;
  std::vector<std::string_view> tools;
  std::string_view packages;  ///< Debian's names
  std::string_view file;      ///< that the student edits
  std::string_view subject;
  std::string_view build;  ///< empty: none
};

const Starter starters[] = {
    {"python", {"python3"}, "python3", "exercises.py", "cmd:python3 subject.py", ""},
    {"javascript", {"node"}, "nodejs", "exercises.js", "cmd:node subject.js", ""},
    {"c", {"cc", "make"}, "gcc make", "exercises.c", "lib:./subject.so", "make -s"},
    {"cpp", {"c++", "make"}, "g++ make", "exercises.cpp", "lib:./subject.so", "make -s"},
};

/// "python needs python3, javascript needs node, ..."
std::string needs_of_starters() {
  std::vector<std::string> needs;
  for (const Starter& starter : starters)
    needs.push_back(fmt::format("{} needs {}", starter.language, fmt::join(starter.tools, " and ")));
  return fmt::format("{}", fmt::join(needs, ", "));
}

bool is_here(std::string_view program) {
  return std::system(fmt::format("command -v {} >/dev/null 2>&1", program).c_str()) == 0;
}

std::string own_name() {
  std::error_code error;
  return is_here("bindpose") ? "bindpose" : fs::read_symlink("/proc/self/exe", error).string();
}

/// Removes an incomplete file, for example on a full disk. Errors: FILE_READ, FILE_WRITE.
Expected<void> copy_file(const fs::path& from, const fs::path& folder, const fs::path& name) {
  BINDPOSE_TRY(const std::string text, read_text(from));
  return write_below(folder, name, text);
}

/// Copies the starter and the rubric into an empty folder. Errors: FILE_READ, FILE_WRITE.
Expected<void> copy_files(const Starter& starter, const fs::path& folder) {
  std::error_code error;
  const fs::path from = find_data(fmt::format("course/{}", starter.language));
  // The headers of C and C++ are in a folder that is a link.
  fs::recursive_directory_iterator entry(from, fs::directory_options::follow_directory_symlink, error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error))
    if (entry->is_regular_file())
      BINDPOSE_CHECK(copy_file(entry->path(), folder, entry->path().lexically_relative(from)));
  if (error) return fail("FILE_READ", from.string(), error.message());
  return copy_file(find_data("course/rubric.json"), folder, "rubric.json");
}

/// Removes an incomplete starter, for example on a full disk, with the folder if it is new. Errors:
/// FILE_READ, FILE_WRITE.
Expected<void> copy_course(const Starter& starter, const fs::path& folder) {
  std::error_code error;
  const bool is_new = !fs::exists(folder, error);
  if (!is_new && !fs::is_empty(folder, error))
    return fail("FILE_WRITE", folder.string(), "is not an empty folder");
  auto copied = make_folder(folder);
  if (copied) copied = copy_files(starter, folder);
  if (copied) return {};
  std::vector<fs::path> written;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
    written.push_back(entry->path());
  if (is_new) written.push_back(folder);
  for (const fs::path& each : written)
    fs::remove_all(each, error);
  return copied;
}

Expected<int> run_course(const std::string& language, const std::string& folder) {
  const Starter& starter = *std::ranges::find(starters, std::string_view(language), &Starter::language);
  BINDPOSE_CHECK(copy_course(starter, folder));
  std::vector<std::string_view> missing;
  for (const std::string_view tool : starter.tools)
    if (!is_here(tool)) missing.push_back(tool);
  say(stdout, "{} has the starter; write in {}\n", one_line(folder), starter.file);
  for (const std::string_view tool : missing)
    fmt::print("missing: {}; install it, for example by: apt-get install {}\n", tool, starter.packages);
  const std::string build = starter.build.empty() ? "" : " --build " + shell_word(std::string(starter.build));
  say(stdout, "next:\n  cd {}\n  {} grade --watch{} --rubric rubric.json --subject {}\n", shell_word(folder),
      own_name(), build, shell_word(std::string(starter.subject)));
  return missing.empty() ? 0 : 1;
}

}  // namespace

void add_course_command(CLI::App& app, int& exit_code) {
  auto language = std::make_shared<std::string>();
  auto folder = std::make_shared<std::string>();
  CLI::App* course =
      app.add_subcommand("course", "Begin the skinning course: write a starter, print the command to run");
  std::vector<std::string> languages;
  for (const Starter& starter : starters)
    languages.emplace_back(starter.language);
  course->add_option("LANGUAGE", *language, "python, javascript, c or cpp")
      ->required()
      ->check(CLI::IsMember(languages));
  course->add_option("DIR", *folder, "The folder to make")->required();
  course->preparse_callback([](std::size_t words) {
    if (words > 0) return;
    fmt::print(stderr, "Languages: {}.\n", needs_of_starters());
    throw CLI::RequiredError("LANGUAGE");
  });
  course->footer(
      "Tools: " + needs_of_starters() +
      ".\nExit code: 0 ready, 1 a tool of the language is missing, 2 the folder is not empty, or cannot be "
      "written.\n"
      "Example: bindpose course python ~/skinning");
  course->callback([language, folder, &exit_code] { exit_code = done(run_course(*language, *folder)); });
}

}  // namespace bindpose::conformance
