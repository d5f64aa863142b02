// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/sandbox/readable_copy.h"

#include <algorithm>
#include <system_error>

#include <fmt/format.h>

#include "conformance/subjects/sandbox/folders.h"
#include "reference/model/try.h"

namespace bindpose::conformance {
namespace {

namespace fs = std::filesystem;
using fs::perms;

/// What its owner may do, everybody may, but write.
perms for_all(perms owner) {
  const perms run = (owner & perms::owner_exec) == perms::none
                        ? perms::none
                        : perms::owner_exec | perms::group_exec | perms::others_exec;
  return perms::owner_read | perms::owner_write | perms::group_read | perms::others_read | run;
}

bool has_rights_for_all(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::symlink_status(path, error);
  if (fs::is_symlink(status)) return true;
  perms needed = perms::others_read;
  if (fs::is_directory(status) || (status.permissions() & perms::owner_exec) != perms::none)
    needed |= perms::others_exec;
  return (status.permissions() & needed) == needed;
}

constexpr const char* gone = "FILE_GONE";

tl::unexpected<Error> cannot(const char* code, const fs::path& path, const std::error_code& error) {
  return fail(error == std::errc::no_such_file_or_directory ? gone : code, path.string(), error.message());
}

/// Error FILE_GONE where there is nothing, beside those of copy_for_all().
Expected<void> copy(const fs::path& from, const fs::path& to, const std::vector<fs::path>& but,
                    std::uintmax_t& left, int depth = 0) {
  std::error_code error;
  if (std::ranges::find(but, from) != but.end()) return {};
  const fs::file_status status = fs::symlink_status(from, error);
  if (error) return cannot("FILE_READ", from, error);
  if (fs::is_symlink(status)) {
    fs::copy_symlink(from, to, error);
  } else if (fs::is_regular_file(status)) {
    const std::uintmax_t size = fs::file_size(from, error);
    if (error) return cannot("FILE_READ", from, error);
    if (size > left)
      return fail("SANDBOX_FOLDER", from.string(),
                  fmt::format("other users may not read it, and more than {} MiB are not copied for one: "
                              "allow them to, or name "
                              "a smaller folder with --folder",
                              most_copied >> 20));
    left -= size;
    fs::copy_file(from, to, error);
  } else if (fs::is_directory(status)) {
    if (depth == deepest)
      return fail("SANDBOX_FOLDER", from.string(),
                  fmt::format("the folders are nested more than {} deep and are not copied", deepest));
    fs::create_directory(to, error);
    fs::directory_iterator entry(from, error);
    if (error) return cannot("FILE_READ", from, error);
    for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
      auto copied = copy(entry->path(), to / entry->path().filename(), but, left, depth + 1);
      // What goes away meanwhile, such as the parts of a report beside it, is not missed.
      if (!copied && copied.error().code != gone) return copied;
    }
  } else {
    return {};
  }
  if (!error && !fs::is_symlink(status)) fs::permissions(to, for_all(status.permissions()), error);
  if (error) return cannot("FILE_WRITE", to, error);
  return {};
}

}  // namespace

bool is_open_to_all(const fs::path& path) {
  std::error_code error;
  if (!has_rights_for_all(path)) return false;
  if (!fs::is_directory(path, error)) return true;
  for (fs::recursive_directory_iterator entry(path, error), end; !error && entry != end;
       entry.increment(error))
    if (entry.depth() >= deepest || !has_rights_for_all(entry->path())) return false;
  return !error;
}

bool is_reached_by_all(const fs::path& path) {
  fs::path way;
  for (const fs::path& step : fs::absolute(path).lexically_normal().parent_path()) {
    std::error_code error;
    way /= step;
    if ((fs::status(way, error).permissions() & perms::others_exec) == perms::none || error) return false;
  }
  return true;
}

Expected<void> copy_for_all(const fs::path& from, const fs::path& to, const std::vector<fs::path>& but) {
  std::uintmax_t left = most_copied;
  auto copied = copy(from, to, but, left);
  if (!copied && copied.error().code == gone) copied.error().code = "FILE_READ";
  return copied;
}

void open_to_all(const fs::path& path) {
  std::error_code error;
  const auto open = [&error](const fs::path& each) {
    const fs::file_status status = fs::symlink_status(each, error);
    if (!error && !fs::is_symlink(status))
      fs::permissions(each, for_all(status.permissions()), fs::perm_options::add, error);
  };
  open(path);
  for (fs::recursive_directory_iterator entry(path, error), end; !error && entry != end;
       entry.increment(error)) {
    open(entry->path());
    if (entry.depth() >= deepest) entry.disable_recursion_pending();
  }
}

}  // namespace bindpose::conformance
