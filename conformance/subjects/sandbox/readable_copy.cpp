// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/sandbox/readable_copy.h"

#include <algorithm>
#include <climits>
#include <cstring>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "conformance/subjects/sandbox/folders.h"
#include "reference/io/below.h"
#include "reference/model/try.h"

namespace bindpose::conformance {
namespace {

namespace fs = std::filesystem;
using fs::perms;

/// All users get the owner's rights except writing.
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

tl::unexpected<Error> cannot(const char* code, const fs::path& path, int error) {
  return fail(error == ENOENT ? gone : code, path.string(), std::strerror(error));
}

/// Makes a copy. Opens each entry relative to its folder's descriptor and follows no link, because
/// another process can replace an entry.
class Copy {
 public:
  explicit Copy(const std::vector<fs::path>& but) : but_(but) {}

  /// parent: the folder of `from`. Error FILE_GONE if it does not exist, and those of copy_for_all().
  Expected<void> entry(int parent, const fs::path& from, const fs::path& to, int depth = 0) {
    if (std::ranges::find(but_, from) != but_.end()) return {};
    const fs::path name = depth == 0 ? from : from.filename();
    const Descriptor place(::openat(parent, name.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
    struct stat status {};
    if (place.get() < 0 || ::fstat(place.get(), &status) != 0) return cannot("FILE_READ", from, errno);
    if (S_ISLNK(status.st_mode)) return link(place, from, to);
    if (!S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)) return {};
    // The descriptor refers to this file, even if another process replaces the entry now.
    const Descriptor opened(::open(in_proc(place).c_str(), O_RDONLY | O_CLOEXEC));
    if (opened.get() < 0) return cannot("FILE_READ", from, errno);
    BINDPOSE_CHECK(S_ISREG(status.st_mode) ? file(opened, status, from, to)
                                           : folder(opened, from, to, depth));
    std::error_code error;
    fs::permissions(to, for_all(fs::perms(status.st_mode & 0777)), error);
    if (error) return cannot("FILE_WRITE", to, error.value());
    return {};
  }

 private:
  static std::string in_proc(const Descriptor& place) { return fmt::format("/proc/self/fd/{}", place.get()); }

  static Expected<void> link(const Descriptor& place, const fs::path& from, const fs::path& to) {
    std::string target(PATH_MAX, '\0');
    const ssize_t length = ::readlinkat(place.get(), "", target.data(), target.size());
    if (length < 0) return cannot("FILE_READ", from, errno);
    target.resize(static_cast<std::size_t>(length));
    if (::symlink(target.c_str(), to.c_str()) != 0) return cannot("FILE_WRITE", to, errno);
    return {};
  }

  Expected<void> file(const Descriptor& opened, const struct stat& status, const fs::path& from,
                      const fs::path& to) {
    if (static_cast<std::uintmax_t>(status.st_size) > left_) return too_much(from);
    const Descriptor copy(::open(to.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    if (copy.get() < 0) return cannot("FILE_WRITE", to, errno);
    return read_blocks(opened, from, [&](std::string_view bytes) -> Expected<void> {
      if (bytes.size() > left_) return too_much(from);
      left_ -= bytes.size();
      if (!write_all(copy, bytes)) return cannot("FILE_WRITE", to, errno);
      return {};
    });
  }

  Expected<void> folder(const Descriptor& opened, const fs::path& from, const fs::path& to, int depth) {
    if (depth == deepest)
      return fail("SANDBOX_FOLDER", from.string(),
                  fmt::format("the folders are nested more than {} deep and are not copied", deepest));
    std::error_code error;
    fs::create_directory(to, error);
    if (error) return cannot("FILE_WRITE", to, error.value());
    fs::directory_iterator each(in_proc(opened), error);
    for (; !error && each != fs::directory_iterator(); each.increment(error)) {
      const fs::path name = each->path().filename();
      auto copied = entry(opened.get(), from / name, to / name, depth + 1);
      // Files may disappear during the copy, such as incomplete parts of a report.
      if (!copied && copied.error().code != gone) return copied;
    }
    if (error) return cannot("FILE_READ", from, error.value());
    return {};
  }

  static tl::unexpected<Error> too_much(const fs::path& from) {
    return fail("SANDBOX_FOLDER", from.string(),
                fmt::format("other users may not read it, and bindpose copies at most {} MiB for the "
                            "subject: let other users read it, or name a smaller folder with --folder",
                            most_copied >> 20));
  }

  const std::vector<fs::path>& but_;
  std::uintmax_t left_ = most_copied;
};

}  // namespace

Expected<void> read_blocks(const Descriptor& from, const fs::path& name,
                           const std::function<Expected<void>(std::string_view)>& take) {
  std::string block(std::size_t{1} << 18, '\0');
  for (;;) {
    const ssize_t got = ::read(from.get(), block.data(), block.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return fail("FILE_READ", name.string(), std::strerror(errno));
    if (got == 0) return {};
    BINDPOSE_CHECK(take(std::string_view(block.data(), static_cast<std::size_t>(got))));
  }
}

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
  auto copied = Copy(but).entry(AT_FDCWD, from, to);
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
