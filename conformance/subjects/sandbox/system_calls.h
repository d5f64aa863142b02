// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the system calls that foreign code may make (seccomp): a list, by name and for some by argument.
//
// Any other call fails with EPERM; among them are sockets except pairs of streams, messages that carry descriptors, larger buffers of sockets and pipes, namespaces,
// mounts, keyrings, other processes' memory, signals by way of a descriptor's owner, io_uring, bpf, perf, userfaultfd, memory that no limit counts (memfd), System V IPC and
// message queues, file handles, watches of files, kernel modules, clocks. A call that is newer than the list, and clone3, whose
// flags cannot be read here, fail with ENOSYS, and libraries fall back on an older one. sendfile, splice and tee fail with EINVAL,
// after which programs copy bytes. fallocate fails with EOPNOTSUPP, after which libraries write zeros, and so does setxattr, which
// programs that copy files do without. Calls by another processor's numbers end the process.
#pragma once

namespace bindpose::conformance {

/// Further refusals, if nothing else protects these from the program.
struct Refusals {
  bool attributes = false;  ///< to change modes, owners, times and extended attributes of files
  bool truncation = false;  ///< to cut off files by name, or in opening them to read
  bool signals = false;     ///< to other processes, its own children among them
  bool others =
      false;  ///< to change limits, priority or processors of other processes, its own children among them
};

/// Installs the filter for this process and all that it starts, for good. False if the kernel lacks filters.
bool refuse_system_calls(const Refusals& more);

/// The filter as a file to read, for bubblewrap's --seccomp; -1 if it cannot be made.
int system_call_filter(const Refusals& more);

}  // namespace bindpose::conformance
