// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/software.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "bench/cpu_time.h"
#include "bench/peer.h"
#include "bench/plain_avx512.h"
#include "conformance/software/software.h"
#include "reference/model/error.h"
#include "reference/numeric/random.h"

namespace bindpose::bench {
namespace {

constexpr int turns = 25;
/// Bytes that linear blending of a vertex reads and writes: position, normal, 4 joints, 4 weights; position,
/// normal.
constexpr double bytes_read = 12 + 12 + 8 + 16, bytes_written = 12 + 12;

/// A mesh of random vertices, and poses of its joints.
struct Crowd {
  std::size_t vertex_count;
  software::AlignedFloats positions, normals, weights, deformed_positions, deformed_normals;
  std::vector<std::uint16_t> joints;
  std::vector<float> rotations, translations, matrices;

  Crowd(std::size_t vertices, std::size_t joint_count);

  software::Rest rest() const {
    return {{positions.data(), 3 * vertex_count}, {normals.data(), 3 * vertex_count}};
  }
  software::Surface both() {
    return {{deformed_positions.data(), 3 * vertex_count}, {deformed_normals.data(), 3 * vertex_count}};
  }
  software::Surface only_positions() { return {{deformed_positions.data(), 3 * vertex_count}}; }
  software::Influences influences() const {
    return *software::Influences::of(joints, {weights.data(), 4 * vertex_count});
  }
};

void fill(float* numbers, std::size_t count, Random& random) {
  for (std::size_t i = 0; i < count; ++i)
    numbers[i] = static_cast<float>(random.uniform(-1, 1));
}

/// Four positive weights per vertex, with sum 1.
void fill_weights(float* weights, std::size_t vertex_count, Random& random) {
  for (std::size_t v = 0; v < vertex_count; ++v) {
    float sum = 0;
    for (std::size_t i = 0; i < 4; ++i)
      sum += weights[4 * v + i] = static_cast<float>(random.uniform(0.1, 1));
    for (std::size_t i = 0; i < 4; ++i)
      weights[4 * v + i] /= sum;
  }
}

/// Rows (R | t) of a unit quaternion (x, y, z, w) and a translation.
void write_matrix(const float* q, const float* t, float* rows) {
  const float x = q[0], y = q[1], z = q[2], w = q[3];
  const float matrix[12] = {1 - 2 * (y * y + z * z), 2 * (x * y - w * z),     2 * (x * z + w * y),     t[0],
                            2 * (x * y + w * z),     1 - 2 * (x * x + z * z), 2 * (y * z - w * x),     t[1],
                            2 * (x * z - w * y),     2 * (y * z + w * x),     1 - 2 * (x * x + y * y), t[2]};
  std::copy_n(matrix, 12, rows);
}

Crowd::Crowd(std::size_t vertices, std::size_t joint_count)
    : vertex_count(vertices),
      positions(3 * vertices),
      normals(3 * vertices),
      weights(4 * vertices),
      deformed_positions(3 * vertices),
      deformed_normals(3 * vertices),
      joints(4 * vertices),
      rotations(4 * joint_count),
      translations(3 * joint_count),
      matrices(12 * joint_count) {
  Random random("software bench");
  fill(positions.data(), 3 * vertices, random);
  fill(normals.data(), 3 * vertices, random);
  fill_weights(weights.data(), vertices, random);
  for (std::uint16_t& joint : joints)
    joint = static_cast<std::uint16_t>(random.below(joint_count));
  fill(rotations.data(), rotations.size(), random);
  fill(translations.data(), translations.size(), random);
  for (std::size_t j = 0; j < joint_count; ++j) {
    float* q = &rotations[4 * j];
    const float length = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (int k = 0; k < 4; ++k)
      q[k] /= length;
    write_matrix(q, &translations[3 * j], &matrices[12 * j]);
  }
}

/// A measured function, and its best time so far.
struct Measured {
  std::string name;
  std::size_t vertex_count;
  std::function<void()> run;
  double seconds = std::numeric_limits<double>::infinity();

  double vertices_per_second() const { return static_cast<double>(vertex_count) / seconds; }
};

/// Wall time of one call in seconds, for several threads; includes other load.
double wall_seconds(const std::function<void()>& f) {
  const auto start = std::chrono::steady_clock::now();
  f();
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  return elapsed.count();
}

/// Each function runs once per round, in turn, so that other load affects all of them; the first round is a
/// warm-up. seconds: of one call.
template <class Seconds>
void measure_in_turns(std::vector<Measured>& all, int times, Seconds seconds) {
  for (Measured& each : all)
    each.run();
  for (int round = 0; round < times; ++round)
    for (Measured& each : all)
      each.seconds = std::min(each.seconds, seconds(each.run));
}

/// Processor time, for functions that run on one thread.
void measure_in_turns(std::vector<Measured>& all) {
  measure_in_turns(all, turns, [](const auto& run) { return cpu_seconds(run); });
}

/// The matrices column by column, as in the plain loop.
software::AlignedFloats columns_of(const std::vector<float>& matrices) {
  software::AlignedFloats columns(matrices.size() / 12 * 16);
  for (std::size_t i = 0; i < matrices.size(); ++i)
    columns.data()[i / 12 * 16 + i % 4 * 4 + i % 12 / 4] = matrices[i];
  return columns;
}

PlainMesh plain_mesh(Crowd& crowd, const software::AlignedFloats& columns) {
  return {crowd.positions.data(),       crowd.normals.data(), crowd.joints.data(),
          crowd.weights.data(),         columns.data(),       crowd.deformed_positions.data(),
          crowd.deformed_normals.data()};
}

// Two evaluations, each within 8 roundings of sum_i w_i (|C_i| |x| + |t_i|), which is at most sqrt(3) + 1.
constexpr float nearest = 2 * 8 * 2.74F * std::numeric_limits<float>::epsilon() / 2;

/// True if the plain loop and the library agree within the float32 precision of numbers near 1.
bool agree(Crowd& crowd) {
  if (!has_avx512()) return true;
  const auto columns = columns_of(crowd.matrices);
  plain_avx512(plain_mesh(crowd, columns), crowd.vertex_count);
  const std::size_t count = 3 * crowd.vertex_count;
  std::vector<float> plain(crowd.deformed_positions.data(), crowd.deformed_positions.data() + count);
  plain.insert(plain.end(), crowd.deformed_normals.data(), crowd.deformed_normals.data() + count);
  const auto palette = *software::MatrixPalette::of(crowd.matrices);
  if (!software::blend_linearly(crowd.rest(), crowd.influences(), palette, crowd.both(),
                                {.normalise = false}))
    return false;
  for (std::size_t i = 0; i < count; ++i)
    if (!(std::fabs(plain[i] - crowd.deformed_positions.data()[i]) <= nearest) ||
        !(std::fabs(plain[count + i] - crowd.deformed_normals.data()[i]) <= nearest))
      return false;
  return true;
}

/// The largest difference of a peer's positions from the library's, and of its normals' directions.
struct Differences {
  float positions = 0, directions = 0;
};

bindpose_peer_mesh peer_mesh(const Crowd& crowd) {
  return {crowd.vertex_count,  crowd.matrices.size() / 12, crowd.positions.data(), crowd.normals.data(),
          crowd.joints.data(), crowd.weights.data(),       crowd.matrices.data()};
}

Differences differences(const Peer& peer, const Peer::Made& made, Crowd& crowd) {
  const std::size_t count = 3 * crowd.vertex_count;
  std::vector<float> positions(count), normals(count);
  peer.blend(made);
  peer.read(made, positions.data(), normals.data());
  const auto palette = *software::MatrixPalette::of(crowd.matrices);
  static_cast<void>(software::blend_linearly(crowd.rest(), crowd.influences(), palette, crowd.both(),
                                             {.normalise = peer.normalises()}));
  Differences worst;
  // NaN is the largest of all and stays, so no limit accepts it.
  const auto take = [](float& largest, float a, float b) {
    const float difference = std::fabs(a - b);
    if (std::isnan(difference) || difference > largest) largest = difference;
  };
  for (std::size_t i = 0; i < count; ++i) {
    take(worst.positions, positions[i], crowd.deformed_positions.data()[i]);
    take(worst.directions, normals[i], crowd.deformed_normals.data()[i]);
  }
  return worst;
}

/// Positions must be as close as in agree(); normals, which engines compute less precisely, within a
/// thousandth.
Expected<void> check_peer(const Peer& peer, Crowd& crowd) {
  const bindpose_peer_mesh mesh = peer_mesh(crowd);
  const auto made = peer.make(mesh);
  if (!made) return fail("WRONG", peer.name(), "it does not support a mesh with 64 joints");
  const Differences worst = differences(peer, made, crowd);
  if (worst.positions <= nearest && worst.directions <= 1e-3F) return {};
  return fail(
      "WRONG", peer.name(),
      fmt::format("its positions are {:.2g} off, its normals {:.2g}", worst.positions, worst.directions));
}

/// One row: name, million vertices per second, and a fraction of a limit.
void print_row(const Measured& each, const Measured& whole) {
  fmt::print("| {} | {:.0f} | {:.2f} |\n", each.name, 1e-6 * each.vertices_per_second(),
             each.vertices_per_second() / whole.vertices_per_second());
}

/// Fraction of the streaming limit of a hand-written loop, and the required fraction of the library.
constexpr double least_of_limit = 0.40;

/// True if software skinning has the required speed; plain: empty without AVX-512.
void print_judgement(const Measured& limit, const Measured& lbs, const Measured* plain) {
  const auto part = [](const Measured& of, const Measured& whole) {
    return of.vertices_per_second() / whole.vertices_per_second();
  };
  fmt::print("\n{}: {:.2f} of the streaming limit, {} the required {:.2f}; ", lbs.name, part(lbs, limit),
             part(lbs, limit) < least_of_limit ? "below" : "not below", least_of_limit);
  if (plain == nullptr) return fmt::print("this processor has no AVX-512 for the plain loop.\n");
  fmt::print("{:.2f} times the plain loop, which reaches {:.2f} of the limit and is {} yardstick.\n",
             part(lbs, *plain), part(*plain, limit), part(*plain, limit) < least_of_limit ? "no" : "a");
}

/// Positions and normals of 10^6 vertices compared with memory, the plain loop and peers.
void print_against_memory(const std::vector<Peer>& peers) {
  Crowd crowd(1'000'000, 64);
  const auto columns = columns_of(crowd.matrices);
  const PlainMesh plain = plain_mesh(crowd, columns);
  const auto palette = *software::MatrixPalette::of(crowd.matrices);
  const auto influences = crowd.influences();
  const auto blend = [&](bool normalise) {
    static_cast<void>(
        software::blend_linearly(crowd.rest(), influences, palette, crowd.both(), {.normalise = normalise}));
  };
  // The same number of bytes as the blend, half of them read.
  const std::size_t copied = static_cast<std::size_t>((bytes_read + bytes_written) / 2 / 4 * 1e6);
  software::AlignedFloats from(copied), to(copied);
  std::vector<Measured> all = {
      {"streaming limit", crowd.vertex_count, [&] { copy_past_cache(from.data(), to.data(), copied); }},
      {"lbs, not normalised", crowd.vertex_count, [&] { blend(false); }},
      {"lbs, normalised", crowd.vertex_count, [&] { blend(true); }}};
  if (has_avx512())
    all.push_back({"plain AVX-512 loop, not normalised", crowd.vertex_count,
                   [&] { plain_avx512(plain, crowd.vertex_count); }});
  const bindpose_peer_mesh mesh = peer_mesh(crowd);
  std::vector<Peer::Made> made;
  for (const Peer& peer : peers)
    made.push_back(peer.make(mesh));
  for (std::size_t i = 0; i < peers.size(); ++i)
    all.push_back(
        {fmt::format("{}, {}", peers[i].name(), peers[i].normalises() ? "normalised" : "not normalised"),
         crowd.vertex_count, [&, i] { peers[i].blend(made[i]); }});
  measure_in_turns(all);
  fmt::print(
      "\nPositions and normals, 10^6 vertices, 64 joints, 4 influences, one thread; copied past the cache: "
      "{:.1f} GB/s.\n\n",
      1e-9 * (bytes_read + bytes_written) * all[0].vertices_per_second());
  fmt::print("| | million vertices/s | of the streaming limit |\n| --- | --- | --- |\n");
  for (const Measured& each : all)
    print_row(each, all[0]);
  print_judgement(all[0], all[1], has_avx512() ? &all[3] : nullptr);
}

/// Positions of 10^6 vertices: dual quaternions compared with linear blending.
void print_dual_quaternions() {
  fmt::print("\nPositions, 10^6 vertices, 4 influences, one thread, million vertices/s.\n\n");
  fmt::print("| joints | lbs | dqs | dqs / lbs |\n| --- | --- | --- | --- |\n");
  for (const std::size_t joints : {std::size_t{64}, std::size_t{65}, std::size_t{256}}) {
    Crowd crowd(1'000'000, joints);
    const auto influences = crowd.influences();
    const auto matrices = *software::MatrixPalette::of(crowd.matrices);
    const auto motions = *software::MotionPalette::of(crowd.rotations, crowd.translations);
    std::vector<Measured> both = {{"lbs", crowd.vertex_count,
                                   [&] {
                                     static_cast<void>(software::blend_linearly(
                                         crowd.rest(), influences, matrices, crowd.only_positions()));
                                   }},
                                  {"dqs", crowd.vertex_count, [&] {
                                     static_cast<void>(software::blend_dual_quaternions(
                                         crowd.rest(), influences, motions, crowd.only_positions()));
                                   }}};
    measure_in_turns(both);
    fmt::print("| {} | {:.0f} | {:.0f} | {:.2f} |\n", joints, 1e-6 * both[0].vertices_per_second(),
               1e-6 * both[1].vertices_per_second(), both[0].seconds / both[1].seconds);
  }
}

/// Positions and normals of 10^5 vertices on one thread and on two.
void print_threads() {
  Crowd crowd(100'000, 64);
  const auto influences = crowd.influences();
  const auto palette = *software::MatrixPalette::of(crowd.matrices);
  software::Threads threads(2);
  const auto blend = [&](software::Threads* by) {
    static_cast<void>(
        software::blend_linearly(crowd.rest(), influences, palette, crowd.both(), {.threads = by}));
  };
  std::vector<Measured> both = {{"one thread", crowd.vertex_count, [&] { blend(nullptr); }},
                                {"two threads", crowd.vertex_count, [&] { blend(&threads); }}};
  measure_in_turns(both, 40 * turns, &wall_seconds);
  fmt::print("\nPositions and normals, normalised, 10^5 vertices, 64 joints.\n\n");
  fmt::print("| | million vertices/s | of one thread |\n| --- | --- | --- |\n");
  for (const Measured& each : both)
    print_row(each, both[0]);
}

}  // namespace

int print_software_tables(const std::vector<std::string>& peers) {
  Crowd crowd(1001, 64);
  std::vector<Peer> opened;
  for (const std::string& path : peers) {
    const auto peer = Peer::open(path);
    const auto checked = peer ? check_peer(*peer, crowd) : tl::unexpected(peer.error());
    if (!checked) {
      fmt::print(stderr, "bindpose-bench: {}\n", to_string(checked.error()));
      return peer ? 1 : 2;
    }
    opened.push_back(*peer);
  }
  if (!agree(crowd)) {
    fmt::print(stderr, "bindpose-bench: software skinning and the plain loop differ\n");
    return 1;
  }
  fmt::print("Instruction set: {}. The best of {} rounds, in round-robin order.\n",
             software::instruction_set(), turns);
  print_against_memory(opened);
  print_dual_quaternions();
  print_threads();
  return 0;
}

}  // namespace bindpose::bench
