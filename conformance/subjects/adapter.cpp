// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/adapter.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>

#include "conformance/subjects/guarded_process.h"

namespace bindpose::conformance {
namespace {

namespace fs = std::filesystem;

/// Keeps a first word that names a program in the search path; makes paths of existing files
/// absolute, since the program starts in its own folder.
void make_absolute(std::vector<std::string>& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::error_code error;
    const bool is_path = i > 0 || words[i].find('/') != std::string::npos;
    if (is_path && !words[i].empty() && fs::exists(words[i], error))
      words[i] = fs::absolute(words[i], error).lexically_normal().string();
  }
}

/// The first of the subject's own files or folders in the command; empty: none.
std::string own_file(const std::vector<std::string>& words) {
  std::error_code error;
  for (const std::string& word : words)
    if (!word.empty() && word[0] == '/' && fs::exists(word, error) && !is_of_system(word)) return word;
  return "";
}

/// Names the contents of a folder that no subject may see completely; empty: any subject may.
std::string everybodys(const std::string& folder) {
  std::error_code error;
  const char* home = std::getenv("HOME");
  const auto holds = [&](const fs::path& path) {
    return is_below(fs::weakly_canonical(path, error), fs::weakly_canonical(folder, error));
  };
  if (home != nullptr && *home == '/' && holds(home)) return "a home";
  if (holds(fs::temp_directory_path(error)) || holds("/tmp")) return "the temporary files of all users";
  return "";
}

/// Checks that no link in the folder leads to the file: a sandbox shows targets of links. Error SANDBOX_FOLDER.
Expected<void> require_no_link(const fs::path& file, const fs::path& folder) {
  std::error_code error;
  const fs::path plain = fs::canonical(folder, error) / file.lexically_relative(folder);
  if (!error && fs::canonical(file, error) == plain) return {};
  return fail("SANDBOX_FOLDER", file.string(),
              "a symbolic link leads to this file, and a subject would see the file behind it: name that "
              "file, or show a folder with --folder");
}

/// Finds the subject's own folder or visible files. Errors: those of require_no_link().
Expected<void> find_folder(Adapter& adapter, const Sandbox& sandbox) {
  std::error_code error;
  const std::string own = own_file(adapter.command);
  if (own.empty()) return {};
  const std::string folder = fs::is_directory(own, error) ? own : fs::path(own).parent_path().string();
  const std::string whose = everybodys(folder);
  if (whose.empty()) {
    adapter.folder = folder;
    return {};
  }
  adapter.note = fmt::format(
      "{} holds {}: in it, the subject sees only the files that the command names; --folder shows a folder",
      folder, whose);
  for (const std::string& word : adapter.command) {
    if (!is_below(word, folder) || !fs::is_regular_file(word, error)) continue;
    if (sandbox.most != SandboxLevel::none) BINDPOSE_CHECK(require_no_link(word, folder));
    adapter.programs.push_back(word);
  }
  return {};
}

/// Adds the libraries next to the host, for an unpacked archive.
void start_by_host(Adapter& adapter) {
  const fs::path host = companion("bindpose-host");
  adapter.command[0] = host.string();
  adapter.programs.push_back(host.string());
  std::error_code error;
  for (fs::directory_iterator entry(host.parent_path().parent_path() / "lib/bindpose", error), end;
       !error && entry != end; entry.increment(error))
    adapter.programs.push_back(entry->path().string());
}

}  // namespace

bool is_below(const std::string& path, const std::string& folder) {
  const fs::path p = path;
  fs::path f = folder;
  if (!f.has_filename()) f = f.parent_path();  // "folder/"
  return std::mismatch(p.begin(), p.end(), f.begin(), f.end()).second == f.end();
}

bool is_of_system(const std::string& path) {
  return std::ranges::any_of(std::initializer_list<const char*>{"/usr", "/bin", "/sbin", "/lib", "/lib64",
                                                                "/etc", "/dev", "/proc", "/sys"},
                             [&path](const char* folder) { return is_below(path, folder); });
}

Expected<std::vector<std::string>> split_words(std::string_view line) {
  std::vector<std::string> words;
  bool in_word = false;
  char quote = '\0';
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quote == '\0' && (c == ' ' || c == '\t' || c == '\n')) {
      in_word = false;
      continue;
    }
    if (!in_word) words.emplace_back();
    in_word = true;
    if (c == quote)
      quote = '\0';
    else if (quote == '\0' && (c == '\'' || c == '"'))
      quote = c;
    else if (c == '\\' && quote != '\'' && i + 1 < line.size())
      words.back() += line[++i];
    else
      words.back() += c;
  }
  if (quote != '\0')
    return fail("SUBJECT_SYNTAX", std::string(line), fmt::format("the quote {} is not closed", quote));
  return words;
}

Expected<Adapter> adapter_of(const SubjectSpec& spec, const Sandbox& sandbox) {
  Adapter adapter;
  std::error_code error;
  if (spec.kind == "lib") {
    if (!fs::is_regular_file(spec.target, error))
      return fail("FILE_READ", spec.target, "expected the path of a shared library");
    adapter.command = {"", fs::absolute(spec.target).lexically_normal().string()};
  } else {
    BINDPOSE_TRY(adapter.command, split_words(spec.target));
    if (adapter.command.empty()) return fail("SUBJECT_SYNTAX", to_string(spec), "expected cmd:COMMAND LINE");
    make_absolute(adapter.command);
  }
  if (sandbox.folder.empty())
    BINDPOSE_CHECK(find_folder(adapter, sandbox));
  else
    adapter.folder = fs::absolute(sandbox.folder).lexically_normal().string();
  if (!adapter.folder.empty() && !fs::is_directory(adapter.folder, error))
    return fail("FILE_READ", adapter.folder, "expected the subject's folder");
  if (spec.kind == "lib") start_by_host(adapter);
  return adapter;
}

Expected<void> require_program(const Adapter& adapter) {
  constexpr std::string_view interpreters[] = {"node", "nodejs", "ruby", "julia", "lua", "sh", "bash"};
  constexpr std::string_view of_scripts[] = {".py", ".js", ".mjs", ".cjs", ".ts",
                                             ".rb", ".jl", ".lua", ".sh"};
  const std::vector<std::string>& words = adapter.command;
  std::error_code error;
  const auto is_there = [&](const std::string& word) {
    return fs::exists(word, error) ||
           (!adapter.folder.empty() && fs::exists(fs::path(adapter.folder) / word, error));
  };
  if (words[0].find('/') != std::string::npos && !is_there(words[0]))
    return fail("FILE_READ", words[0], "the program does not exist");
  const std::string interpreter = fs::path(words[0]).filename().string();
  if (!interpreter.starts_with("python") &&
      std::ranges::find(interpreters, interpreter) == std::end(interpreters))
    return {};
  // -c, -e and -m are followed by code or a module.
  const auto script = std::find_if(words.begin() + 1, words.end(), [](const std::string& word) {
    return !word.starts_with('-') || word.ends_with('c') || word.ends_with('e') || word.ends_with('m');
  });
  const bool is_script =
      script != words.end() && !script->starts_with('-') &&
      std::ranges::find(of_scripts, fs::path(*script).extension().string()) != std::end(of_scripts);
  if (is_script && !is_there(*script))
    return fail("FILE_READ", *script, "the file does not exist; expected the program that the command runs");
  return {};
}

}  // namespace bindpose::conformance
