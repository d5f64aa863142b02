// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/io/new_file.h"

#include <array>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "reference/io/below.h"

namespace bindpose {
namespace {

constexpr std::string_view begin_of_names = ".bindpose-", end_of_names = ".partial";
constexpr std::size_t block = 1 << 20;  // bytes per copy

/// A name that cannot be guessed; empty, with errno, if the kernel has no random numbers.
std::string random_name() {
  std::array<std::uint64_t, 2> numbers{};
  if (::getrandom(numbers.data(), sizeof numbers, 0) != sizeof numbers) return "";
  return fmt::format("{}{:016x}{:016x}{}", begin_of_names, numbers[0], numbers[1], end_of_names);
}

}  // namespace

bool is_unfinished(std::string_view name) {
  return name.starts_with(begin_of_names) && name.ends_with(end_of_names);
}

NewFile::NewFile(const std::filesystem::path& top, const std::filesystem::path& name)
    : path_(top / name), folder_(open_below(top, name.parent_path(), O_PATH | O_DIRECTORY)) {
  if (folder_.get() < 0) {
    note(reason_below(errno));
    return;
  }
  std::string partial = random_name();
  constexpr int own_and_new = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
  if (!partial.empty()) file_ = Descriptor(::openat(folder_.get(), partial.c_str(), own_and_new, 0666));
  if (file_.get() >= 0)
    partial_ = std::move(partial);
  else
    note(std::strerror(errno));
}

NewFile::~NewFile() {
  if (!partial_.empty()) ::unlinkat(folder_.get(), partial_.c_str(), 0);
}

void NewFile::add(std::string_view text) {
  if (error_.empty() && !write_all(file_, text)) note(std::strerror(errno));
}

void NewFile::add(const NewFile& other) {
  note(other.error_);
  std::vector<char> bytes(block);
  ssize_t count = 0;
  for (off_t at = 0; error_.empty() && (count = ::pread(other.file_.get(), bytes.data(), block, at)) > 0;
       at += count)
    add({bytes.data(), static_cast<std::size_t>(count)});
  if (count < 0) note(std::strerror(errno));
}

Expected<void> NewFile::result() const {
  if (!error_.empty()) return fail("FILE_WRITE", path_.string(), error_);
  return {};
}

void NewFile::put_in_place() {
  const std::string name = path_.filename().string();
  struct stat looks {};
  if (::fstatat(folder_.get(), name.c_str(), &looks, 0) == 0 && !S_ISREG(looks.st_mode))
    return note(S_ISDIR(looks.st_mode) ? "is a folder, expected a file or nothing"
                                       : "is not a regular file: remove it, or choose another name");
  // A network file system may report write errors only at close.
  if (const int copy = ::dup(file_.get()); copy >= 0 && ::close(copy) != 0) return note(std::strerror(errno));
  if (::renameat(folder_.get(), partial_.c_str(), folder_.get(), name.c_str()) != 0)
    return note(std::strerror(errno));
  partial_.clear();
}

Expected<Descriptor> NewFile::finish_open() {
  if (error_.empty()) put_in_place();
  if (auto done = result(); !done) return tl::unexpected(done.error());
  return std::move(file_);
}

Expected<void> NewFile::finish() {
  auto file = finish_open();
  if (!file) return tl::unexpected(file.error());
  return {};
}

Expected<void> NewFile::write(const std::filesystem::path& top, const std::filesystem::path& name,
                              std::string_view text) {
  NewFile file(top, name);
  file.add(text);
  auto done = file.finish();
  if (!done) done.error().message += fmt::format("; {} bytes were to be written", text.size());
  return done;
}

void NewFile::note(std::string_view error) {
  if (error_.empty()) error_ = error;
}

}  // namespace bindpose
