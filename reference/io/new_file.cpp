// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/io/new_file.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <string>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

namespace bindpose {

namespace {

/// Several machines may write into one folder, and several threads the same file.
std::string ending_of_its_own() {
  static std::atomic<unsigned> count = 0;
  std::array<char, 256> host{};
  ::gethostname(host.data(), host.size() - 1);
  return fmt::format(".{}.{}.{}.partial", host.data(), ::getpid(), ++count);
}

}  // namespace

NewFile::NewFile(std::filesystem::path path)
    : path_(std::move(path)), partial_(path_.string() + ending_of_its_own()) {
  errno = 0;
  out_.open(partial_, std::ios::binary | std::ios::trunc);
  note_error();
}

NewFile::~NewFile() {
  std::error_code ignored;
  if (!partial_.empty()) std::filesystem::remove(partial_, ignored);
}

void NewFile::add(std::string_view text) {
  errno = 0;
  out_.write(text.data(), static_cast<std::streamsize>(text.size()));
  note_error();
}

void NewFile::add(NewFile& other) {
  errno = 0;
  other.out_.flush();
  other.note_error();
  if (error_ == 0) error_ = other.error_;
  std::ifstream in(other.partial_, std::ios::binary);
  // Of nothing, << says that it failed.
  if (in.peek() != std::ifstream::traits_type::eof()) out_ << in.rdbuf();
  note_error();
}

Expected<void> NewFile::finish() {
  errno = 0;
  out_.close();
  note_error();
  std::error_code error(error_, std::generic_category());
  if (!error) std::filesystem::rename(partial_, path_, error);
  if (error) return fail("FILE_WRITE", path_.string(), error.message());
  partial_.clear();
  return {};
}

/// errno is 0 before each step: a stream does not say why it has failed.
void NewFile::note_error() {
  if (!out_ && error_ == 0) error_ = errno != 0 ? errno : EIO;
}

}  // namespace bindpose
