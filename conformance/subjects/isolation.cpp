// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/isolation.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include "conformance/subjects/guarded_process.h"
#include "conformance/subjects/sandbox/folders.h"
#include "reference/io/data_folder.h"
#include "reference/model/try.h"

namespace bindpose::conformance {
namespace {

namespace fs = std::filesystem;

constexpr const char* search_path = "/usr/local/bin:/usr/bin:/bin";
constexpr const char* small_folder = "67108864";  // bytes that a subject may put into its scratch folder

/// bubblewrap keeps descriptors 0 to 2 open as long as it runs, so that nobody would see the program close
/// them: it gets others, and the program takes them from there.
constexpr const char* take_pipes = "exec \"$@\" <&4 >&5 4<&- 5>&-";

/// Parts of /proc that a process of the machine's user 0 may write to, whatever namespace it is in: read-only.
constexpr const char* changes_the_machine[] = {"/proc/sys", "/proc/bus",  "/proc/fs",
                                               "/proc/irq", "/proc/acpi", "/proc/scsi"};
/// Others that are empty inside, as container engines have it.
constexpr const char* tells_of_the_machine[] = {"/proc/sysrq-trigger", "/proc/kcore",     "/proc/kmsg",
                                                "/proc/keys",          "/proc/key-users", "/proc/timer_list",
                                                "/proc/sched_debug"};

/// Everything of the system that a program needs to start.
std::vector<std::string> view_of_system(bool nested_namespaces) {
  std::vector<std::string> words = {
      "bwrap",         "--unshare-user",       "--unshare-ipc",     "--unshare-pid", "--unshare-net",
      "--unshare-uts", "--unshare-cgroup-try", "--die-with-parent", "--new-session", "--cap-drop",
      "ALL",           "--hostname",           "bindpose",          "--ro-bind",     "/usr",
      "/usr"};
  const auto add = [&words](std::initializer_list<std::string> more) {
    words.insert(words.end(), more.begin(), more.end());
  };
  if (!nested_namespaces) add({"--disable-userns"});
  for (const char* folder : {"bin", "sbin", "lib", "lib64", "lib32"}) {
    const fs::path path = fs::path("/") / folder;
    std::error_code error;
    if (fs::is_symlink(path, error))
      add({"--symlink", fs::read_symlink(path, error).string(), path.string()});
    else if (fs::is_directory(path, error))
      add({"--ro-bind", path.string(), path.string()});
  }
  for (const char* file : {"/etc/ld.so.cache", "/etc/alternatives"})
    add({"--ro-bind-try", file, file});
  add({"--proc", "/proc"});
  const auto exists = [](const char* path) {
    std::error_code error;
    return fs::exists(path, error);
  };
  for (const char* folder : changes_the_machine)
    if (exists(folder)) add({"--ro-bind", folder, folder});
  for (const char* file : tells_of_the_machine)
    if (exists(file)) add({"--ro-bind", "/dev/null", file});
  add({"--dev", "/dev", "--size", small_folder, "--tmpfs", "/dev/shm", "--remount-ro", "/dev", "--size",
       small_folder, "--tmpfs", "/tmp"});
  return words;
}

bool is_below(const fs::path& path, const fs::path& folder) {
  const auto [p, f] = std::mismatch(path.begin(), path.end(), folder.begin(), folder.end());
  return f == folder.end();
}

/// Files that would answer every question: this program and what belongs to it, the golden data, the course's solutions
/// unless the subject lies beside them.
std::vector<std::string> spoilers(const fs::path& plug_folder) {
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  const fs::path folder = self.parent_path();
  std::vector<std::string> paths = {self.string(), (folder / "bindpose").string(),
                                    (folder / "bindpose-golden").string(),
                                    (folder.parent_path() / "golden" / "bindpose-golden").string()};
  for (const char* room :
       {"reference", "gpu", "golden", "conformance"})  // bindpose/subject.h is for everybody
    paths.push_back((folder.parent_path() / "include" / "bindpose" / room).string());
  for (const fs::path& data : data_folders()) {
    paths.push_back(fs::weakly_canonical(data / "golden" / "data").string());
    for (fs::directory_iterator course(fs::weakly_canonical(data / "course"), error), end;
         !error && course != end; course.increment(error))
      if (!is_below(fs::weakly_canonical(plug_folder), course->path()))
        paths.push_back((course->path() / "solution").string());
  }
  const fs::path libraries = (folder / BINDPOSE_LIBRARIES_FROM_PROGRAM).lexically_normal();
  for (fs::directory_iterator entry(libraries, error), end; !error && entry != end; entry.increment(error))
    if (entry->path().filename().string().rfind("libbindpose", 0) == 0)
      paths.push_back(entry->path().string());
  std::erase_if(paths, [](const std::string& path) { return !fs::exists(path); });
  return paths;
}

/// Output of a command, for finding out a version.
std::string output_of(const std::string& command, int& code) {
  std::string text;
  std::FILE* pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) {
    code = -1;
    return text;
  }
  std::array<char, 1000> block;
  while (const std::size_t got = std::fread(block.data(), 1, block.size(), pipe))
    text.append(block.data(), got);
  code = ::pclose(pipe);
  while (!text.empty() && (text.back() == '\n' || text.back() == ' '))
    text.pop_back();
  return text;
}

bool is_of_system(const fs::path& path) {
  for (const char* folder : {"/usr", "/bin", "/sbin", "/lib", "/lib64", "/etc", "/dev", "/proc", "/sys"})
    if (is_below(path, folder)) return true;
  return false;
}

/// The first word keeps its name where it is found by the search path; a word that names a file here is made
/// absolute, since the program starts in its own folder.
void make_absolute(std::vector<std::string>& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::error_code error;
    const bool is_path = i > 0 || words[i].find('/') != std::string::npos;
    if (is_path && !words[i].empty() && fs::exists(words[i], error))
      words[i] = fs::absolute(words[i], error).lexically_normal().string();
  }
}

std::string folder_of(const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    std::error_code error;
    if (word.empty() || word[0] != '/' || !fs::exists(word, error) || is_of_system(word)) continue;
    return fs::is_directory(word, error) ? word : fs::path(word).parent_path().string();
  }
  return "";
}

}  // namespace

const Isolation& isolation() {
  static const Isolation found = [] {
    Isolation result;
    int code = 0;
    const std::string version = output_of("bwrap --version 2>/dev/null", code);
    if (code != 0) {
      result.description =
          "NONE, bubblewrap is not installed (apt install bubblewrap): limits hold and system calls are "
          "refused, files are open";
      return result;
    }
    std::string words;
    for (const bool nested : {false, true}) {  // before 0.8 it cannot forbid namespaces inside
      std::string probe;
      for (const std::string& word : view_of_system(nested))
        probe += "'" + word + "' ";
      words = output_of(probe + "--remount-ro / -- /usr/bin/true 2>&1", code);
      result.nested_namespaces = nested;
      result.bubblewrap = code == 0;
      if (result.bubblewrap) break;
    }
    result.description = result.bubblewrap ? version + ": no network, no home, no golden data"
                                           : fmt::format(
                                                 "NONE, {} does not work here ({}): limits hold and system "
                                                 "calls are refused, files are open",
                                                 version, words);
    return result;
  }();
  return found;
}

const Isolation& isolation_of(const Sandbox& sandbox) {
  static const Isolation unwanted = {false, false, "NONE, as asked for (--no-sandbox): only limits hold"};
  return sandbox.none ? unwanted : isolation();
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

Expected<Plug> plug_of(const SubjectSpec& spec, const Sandbox& sandbox) {
  Plug plug;
  if (spec.kind == "lib") {
    std::error_code error;
    if (!fs::is_regular_file(spec.target, error))
      return fail("FILE_READ", spec.target, "expected the path of a shared library");
    const std::string host = companion("bindpose-host");
    plug.command = {host, fs::absolute(spec.target).lexically_normal().string()};
    plug.programs = {host};
    plug.folder = fs::path(plug.command[1]).parent_path().string();
  } else {
    BINDPOSE_TRY(auto words, split_words(spec.target));
    if (words.empty()) return fail("SUBJECT_SYNTAX", to_string(spec), "expected cmd:COMMAND LINE");
    make_absolute(words);
    plug.folder = folder_of(words);
    plug.command = std::move(words);
  }
  if (!sandbox.folder.empty()) plug.folder = fs::absolute(sandbox.folder).lexically_normal().string();
  std::error_code error;
  if (!plug.folder.empty() && !fs::is_directory(plug.folder, error))
    return fail("FILE_READ", plug.folder, "expected the subject's folder");
  return plug;
}

Expected<ExchangeFolders> make_exchange(const Sandbox& sandbox) {
  BINDPOSE_TRY(const std::string scratch, make_temporary_folder());
  ExchangeFolders folders{scratch, scratch + "/in", scratch + "/out", "", ""};
  const bool apart = isolation_of(sandbox).bubblewrap;
  folders.seen_in = apart ? "/exchange/in" : folders.in;
  folders.seen_out = apart ? "/exchange/out" : folders.out;
  std::error_code error;
  for (const std::string& folder : {folders.in, folders.out})
    if (!fs::create_directory(folder, error)) return fail("FILE_WRITE", folder, error.message());
  return folders;
}

Confinement confine(const Plug& plug, const Sandbox& sandbox, const ExchangeFolders& folders) {
  Confinement confinement;
  confinement.environment = {
      {"PATH", search_path}, {"LANG", "C.UTF-8"}, {"HOME", "/tmp"}, {"TMPDIR", "/tmp"}};
  for (const auto& [name, value] : sandbox.env)
    confinement.environment[name] = value;
  confinement.memory = sandbox.memory;
  confinement.processes = sandbox.processes;
  confinement.disk = sandbox.disk;
  confinement.writable = folders.out;
  confinement.scratch = folders.scratch;
  confinement.filtered = !sandbox.none;
  confinement.command = plug.command;
  if (!isolation_of(sandbox).bubblewrap) {
    confinement.directory = plug.folder.empty() ? folders.out : plug.folder;
    return confinement;
  }
  std::vector<std::string> words = view_of_system(isolation().nested_namespaces);
  words.insert(words.begin() + 1, {"--seccomp", "6"});
  const auto add = [&words](std::initializer_list<std::string> more) {
    words.insert(words.end(), more.begin(), more.end());
  };
  std::vector<std::string> seen = sandbox.see;
  if (!plug.folder.empty()) seen.push_back(plug.folder);
  for (std::string& folder : seen) {
    folder = fs::absolute(folder).lexically_normal().string();
    add({"--ro-bind", folder, folder});
  }
  const auto hide = [&add](const std::string& path, bool folder) {
    if (folder)
      add({"--tmpfs", path});
    else
      add({"--ro-bind", "/dev/null", path});
  };
  for (const std::string& path : spoilers(plug.folder)) {
    if (is_below(path, "/usr")) hide(path, fs::is_directory(path));
    for (const std::string& folder : seen) {  // which may be a link to where it lies
      const fs::path real = fs::weakly_canonical(folder);
      if (is_below(path, folder))
        hide(path, fs::is_directory(path));
      else if (is_below(path, real))
        hide((folder / fs::path(path).lexically_relative(real)).string(), fs::is_directory(path));
    }
  }
  for (const std::string& program : plug.programs)
    if (!is_of_system(program)) add({"--ro-bind", program, program});
  add({"--ro-bind", folders.in, folders.seen_in, "--bind", folders.out, folders.seen_out, "--remount-ro", "/",
       "--chdir", plug.folder.empty() ? "/tmp" : plug.folder, "--", "/bin/sh", "-c", take_pipes, "sh"});
  confinement.pipes_moved = true;
  words.insert(words.end(), plug.command.begin(), plug.command.end());
  confinement.command = std::move(words);
  return confinement;
}

}  // namespace bindpose::conformance
