// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// A handler uses only stack buffers, because the heap may be corrupt.
#include "conformance/subjects/sandbox/crash_place.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <ctime>

#include <dlfcn.h>
#include <execinfo.h>
#include <poll.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

namespace bindpose::conformance {
namespace {

constexpr const char* addr2line = "/usr/bin/addr2line";
constexpr unsigned longest_report = 5;  // seconds for the whole handler
constexpr int longest_wait = 3000;      // milliseconds for addr2line
constexpr int most_frames = 64, most_addresses = 16, most_places = 3;
constexpr std::size_t longest_places = 200;  // bytes
constexpr std::size_t stack_bytes = std::size_t{1} << 16;
constexpr std::array crash_signals = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

std::array<char, 4096> library_path;
std::array<char, stack_bytes> handler_stack;  // an overflowed stack has no space for a handler

/// Text of limited size; longer text is truncated.
struct Text {
  std::array<char, 1024> bytes = {};
  std::size_t size = 0;

  void add(const char* text) {
    for (; *text != '\0' && size + 2 < bytes.size(); ++text)
      bytes[size++] = *text;
  }
};

/// Addresses in the library for addr2line, and the names of their functions.
struct Frames {
  std::array<std::array<char, 20>, most_addresses> offsets = {};
  std::array<const char*, most_addresses> functions = {};
  int count = 0;
};

/// The address of the instruction that crashed; null on an unknown processor.
const void* place_of_crash([[maybe_unused]] const void* context) {
#if defined(__x86_64__)
  // NOLINTNEXTLINE(performance-no-int-to-ptr): the register holds an address
  return reinterpret_cast<const void*>(static_cast<const ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP]);
#elif defined(__aarch64__)
  return reinterpret_cast<const void*>(static_cast<const ucontext_t*>(context)->uc_mcontext.pc);
#else
  return nullptr;
#endif
}

Frames frames_in_library(const void* crash) {
  std::array<void*, most_frames> addresses = {};
  const int depth = ::backtrace(addresses.data(), most_frames);
  Frames frames;
  for (int i = 0; i < depth && frames.count < most_addresses; ++i) {
    auto* address = static_cast<char*>(addresses[static_cast<std::size_t>(i)]);
    if (address != crash) --address;  // a caller's address is after the call
    Dl_info info = {};
    if (::dladdr(address, &info) == 0 || std::strcmp(info.dli_fname, library_path.data()) != 0) continue;
    const auto at = static_cast<std::size_t>(frames.count++);
    std::snprintf(frames.offsets[at].data(), frames.offsets[at].size(), "%#tx",
                  address - static_cast<char*>(info.dli_fbase));
    frames.functions[at] = info.dli_sname;
  }
  return frames;
}

/// Starts addr2line; returns the end of a pipe with its output, or -1.
int start_addr2line(Frames& frames) {
  std::array<int, 2> ends = {};
  if (::access(addr2line, X_OK) != 0 || ::pipe(ends.data()) != 0) return -1;
  // fork() takes locks, which the crashed thread may hold.
  const auto child = static_cast<pid_t>(::syscall(SYS_clone, SIGCHLD, nullptr, nullptr, nullptr, nullptr));
  if (child == 0) {
    ::dup2(ends[1], STDOUT_FILENO);
    ::close(STDERR_FILENO);
    std::array<char*, 7 + most_addresses + 1> words = {const_cast<char*>(addr2line), const_cast<char*>("-f"),
                                                       const_cast<char*>("-i"),      const_cast<char*>("-C"),
                                                       const_cast<char*>("-s"),      const_cast<char*>("-e"),
                                                       library_path.data()};
    for (int i = 0; i < frames.count; ++i)
      words[7 + static_cast<std::size_t>(i)] = frames.offsets[static_cast<std::size_t>(i)].data();
    ::execv(addr2line, words.data());
    ::_exit(1);
  }
  ::close(ends[1]);
  if (child > 0) return ends[0];
  ::close(ends[0]);
  return -1;
}

long milliseconds_now() {
  timespec now = {};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/// Reads until the end of the output or the deadline. The process ends soon, so nothing waits for
/// the child.
std::size_t read_all(int from, char* into, std::size_t size) {
  std::size_t got = 0;
  const long deadline = milliseconds_now() + longest_wait;
  pollfd ready = {from, POLLIN, 0};
  while (got < size) {
    const long left = std::max(0L, deadline - milliseconds_now());
    if (::poll(&ready, 1, static_cast<int>(left)) != 1) break;
    const ssize_t more = ::read(from, into + got, size - got);
    if (more <= 0) break;
    got += static_cast<std::size_t>(more);
  }
  return got;
}

/// The text after the bracket that closes the one at `c`.
const char* behind_closed(const char* c, char open, char close) {
  for (int depth = 0; *c != '\0'; ++c) {
    depth += *c == open ? 1 : 0;
    depth -= *c == close ? 1 : 0;
    if (depth == 0) return c + 1;
  }
  return c;
}

/// The end of "operator<", "operator()" or "operator int"; null if no operator begins at `c`.
const char* end_of_operator(const char* begin, const char* c) {
  constexpr std::string_view word = "operator";
  const auto is_of_word = [](char each) {
    return (each >= 'a' && each <= 'z') || (each >= 'A' && each <= 'Z') || (each >= '0' && each <= '9') ||
           each == '_';
  };
  if (std::strncmp(c, word.data(), word.size()) != 0 || (c != begin && is_of_word(c[-1]))) return nullptr;
  const char* const symbol = c + word.size();
  if (is_of_word(*symbol)) return nullptr;
  if (std::strncmp(symbol, "()", 2) == 0) return symbol + 2;
  return *symbol == ' ' ? symbol + std::strcspn(symbol, "(")
                        : symbol + std::strspn(symbol, "<>=!+-*/%^&|~[],\"");
}

/// "course::world" of "course::Mat course::(anonymous namespace)::world<course::Mat>(int)".
char* short_name(char* function) {
  constexpr std::string_view unnamed = "(anonymous namespace)::";
  while (char* const at = std::strstr(function, unnamed.data()))
    std::memmove(at, at + unnamed.size(), std::strlen(at + unnamed.size()) + 1);
  char* to = function;
  int braces = 0;  // "{lambda(int)#1}"
  for (const char* c = function; *c != '\0';) {
    if (const char* const end = end_of_operator(function, c); end != nullptr) {
      while (c < end)
        *to++ = *c++;
      if (*c == ' ') ++c;  // "operator< <int>"
    } else if (*c == '<') {
      c = behind_closed(c, '<', '>');
    } else if (*c == '(') {
      const char* const behind = behind_closed(c, '(', ')');
      if (to != function && braces == 0 && *behind != ':') break;
      c = behind;
    } else if (*c == ' ' && braces == 0) {
      to = function;  // the return type is before the name
      ++c;
    } else {
      braces += *c == '{' ? 1 : 0;
      braces -= *c == '}' ? 1 : 0;
      *to++ = *c++;
    }
  }
  *to = '\0';
  return function;
}

/// True for a function of the standard library, by its name or its symbol.
bool is_of_library(const char* function) {
  constexpr std::array<std::string_view, 5> beginnings = {"std::", "__gnu_cxx::", "_ZNSt", "_ZNKSt", "_ZSt"};
  return std::any_of(beginnings.begin(), beginnings.end(), [function](std::string_view each) {
    return std::string_view(function).starts_with(each);
  });
}

void add_place(Text& text, int number, const char* function, const char* line) {
  if (number > 0) text.add(", called by ");
  text.add(function);
  if (line == nullptr) return;
  text.add(" (");
  text.add(line);
  text.add(")");
}

/// Pairs of lines: a function, and FILE:LINE with text after it; "?" for unknown parts.
int add_lines(Text& text, char* lines) {
  const std::size_t most = text.size + longest_places;
  int places = 0;
  while (places < most_places) {
    char* const function = ::strsep(&lines, "\n");
    char* const line = lines == nullptr ? nullptr : ::strsep(&lines, "\n");
    if (line == nullptr) break;
    char* const name = short_name(function);
    if (std::strcmp(name, "??") == 0 || *name == '\0' || is_of_library(name)) continue;
    if (char* const more = std::strstr(line, " (discriminator")) *more = '\0';
    const std::size_t before = text.size;
    add_place(text, places, name, std::strchr(line, '?') == nullptr ? line : nullptr);
    if (text.size > most) {
      text.size = before;
      break;
    }
    ++places;
  }
  return places;
}

/// A handler must not crash again, nor wait for a lock that the crashed thread holds: the alarm ends the process.
void end_in_time() {
  for (const int each : crash_signals)
    ::signal(each, SIG_DFL);
  ::signal(SIGALRM, SIG_DFL);
  sigset_t alarms;
  ::sigemptyset(&alarms);
  ::sigaddset(&alarms, SIGALRM);
  ::sigprocmask(SIG_UNBLOCK, &alarms, nullptr);
  ::alarm(longest_report);
}

extern "C" void report_crash(int signal, siginfo_t*, void* context) {
  end_in_time();
  Frames frames = frames_in_library(place_of_crash(context));
  Text text;
  text.add(std::string_view(crash_mark).data());
  int places = 0;
  if (const int from = frames.count == 0 ? -1 : start_addr2line(frames); from >= 0) {
    std::array<char, 8192> lines = {};
    read_all(from, lines.data(), lines.size() - 1);
    places = add_lines(text, lines.data());
  }
  const bool has_lines = places > 0;
  for (int i = 0; i < frames.count && places < most_places && !has_lines; ++i)
    if (const char* const function = frames.functions[static_cast<std::size_t>(i)];
        function != nullptr && !is_of_library(function))
      add_place(text, places++, function, nullptr);
  text.add("\n");
  if (places > 0) [[maybe_unused]]
    const ssize_t ignored = ::write(STDERR_FILENO, text.bytes.data(), text.size);
  ::raise(signal);  // the default action, which happens after the return
}

bool is_number(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// True for "NAME (FILE:LINE)", or for NAME alone.
bool is_place(std::string_view text) {
  const std::size_t bracket = text.find(" (");
  const std::string_view name = text.substr(0, bracket);
  const bool may_have_spaces =
      name.find("operator ") != std::string_view::npos || name.find('{') != std::string_view::npos;
  if (name.empty() || (!may_have_spaces && name.find(' ') != std::string_view::npos)) return false;
  if (bracket == std::string_view::npos) return true;
  std::string_view line = text.substr(bracket + 2);
  if (!line.ends_with(')')) return false;
  line.remove_suffix(1);
  const std::size_t colon = line.rfind(':');
  return colon != std::string_view::npos && colon > 0 && is_number(line.substr(colon + 1));
}

/// True for a list of places, innermost first, in the handler's format.
bool are_places(std::string_view text) {
  constexpr std::string_view between = ", called by ";
  if (text.size() > longest_places ||
      std::any_of(text.begin(), text.end(), [](char c) { return c >= 0 && c < ' '; }))
    return false;
  for (int places = 1; places <= most_places; ++places) {
    const std::size_t end = text.find(between);
    if (!is_place(text.substr(0, end))) return false;
    if (end == std::string_view::npos) return true;
    text.remove_prefix(end + between.size());
  }
  return false;
}

}  // namespace

void report_crashes_in(const char* library) {
  if (std::strlen(library) >= library_path.size()) return;
  std::copy_n(library, std::strlen(library) + 1, library_path.data());
  std::array<void*, 1> first = {};
  ::backtrace(first.data(), 1);  // loads its libraries while the heap is valid
  const stack_t stack = {handler_stack.data(), 0, handler_stack.size()};
  ::sigaltstack(&stack, nullptr);
  for (const int signal : crash_signals) {
    struct sigaction action = {};
    action.sa_sigaction = &report_crash;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | static_cast<int>(SA_RESETHAND);
    ::sigaction(signal, &action, nullptr);
  }
}

std::string places_of(std::string lines) {
  Text text;
  add_lines(text, lines.data());
  return {text.bytes.data(), text.size};
}

std::string take_crash_place(std::string& last_words) {
  const std::size_t at = last_words.rfind(crash_mark);
  if (at == std::string::npos) return "";
  const std::size_t end = std::min(last_words.find('\n', at), last_words.size());
  std::string place = last_words.substr(at + crash_mark.size(), end - at - crash_mark.size());
  if (!are_places(place)) return "";
  last_words.erase(at, std::min(end + 1, last_words.size()) - at);
  return place;
}

}  // namespace bindpose::conformance
