// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/spoilers.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <mutex>
#include <set>
#include <utility>

#include <sys/stat.h>

#include "conformance/subjects/plug.h"
#include "reference/io/data_folder.h"

namespace bindpose::conformance {
namespace {

namespace fs = std::filesystem;

constexpr int most_entries = 100'000;  // of a folder that is shown
constexpr int most_within =
    2'000;  // of a spoiler that are known one by one; the golden data has several hundred

/// What a file or folder is, whatever its name.
using Identity = std::pair<dev_t, ino_t>;

/// What is looked up once for each path: a class has thousands of submissions, and nobody who is judged can add to a
/// checkout or to the golden data meanwhile.
template <class Value>
class Remembered {
 public:
  const Value& of(const fs::path& path, Value (*look_up)(const fs::path&)) {
    const std::lock_guard lock(mutex_);
    const auto known = values_.find(path);
    return known != values_.end() ? known->second : values_.emplace(path, look_up(path)).first->second;
  }

 private:
  std::mutex mutex_;
  std::map<fs::path, Value> values_;
};

void add_programs(std::vector<fs::path>& paths) {
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  const fs::path folder = self.parent_path();
  const fs::path beside = folder.parent_path();
  paths.insert(paths.end(), {self, folder / "bindpose", folder / "bindpose-golden",
                             beside / "golden" / "bindpose-golden"});
  for (const char* room :
       {"reference", "gpu", "golden", "conformance"})  // bindpose/subject.h is for everybody
    paths.push_back(beside / "include" / "bindpose" / room);
  for (fs::directory_iterator entry((folder / BINDPOSE_LIBRARIES_FROM_PROGRAM).lexically_normal(), error),
       end;
       !error && entry != end; entry.increment(error))
    if (entry->path().filename().string().starts_with("libbindpose")) paths.push_back(entry->path());
}

void add_solutions(const fs::path& course, const fs::path& own, std::vector<fs::path>& paths) {
  std::error_code error;
  for (fs::directory_iterator entry(course, error), end; !error && entry != end; entry.increment(error))
    if (!is_below(own, entry->path())) paths.push_back(entry->path() / "solution");
}

/// The history of a checkout, and what was built there; nothing where a folder is none.
std::vector<fs::path> made_in_checkout(const fs::path& root) {
  std::error_code error;
  if (!fs::exists(root / "CMakeLists.txt", error)) return {};
  std::vector<fs::path> paths = {root / ".git"};
  for (fs::recursive_directory_iterator entry(root, fs::directory_options::skip_permission_denied, error),
       end;
       !error && entry != end; entry.increment(error)) {
    if (entry.depth() == 1) entry.disable_recursion_pending();
    std::error_code none;  // a link to nothing does not end the search
    if (fs::exists(entry->path() / "CMakeCache.txt", none)) paths.push_back(entry->path());
  }
  return paths;
}

/// Of the checkout that the golden data lies in, if it does.
void add_checkout(const fs::path& root, const fs::path& own, std::vector<fs::path>& paths) {
  static Remembered<std::vector<fs::path>> remembered;
  for (const fs::path& path : remembered.of(root, made_in_checkout))
    if (!is_below(own, path)) paths.push_back(path);
}

std::vector<fs::path> spoilers(const fs::path& own_folder) {
  const fs::path own = fs::weakly_canonical(own_folder);
  std::vector<fs::path> paths;
  add_programs(paths);
  for (const fs::path& data : data_folders()) {
    const fs::path golden = fs::weakly_canonical(data / "golden" / "data");
    paths.push_back(golden);
    add_solutions(fs::weakly_canonical(data / "course"), own, paths);
    add_checkout(golden.parent_path().parent_path(), own, paths);
  }
  std::erase_if(paths, [](const fs::path& path) {
    std::error_code error;
    return !fs::exists(path, error);
  });
  return paths;
}

bool identify(const fs::path& path, Identity& identity, bool& is_folder) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) return false;
  identity = {status.st_dev, status.st_ino};
  is_folder = S_ISDIR(status.st_mode);
  return true;
}

/// Of a spoiler, and of the files of its folder.
std::set<Identity> identities(const fs::path& path) {
  std::set<Identity> known;
  Identity identity;
  bool is_folder = false;
  if (!identify(path, identity, is_folder)) return known;
  known.insert(identity);
  std::error_code error;
  int left = most_within;
  for (fs::recursive_directory_iterator entry(path, fs::directory_options::skip_permission_denied, error),
       end;
       is_folder && !error && entry != end && left-- > 0; entry.increment(error))
    if (bool inner = false; identify(entry->path(), identity, inner)) known.insert(identity);
  return known;
}

}  // namespace

std::vector<Spoiler> spoilers_in(const std::string& folder, const std::string& own_folder) {
  const std::vector<fs::path> paths = spoilers(own_folder);
  const fs::path real = fs::weakly_canonical(folder);
  std::error_code error;
  std::vector<Spoiler> found;
  const auto add = [&](const fs::path& name, bool is_folder) {
    if (std::ranges::none_of(found, [&](const Spoiler& each) { return is_below(name, each.name); }))
      found.push_back({name.string(), is_folder});
  };
  for (const fs::path& path : paths) {
    if (is_below(path, folder))
      add(path, fs::is_directory(path, error));
    else if (is_below(path, real))  // the folder is a link to where it lies
      add(folder / path.lexically_relative(real), fs::is_directory(path, error));
  }
  if (is_of_system(folder)) return found;  // too much to look through, and nobody can put aliases there
  static Remembered<std::set<Identity>> remembered;
  std::vector<const std::set<Identity>*> known;
  for (const fs::path& path : paths)
    known.push_back(&remembered.of(path, identities));
  int left = most_entries;
  for (fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied, error),
       end;
       !error && entry != end && left-- > 0; entry.increment(error)) {
    Identity identity;
    bool is_folder = false;
    if (!identify(entry->path(), identity, is_folder)) continue;
    if (std::ranges::none_of(known, [&](const auto* each) { return each->contains(identity); })) continue;
    add(entry->path(), is_folder);
    if (is_folder) entry.disable_recursion_pending();
  }
  return found;
}

}  // namespace bindpose::conformance
