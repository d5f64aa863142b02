// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cache/tree.h"

#include <algorithm>
#include <ctime>
#include <memory>

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "conformance/cache/sealed_file.h"
#include "conformance/cache/sha256.h"
#include "reference/io/process.h"

namespace bindpose::conformance {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t progress_step = 256;  // entries
constexpr off_t most_read = off_t{1} << 30;
constexpr std::time_t settled_after = 2;  // seconds after which a file system's clock has advanced

constexpr std::size_t everything = std::numeric_limits<std::size_t>::max();

/// Returns false to end the walk.
using Visit = std::function<bool(const std::string& name, const std::string& path, const struct stat& looks)>;

struct Entry {
  std::string name;
  struct stat looks;
};

/// The entries of a folder by name. Uses the folder's descriptor, because a system has some hundred
/// thousand long paths.
std::vector<Entry> entries_in(const std::string& folder, std::size_t most) {
  std::vector<Entry> entries;
  const std::unique_ptr<DIR, decltype([](DIR* opened) { ::closedir(opened); })> opened(
      ::opendir(folder.c_str()));
  if (opened == nullptr) return entries;
  while (const dirent* entry = entries.size() < most ? ::readdir(opened.get()) : nullptr) {
    const std::string_view name = entry->d_name;
    struct stat looks {};
    if (name != "." && name != ".." &&
        ::fstatat(::dirfd(opened.get()), entry->d_name, &looks, AT_SYMLINK_NOFOLLOW) == 0)
      entries.push_back({std::string(name), looks});
  }
  std::ranges::sort(entries, {}, &Entry::name);
  return entries;
}

/// Extends name and path for each entry, and restores them: a new fs::path for each would take half the time of a walk.
bool visit_entries(std::string& name, std::string& path, const Visit& look, std::size_t most_names) {
  const std::size_t name_length = name.size(), path_length = path.size();
  for (const Entry& each : entries_in(path, most_names)) {
    name.append("/").append(each.name);
    path.append("/").append(each.name);
    if (!look(name, path, each.looks)) return false;
    if (S_ISDIR(each.looks.st_mode) && !visit_entries(name, path, look, most_names)) return false;
    name.resize(name_length);
    path.resize(path_length);
  }
  return true;
}

/// All entries by name, each folder before its contents; of a folder that is too large, only the first names
/// found. Follows no links. False if the walk was ended.
bool visit(const fs::path& tree, std::string name, const Visit& look, std::size_t most_names = everything) {
  struct stat looks {};
  if (::lstat(tree.c_str(), &looks) != 0) return true;
  std::string path = tree.string();
  if (!look(name, path, looks)) return false;
  return !S_ISDIR(looks.st_mode) || visit_entries(name, path, look, most_names);
}

std::size_t number(const struct timespec& time) {
  constexpr std::size_t nanoseconds = 1000000000;
  return static_cast<std::size_t>(time.tv_sec) * nanoseconds + static_cast<std::size_t>(time.tv_nsec);
}

/// Identifies a huge file by device, number and last change instead of reading it for an hour.
std::string large_file(const struct stat& looks) {
  return fmt::format("{} bytes of file {} on {}, changed at {}", looks.st_size, looks.st_ino, looks.st_dev,
                     number(looks.st_ctim));
}

std::string bytes_of(const std::string& path, const struct stat& looks) {
  std::error_code error;
  if (S_ISLNK(looks.st_mode)) return fs::read_symlink(path, error).string();
  if (!S_ISREG(looks.st_mode)) return "";
  if (looks.st_size > most_read) return large_file(looks);
  const auto content = sha256_of_file(path);
  return content ? *content : "unreadable, " + std::to_string(looks.st_size);
}

}  // namespace

std::string content_name(const fs::path& tree, const std::function<void()>& each) {
  Sha256 all;
  std::error_code error;
  const fs::path meant = fs::canonical(tree, error);  // follows a link given by name, but no links inside
  visit(error ? tree : meant, "",
        [&](const std::string& name, const std::string& path, const struct stat& looks) {
          all.add(name).add(static_cast<std::size_t>(looks.st_mode)).add(bytes_of(path, looks));
          if (each) each();
          return true;
        });
  return all.name();
}

Expected<void> require_size(const fs::path& tree, const TreeSize& most) {
  constexpr double gibibyte = 1 << 30;
  TreeSize size;
  Expected<void> result;
  visit(
      tree, "",
      [&](const std::string& name, const std::string&, const struct stat& looks) {
        ++size.entries;
        if (S_ISREG(looks.st_mode)) size.bytes += static_cast<std::uintmax_t>(looks.st_size);
        if (size.entries > most.entries)
          result = fail("TREE_SIZE", "", fmt::format("it has more than {} files and folders", most.entries));
        else if (S_ISDIR(looks.st_mode) &&
                 static_cast<std::size_t>(std::ranges::count(name, '/')) > most.levels)
          result =
              fail("TREE_SIZE", "", fmt::format("its folders are nested more than {} deep", most.levels));
        else if (size.bytes > most.bytes)
          result = fail("TREE_SIZE", name.substr(std::min<std::size_t>(name.size(), 1)),
                        fmt::format("it is too large: {:.2f} GiB up to this file, expected at most {:g} GiB",
                                    static_cast<double>(size.bytes) / gibibyte,
                                    static_cast<double>(most.bytes) / gibibyte));
        return result.has_value();
      },
      most.entries + 1);
  return result;
}

Looks looks_at(const std::vector<fs::path>& trees) {
  Sha256 all;
  bool is_settled = true;
  const std::time_t now = std::time(nullptr);
  for (const fs::path& tree : trees)
    visit(tree, tree.string(), [&](const std::string& name, const std::string&, const struct stat& looks) {
      all.add(name).add(static_cast<std::size_t>(looks.st_mode));
      all.add(static_cast<std::size_t>(looks.st_dev)).add(static_cast<std::size_t>(looks.st_ino));
      all.add(static_cast<std::size_t>(looks.st_size));
      all.add(number(looks.st_mtim)).add(number(looks.st_ctim));
      is_settled = is_settled && looks.st_ctim.tv_sec + settled_after < now;
      return true;
    });
  return {all.name(), is_settled};
}

std::string looks_of(const std::vector<fs::path>& trees) {
  Looks looks = looks_at(trees);
  return looks.is_settled ? std::move(looks.name) : "";
}

std::string LargeContent::read_all() const {
  std::size_t entries = 0, done = 0;
  for (const fs::path& tree : trees_)
    visit(tree, "",
          [&entries](const std::string&, const std::string&, const struct stat&) { return ++entries > 0; });
  const auto show = [&] {
    if (reading_.progress) reading_.progress(done, std::max(done, entries));
  };
  show();
  Sha256 all;
  for (const fs::path& tree : trees_)
    all.add(tree.string()).add(content_name(tree, [&] {
      if (++done % progress_step == 0) show();
    }));
  done = entries;
  show();
  return all.name();
}

std::string LargeContent::name() {
  const std::string looks = looks_of(trees_);
  if (!looks.empty() && looks == read_looks_) return read_name_;
  if (!looks.empty() && !notes_.empty())
    if (auto known = read_sealed(notes_, looks)) return *std::move(known);
  std::string name = read_all();
  // Trees that changed meanwhile now have another looks_at().
  if (interrupted() || looks.empty() || looks != looks_of(trees_)) return name;
  read_looks_ = looks;
  read_name_ = name;
  if (notes_.empty()) return name;
  if (const auto kept = write_sealed(notes_, looks, name); !kept && reading_.not_kept)
    reading_.not_kept(kept.error());
  return name;
}

}  // namespace bindpose::conformance
