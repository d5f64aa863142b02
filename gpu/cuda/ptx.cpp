// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/cuda/ptx.h"

#include <array>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include "gpu/cuda/prelude.h"
#include "gpu/device/named_line.h"
#include "reference/io/find_program.h"
#include "reference/io/process.h"
#include "reference/model/try.h"

namespace bindpose::gpu::cuda {
namespace {

constexpr std::size_t kept_words = 4000;

constexpr std::array flags = {
    "-x", "cl", "-cl-std=CL1.2", "-cl-fp32-correctly-rounded-divide-sqrt", "-Xclang",
    "-finclude-default-header", "--target=nvptx64-nvidia-cuda", "-Xclang", "-target-cpu", "-Xclang", "sm_60",
    "-O2",
    // Otherwise arrays indexed in a loop over influences, and addresses passed to functions, would be in
    // memory.
    "-mllvm", "-unroll-threshold=2000", "-mllvm", "-inline-threshold=100000", "-S", "-w", "-o", "-", "-"};

Expected<std::string> find_clang() {
  return find_program("BINDPOSE_CLANG", {"clang", "clang-14"},
                      "clang, which compiles kernels to PTX, is missing: apt-get install clang; or set "
                      "BINDPOSE_CLANG to another one");
}

/// A file in memory with the text, positioned at its beginning.
Descriptor file_of(std::string_view text) {
  Descriptor file(::memfd_create("bindpose-kernel", MFD_CLOEXEC));
  for (std::size_t at = 0; at < text.size();) {
    const ssize_t written = ::write(file.get(), text.data() + at, text.size() - at);
    if (written <= 0) break;
    at += static_cast<std::size_t>(written);
  }
  ::lseek(file.get(), 0, SEEK_SET);
  return file;
}

std::string text_of(const Descriptor& file) {
  std::string text(static_cast<std::size_t>(::lseek(file.get(), 0, SEEK_END)), '\0');
  const ssize_t read = ::pread(file.get(), text.data(), text.size(), 0);
  text.resize(read > 0 ? static_cast<std::size_t>(read) : 0);
  return text;
}

}  // namespace

Expected<std::string> compile_ptx(const std::string& kernel) {
  BINDPOSE_TRY(const auto clang, find_clang());
  const std::string text = prelude + kernel;
  const Descriptor source = file_of(text), made = file_of(""), messages = kept_messages();
  std::vector<std::string> words = {clang};
  words.insert(words.end(), flags.begin(), flags.end());
  const Child::Handed handed[] = {
      {&source, STDIN_FILENO}, {&made, STDOUT_FILENO}, {&messages, STDERR_FILENO}};
  BINDPOSE_TRY(auto child, Child::start(clang, words, handed));
  if (child.wait() == 0) return text_of(made);
  const std::string log = last_words(messages, kept_words);
  return fail("SHADER_COMPILE", clang, fmt::format("{}\n{}", log, named_line(log, text)));
}

}  // namespace bindpose::gpu::cuda
