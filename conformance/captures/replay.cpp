// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/captures/replay.h"

#include <algorithm>
#include <array>
#include <iterator>

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include "conformance/subjects/sandbox/folders.h"
#include "reference/io/foreign_json.h"
#include "reference/io/safetensors.h"
#include "reference/model/try.h"

namespace bindpose::captures {

extern const char read_frame_script[];  // read_frame.py

namespace {

namespace fs = std::filesystem;

constexpr double seconds_of_a_replay = 600;
constexpr int says_that_renderdoc_is_missing = 3;
constexpr std::size_t last_words_kept = 2000;

/// Debian's python3, which has the module. Absolute, since the child works in another folder.
std::string python() {
  const char* named = std::getenv("BINDPOSE_RENDERDOC_PYTHON");
  if (named == nullptr || *named == '\0') return "/usr/bin/python3";
  return std::string_view(named).find('/') == std::string_view::npos ? named : fs::absolute(named).string();
}

bool has_screen() {
  for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "EGL_PLATFORM"})
    if (std::getenv(name) != nullptr) return true;
  return false;
}

Error missing() {
  return {
      "LIBRARY_MISSING", "renderdoc",
      fmt::format("{} has no module renderdoc, which replays captures: apt-get install python3-renderdoc; or "
                  "BINDPOSE_RENDERDOC_PYTHON names a python3 that has it",
                  python())};
}

/// Waits until the child closes its output, which it does not use otherwise.
Expected<void> await_end(const Descriptor& output) {
  const Deadline deadline = after(seconds_of_a_replay);
  std::array<char, 4096> ignored;
  for (;;) {
    const auto got = receive_some(output, ignored.data(), ignored.size(), deadline);
    if (got) continue;
    if (got.error().code == "CHANNEL_CLOSED") return {};
    if (got.error().code == "TIMEOUT")
      return fail("TIMEOUT", "", fmt::format("the replay did not end within {} s", seconds_of_a_replay));
    return tl::unexpected(got.error());
  }
}

/// Folders of the child below the frame's folder: an empty working folder, and one in place of the
/// caller's home and temporary folders.
struct ChildFolders {
  fs::path work, home;
};

Expected<ChildFolders> child_folders(const fs::path& folder) {
  const ChildFolders folders = {folder / "work", folder / "home"};
  BINDPOSE_CHECK(make_folder(folders.work));
  BINDPOSE_CHECK(make_folder(folders.home));
  return folders;
}

/// Arguments of env that hide the caller's folders: python imports nothing from them and writes nothing into
/// them.
std::vector<std::string> isolation(const ChildFolders& folders) {
  std::vector<std::string> words = {"-C", folders.work.string()};
  for (char** variable = environ; *variable != nullptr; ++variable)
    if (const std::string_view text = *variable; text.starts_with("PYTHON"))
      words.insert(words.end(), {"-u", std::string(text.substr(0, text.find('=')))});
  // The authorisation file of the X server is in the caller's home.
  const char* home = std::getenv("HOME");
  if (home != nullptr && std::getenv("XAUTHORITY") == nullptr)
    words.push_back(fmt::format("XAUTHORITY={}/.Xauthority", home));
  for (const char* name : {"HOME", "TMPDIR", "TMP", "TEMP", "XDG_CACHE_HOME", "XDG_CONFIG_HOME",
                           "XDG_DATA_HOME", "XDG_STATE_HOME"})
    words.push_back(fmt::format("{}={}", name, folders.home.string()));
  return words;
}

/// Runs the script that reads frames; its errors go to `messages`. Returns the exit status.
Expected<int> status_of_script(const ChildFolders& folders, const std::vector<std::string>& arguments,
                               const Descriptor& messages) {
  std::vector<std::string> words = {"env"};
  std::ranges::move(isolation(folders), std::back_inserter(words));
  if (!has_screen()) words.emplace_back("EGL_PLATFORM=surfaceless");
  words.insert(words.end(), {python(), "-I", "-c", read_frame_script});
  words.insert(words.end(), arguments.begin(), arguments.end());
  BINDPOSE_TRY(auto pipe, make_pipe());
  const std::array<Child::Handed, 2> handed = {{{&pipe.second, 1}, {&messages, 2}}};
  BINDPOSE_TRY(auto child, Child::start("/usr/bin/env", words, handed, Group::own));
  pipe.second.close();
  BINDPOSE_CHECK(await_end(pipe.first));
  return child.wait();
}

/// Turns the script's message into an error. If a signal ended the replay, runs it again:
/// RenderDoc's threads occasionally crash on a busy machine, but a frame that cannot be replayed
/// fails every time.
Expected<void> run_script(const fs::path& folder, const std::vector<std::string>& arguments) {
  BINDPOSE_TRY(const ChildFolders folders, child_folders(folder));
  const Descriptor messages = kept_messages();
  BINDPOSE_TRY(int status, status_of_script(folders, arguments, messages));
  if (WIFSIGNALED(status)) {
    BINDPOSE_TRY(status, status_of_script(folders, arguments, messages));
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {};
  if (WIFEXITED(status) && WEXITSTATUS(status) == says_that_renderdoc_is_missing)
    return tl::unexpected(missing());
  const std::string words_left = last_words(messages, last_words_kept);
  if (!words_left.empty()) return fail("CAPTURE_REFUSED", "", printable(words_left, last_words_kept));
  return fail(
      "CAPTURE_REFUSED", "",
      WIFSIGNALED(status)
          ? fmt::format("RenderDoc's replay died twice, of signal {}; it can use at most 8 GiB of memory",
                        WTERMSIG(status))
          : "RenderDoc's replay ended without a message");
}

}  // namespace

Expected<void> replay(const fs::path& capture, const fs::path& folder, const Wanted& wanted) {
  std::error_code ignored;
  if (!fs::is_regular_file(capture, ignored))  // RenderDoc's replay may never return for these
    return fail("FILE_READ", capture.string(), "no such file");
  const fs::path whole = fs::absolute(folder);
  BINDPOSE_CHECK(make_folder(whole / "frame"));
  std::vector<std::string> arguments = {fs::absolute(capture).string(), (whole / "frame").string()};
  for (const std::size_t corners : wanted.corners)
    arguments.push_back(std::to_string(corners));
  for (const std::uint64_t event : wanted.events)
    arguments.push_back(fmt::format("event:{}", event));
  auto done = run_script(whole, arguments);
  if (!done) return fail(done.error().code, capture.string(), done.error().message);
  return {};
}

Expected<void> find_renderdoc() {
  BINDPOSE_TRY(const auto folder, conformance::ScratchFolder::make());
  return run_script(fs::absolute(folder.path()), {"--there"});
}

}  // namespace bindpose::captures
