// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a server that records whether a program has tried to reach it.
#pragma once

#include <cstdint>

#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

#include "reference/io/process.h"

namespace bindpose::conformance {

/// Listens for TCP and UDP on one port of every address; the kernel queues what arrives.
class Listener {
 public:
  Listener() : tcp_(bound(SOCK_STREAM, 0)) {
    sockaddr_in own{};
    socklen_t size = sizeof own;
    ::getsockname(tcp_.get(), reinterpret_cast<sockaddr*>(&own), &size);
    port_ = ntohs(own.sin_port);
    udp_ = bound(SOCK_DGRAM, port_);
    ::listen(tcp_.get(), 128);
  }
  int port() const { return port_; }
  bool was_reached_by_tcp(double seconds = 0.05) const { return wait_for(tcp_, POLLIN, after(seconds)); }
  bool was_reached_by_udp(double seconds = 0.05) const { return wait_for(udp_, POLLIN, after(seconds)); }

 private:
  static Descriptor bound(int kind, int port) {
    Descriptor made(::socket(AF_INET, kind | SOCK_CLOEXEC, 0));
    sockaddr_in place{};
    place.sin_family = AF_INET;
    place.sin_port = htons(static_cast<std::uint16_t>(port));
    EXPECT_EQ(::bind(made.get(), reinterpret_cast<const sockaddr*>(&place), sizeof place), 0);
    return made;
  }
  Descriptor tcp_, udp_;
  int port_ = 0;
};

}  // namespace bindpose::conformance
