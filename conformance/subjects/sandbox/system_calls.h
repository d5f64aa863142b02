// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the system calls that foreign code may make (seccomp): a list by name, for some by argument. Any other
// call fails with EPERM, including sockets except pairs of streams, messages with descriptors, larger buffers of
// sockets and pipes, namespaces, mounts, keyrings, other processes' memory, signals by a descriptor's owner,
// io_uring, bpf, perf, userfaultfd, memory that no limit counts (memfd), System V IPC and message queues, file
// handles, watches of files, kernel modules, clocks. Calls newer than the list, and clone3, whose flags cannot be
// read here, fail with ENOSYS; libraries then use an older call. sendfile, splice and tee fail with EINVAL, after
// which programs copy bytes. fallocate fails with EOPNOTSUPP, after which libraries write zeros; so does setxattr,
// which programs that copy files do not need. Calls by another processor's numbers end the process.
#pragma once

namespace bindpose::conformance {

/// Further refusals, for cases in which nothing else protects.
struct Refusals {
  bool attributes = false;  ///< changing modes, owners, times and extended attributes of files
  bool truncation = false;  ///< truncating files by name, or when opening them to read
  bool signals = false;     ///< signals to other processes, including its own children
  bool others =
      false;  ///< changing limits, priority or processors of other processes, including its own children
};

/// Installs the filter permanently for this process and its future children. False if the kernel lacks filters.
bool refuse_system_calls(const Refusals& more);

/// The filter as a file to read, for bubblewrap's --seccomp; -1 if it cannot be made.
int system_call_filter(const Refusals& more);

}  // namespace bindpose::conformance
