// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <csignal>
#include <thread>

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include "conformance/judge/json_fields.h"
#include "conformance/subjects/channel.h"
#include "conformance/subjects/gpu_subject.h"
#include "conformance/subjects/worker.h"
#include "reference/algorithms.h"

namespace bindpose::conformance {
namespace {

using nlohmann::json;

constexpr auto time_to_end = std::chrono::seconds(2);

json to_json(const Error& error) {
  return {{"error", json_of(error)}};
}

/// A list for every algorithm at every level, keyed "skinning/linear_blend palette".
template <class List>
json of_all_algorithms(List list) {
  json table = json::object();
  for (const Algorithm& algorithm : algorithms())
    for (const Level level : {Level::palette, Level::pose})
      table[fmt::format("{} {}", algorithm.path(), to_string(level))] = list(algorithm, level);
  return table;
}

/// All variants, and the variants for each value of `turn`.
json all_variants(const Subject& subject) {
  const auto in_turn = [&subject](const Algorithm& algorithm, Level level) {
    std::vector<std::vector<Options>> lists;
    for (std::size_t turn = 0; turn < subject.turns(); ++turn)
      lists.push_back(subject.variants_in_turn(algorithm, level, turn));
    return lists;
  };
  return {{"all", of_all_algorithms([&subject](const Algorithm& algorithm, Level level) {
             return subject.variants(algorithm, level);
           })},
          {"in_turn", of_all_algorithms(in_turn)},
          {"turns", subject.turns()}};
}

Message run(Subject& subject, Message request) {
  Question question;
  question.algorithm = find_algorithm(request.head.value("algorithm", ""));
  if (question.algorithm == nullptr)
    return {to_json({"ALGORITHM_UNKNOWN", "", "the worker does not know it"}), {}};
  question.level =
      request.head.value("level", "") == to_string(Level::palette) ? Level::palette : Level::pose;
  question.options = request.head.value("options", Options{});
  question.arrays = std::move(request.arrays);
  auto answer = subject.run(question, request.head.value("variant", Options{}));
  if (!answer) return {to_json(answer.error()), {}};
  json undefined = json::array();
  for (const Undefined& u : answer->undefined)
    undefined.push_back({{"array", u.array}, {"row", u.row}, {"code", u.code}});
  return {{{"seconds", answer->seconds}, {"undefined", undefined}}, std::move(answer->arrays)};
}

/// A lost device runs no more inputs. Therefore the process ends, the input fails as in a crash,
/// and the next input starts another process.
bool is_lost(const Message& reply) {
  const auto error = reply.head.find("error");
  if (error == reply.head.end() || error->value("code", "") != "DEVICE_LOST") return false;
  fmt::print(stderr, "DEVICE_LOST: {}\n", error->value("message", ""));
  return true;
}

/// True if the device lacks a feature that the self-test needs, so it cannot be judged. False if
/// the device has it and computes wrong numbers.
bool is_refusal(const Error& error) {
  return error.code == "NOT_SUPPORTED" || error.code == "NOT_APPLICABLE" || error.code == "CONTEXT_REFUSED";
}

/// Opens the subject; for a device also makes the self-test, whose error does not prevent runs.
Expected<std::unique_ptr<Subject>> open_tested(const SubjectSpec& spec, SelfTest self_test, json& hello) {
  if (!is_device(spec)) return open_subject(spec);
  BINDPOSE_TRY(auto device, open_device(spec));
  const auto tested = self_test == SelfTest::made ? device->self_test() : Expected<void>();
  if (!tested && is_refusal(tested.error())) return tl::unexpected(tested.error());
  if (!tested) hello["self_test"] = json_of(tested.error());
  return device;
}

/// Ends this process soon after the judge has closed the socket, even if a driver hangs, so that a
/// killed judge leaves no worker behind. A worker that does not hang has time to end normally.
void end_with_judge(int socket) {
  std::thread([socket] {
    pollfd waiting{socket, POLLRDHUP, 0};
    while (::poll(&waiting, 1, -1) <= 0) {
    }
    std::this_thread::sleep_for(time_to_end);
    ::_exit(1);
  }).detach();
}

}  // namespace

int serve(const SubjectSpec& spec, int socket, SelfTest self_test) {
  // Ctrl-C reaches the whole process group. A worker ends only when the judge closes the socket.
  std::signal(SIGINT, SIG_IGN);
  end_with_judge(socket);
  const Descriptor channel(socket);
  Message hello{json::object(), {}};
  auto subject = open_tested(spec, self_test, hello.head);
  if (!subject) return send(channel, {to_json(subject.error()), {}}, Storage::float64, never) ? 0 : 1;
  hello.head["info"] = (*subject)->info();
  hello.head["variants"] = all_variants(**subject);
  if (!send(channel, hello, Storage::float64, never)) return 1;
  for (;;) {
    auto request = receive(channel, never);
    if (!request) return 0;  // the judge has finished
    const Message reply = run(**subject, std::move(*request));
    if (is_lost(reply)) return 1;
    if (!send(channel, reply, Storage::float64, never)) return 1;
  }
}

}  // namespace bindpose::conformance
