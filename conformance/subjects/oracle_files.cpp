// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/oracle_files.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "conformance/subjects/adapter.h"
#include "conformance/subjects/oracle_content.h"

namespace bindpose::conformance {
namespace {

namespace fs = std::filesystem;

bool is_program_folder(std::string_view name) {
  return std::ranges::any_of(std::array{"bin", "sbin", "games", "libexec"},
                             [name](std::string_view each) { return name == each; });
}

/// Type of an entry of a folder, as in dirent.h.
unsigned char type_of(const dirent& entry, DIR* folder) {
  if (entry.d_type != DT_UNKNOWN) return entry.d_type;
  struct stat status {};
  if (::fstatat(::dirfd(folder), entry.d_name, &status, AT_SYMLINK_NOFOLLOW) != 0) return DT_UNKNOWN;
  return static_cast<unsigned char>(IFTODT(status.st_mode));
}

class Search {
 public:
  Search(fs::path root, Look look, const OwnFiles& own, const SearchLimits& limits)
      : root_(root.has_filename() ? std::move(root) : root.parent_path()),
        look_(look),
        own_(own),
        limits_(limits) {}

  OracleFiles run() {
    std::error_code error;
    if (!fs::is_directory(root_, error)) {
      consider_file(root_);
    } else {
      consider_folder(root_.parent_path(), root_.filename().string(), false);
      while (!open_folders_.empty() && result_.unfinished.empty()) {
        const auto [folder, has_programs] = open_folders_.back();
        open_folders_.pop_back();
        if (!is_found(folder)) enter(folder, has_programs);
      }
    }
    drop_inner();
    return std::move(result_);
  }

 private:
  struct OpenFolder {
    fs::path path;
    bool has_programs;  ///< the folder or a parent folder is for programs
  };

  void enter(const fs::path& folder, bool has_programs) {
    const std::unique_ptr<DIR, decltype([](DIR* opened) { ::closedir(opened); })> opened(
        ::opendir(folder.c_str()));
    if (opened == nullptr) return note_unreadable(folder);
    for (const dirent* entry = ::readdir(opened.get()); entry != nullptr; entry = ::readdir(opened.get())) {
      const std::string_view name = entry->d_name;
      if (name == "." || name == "..") continue;
      if (++visited_ > limits_.entries)
        return note(fmt::format("it has more than {} files", limits_.entries));
      const unsigned char type = type_of(*entry, opened.get());
      if (type == DT_DIR)
        consider_folder(folder, name, has_programs);
      else if (type == DT_REG && (look_ == Look::every_file || may_be_oracle(name, has_programs)))
        consider_file(folder / name);
      else if (type == DT_LNK && has_programs)
        consider_link(folder / name);
    }
  }

  void consider_folder(const fs::path& parent, std::string_view name, bool has_programs) {
    fs::path folder = parent / name;
    if (is_oracle_folder(parent, name) && !(name == "solution" && is_own_solution(folder)))
      add(folder, true);
    else
      open_folders_.push_back({std::move(folder), has_programs || is_program_folder(name)});
  }

  /// A solution in the subject's folder or next to it.
  bool is_own_solution(const fs::path& folder) const {
    return !own_.folder.empty() &&
           (is_below(folder.string(), own_.folder) || is_below(own_.folder, folder.parent_path().string()));
  }

  void consider_file(const fs::path& file) {
    if (std::ranges::find(own_.programs, file.string()) != own_.programs.end()) return;
    switch (oracle_content(file)) {
      case OracleContent::none:
        return;
      case OracleContent::answers:
        return add(file, false);
      case OracleContent::golden_index:
        return add(golden_folder(file), true);
      case OracleContent::build_cache:
        if (!is_below(own_.folder, file.parent_path().string())) add(file.parent_path(), true);
    }
  }

  /// Considers a link among programs: a command may be a link to a program in any folder, or its
  /// file may be in a folder that a link names.
  void consider_link(const fs::path& link) {
    std::error_code error;
    const fs::path target = fs::canonical(link, error);
    if (error || !is_below(target.string(), root_.string())) return;
    if (fs::is_regular_file(target, error)) return consider_file(target);
    const bool is_on_the_way = is_below(link.parent_path().string(), target.string());  // bin/X11 equals bin
    if (fs::is_directory(target, error) && !is_on_the_way && linked_.insert(target).second)
      open_folders_.push_back({target, true});
  }

  /// The folder of the algorithm of a cases.json, or all of golden/data if it has its usual name.
  fs::path golden_folder(const fs::path& index) const {
    const fs::path folder = index.parent_path(), data = folder.parent_path().parent_path();
    const bool is_whole = data.filename() == "data" && data.parent_path().filename() == "golden" &&
                          is_below(data.string(), root_.string());
    return is_whole ? data : folder;
  }

  void add(const fs::path& path, bool is_folder) {
    if (is_found(path)) return;
    if (result_.found.size() >= limits_.found)
      return note(fmt::format("more than {} files in it have expected outputs", limits_.found));
    result_.found.push_back({path.string(), is_folder});
  }

  bool is_found(const fs::path& path) const {
    return std::ranges::any_of(
        result_.found, [name = path.string()](const OracleFile& each) { return is_below(name, each.name); });
  }

  /// Removes files whose folder was found later.
  void drop_inner() {
    std::vector<OracleFile> all = std::move(result_.found);
    result_.found.clear();
    std::ranges::stable_sort(all, {}, [](const OracleFile& each) { return each.name.size(); });
    for (OracleFile& each : all)
      if (!is_found(each.name)) result_.found.push_back(std::move(each));
  }

  /// A subject of the same user cannot read the folder either; another user perhaps can.
  void note_unreadable(const fs::path& folder) {
    const int reason = errno;
    if (reason == ENOENT || reason == ENOTDIR || (reason == EACCES && ::geteuid() != 0)) return;
    note(fmt::format("{}: {}", folder.string(), std::strerror(reason)));
  }

  void note(std::string why) { result_.unfinished = std::move(why); }

  fs::path root_;
  Look look_;
  const OwnFiles& own_;
  SearchLimits limits_;
  std::vector<OpenFolder> open_folders_;
  std::set<fs::path> linked_;  ///< targets of links among programs that are folders
  std::size_t visited_ = 0;
  OracleFiles result_;
};

/// The project's own files with expected outputs in a folder.
OwnFiles own_in(const std::string& folder, OwnFiles own) {
  if (!is_below(own.folder, folder)) own.folder.clear();
  std::erase_if(own.programs, [&folder](const std::string& each) { return !is_below(each, folder); });
  return own;
}

OracleFiles search_system_once(const std::string& folder, const OwnFiles& own) {
  static std::mutex searching;
  static std::map<std::pair<std::string, std::vector<std::string>>, OracleFiles> known;
  const OwnFiles inner = own_in(folder, own);
  std::vector<std::string> names = inner.programs;
  names.push_back(inner.folder);
  const std::lock_guard lock(searching);
  const auto [entry, is_new] = known.try_emplace({folder, std::move(names)});
  if (is_new) entry->second = search_oracle_files(folder, Look::candidates, inner, system_limits);
  return entry->second;
}

}  // namespace

OracleFiles search_oracle_files(const std::string& root, Look look, const OwnFiles& own,
                                const SearchLimits& limits) {
  return Search(root, look, own, limits).run();
}

OracleFiles oracle_files_in(const std::string& folder, const OwnFiles& own) {
  return is_of_system(folder) ? search_system_once(folder, own)
                              : search_oracle_files(folder, Look::every_file, own, shown_limits);
}

std::vector<std::string> system_folders() {
  std::vector<std::string> folders = {"/usr"};
  for (const char* name : {"/bin", "/sbin", "/lib", "/lib64", "/lib32"}) {
    std::error_code error;
    if (!fs::is_symlink(name, error) && fs::is_directory(name, error)) folders.emplace_back(name);
  }
  return folders;
}

Expected<void> require_complete(const OracleFiles& files, const std::string& folder) {
  if (files.unfinished.empty()) return {};
  return fail(
      "SANDBOX_ORACLE", folder,
      fmt::format("bindpose cannot hide all golden data and bindpose programs in this folder: {}; move "
                  "them away, or show a smaller folder",
                  files.unfinished));
}

Expected<void> require_complete_search(const Sandbox& sandbox) {
  std::vector<std::string> folders = system_folders();
  for (const std::string& each : sandbox.see)
    folders.push_back(fs::absolute(each).lexically_normal().string());
  for (const std::string& folder : folders)
    BINDPOSE_CHECK(require_complete(oracle_files_in(folder, {}), folder));
  return {};
}

}  // namespace bindpose::conformance
