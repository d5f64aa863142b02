// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: child processes: owned descriptors, sending and receiving with a time limit, start, end, and captured output.
#pragma once

#include <cerrno>
#include <chrono>
#include <cstddef>
#include <span>
#include <vector>

#include <sys/types.h>

#include "reference/model/error.h"

namespace bindpose {

using Deadline = std::chrono::steady_clock::time_point;
inline constexpr Deadline never = Deadline::max();
Deadline after(double seconds);

/// A descriptor that is closed when it goes out of scope.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    other.close();
    return *this;
  }
  ~Descriptor() { close(); }
  int get() const { return number_; }
  void close();

 private:
  int number_ = -1;
};

/// True if `error` (an errno) means that this process or machine lacks descriptors or memory.
inline bool is_shortage(int error) {
  return error == EMFILE || error == ENFILE || error == ENOMEM || error == ENOBUFS;
}

/// Two connected sockets, or a pipe's {reading, writing} end. Errors: WORKER_START.
using Ends = std::pair<Descriptor, Descriptor>;
Expected<Ends> make_sockets();
Expected<Ends> make_pipe();

/// Reuses the memory that an evaluation frees. Otherwise glibc returns it to the system each time, and fresh pages
/// take half of the time. Call this first.
void keep_freed_memory();

/// True after SIGINT, SIGTERM or SIGHUP, once catch_interrupts() was called.
bool interrupted();
void catch_interrupts();

/// Whether an interruption ends a wait, within 100 ms.
enum class Wait { until_interrupted, regardless };

/// Waits until the descriptor is ready for POLLIN or POLLOUT; false at the deadline or after an interruption.
bool wait_for(const Descriptor& descriptor, short events, Deadline deadline,
              Wait wait = Wait::until_interrupted);
/// Sends to a socket, or to a pipe that does not block. Errors: CHANNEL_CLOSED, INTERRUPTED, TIMEOUT, JUDGE_RESOURCES.
Expected<void> send_all(const Descriptor& to, const void* data, std::size_t size, Deadline deadline);
/// Receives the available bytes, at least one. Errors: CHANNEL_CLOSED, INTERRUPTED, TIMEOUT, JUDGE_RESOURCES.
Expected<std::size_t> receive_some(const Descriptor& from, void* data, std::size_t size, Deadline deadline,
                                   Wait wait = Wait::until_interrupted);

/// Opens a file in memory for a child's output.
Descriptor kept_messages();
/// Returns the end of the output, at most `most` bytes.
std::string last_words(const Descriptor& messages, std::size_t most);

/// The process group of a child: this process's group, or its own, whose processes end with the child.
enum class Group { ours, own };

/// A child process, killed when it goes out of scope.
class Child {
 public:
  /// A descriptor of this process, and its number in the child.
  struct Handed {
    const Descriptor* ours;
    int number;
  };
  /// Errors: WORKER_START.
  static Expected<Child> start(const std::string& program, std::vector<std::string> words,
                               std::span<const Handed> handed, Group group = Group::ours);
  Child() = default;
  Child(Child&& other) noexcept : pid_(std::exchange(other.pid_, -1)), group_(other.group_) {}
  Child& operator=(Child&& other) noexcept {
    std::swap(pid_, other.pid_);
    std::swap(group_, other.group_);
    return *this;
  }
  ~Child() { kill(); }

  bool is_running() const { return pid_ > 0; }
  pid_t id() const { return pid_; }
  void kill() { end(0); }
  /// Waits some seconds for the end of the child, then kills it. Returns its waitpid() status.
  int end(double grace);
  /// Waits for the end of the child. Returns its waitpid() status.
  int wait();

 private:
  pid_t pid_ = -1;
  Group group_ = Group::ours;
};

}  // namespace bindpose
