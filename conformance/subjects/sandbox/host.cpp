// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the program bindpose-host - loads a library with the C header bindpose/subject.h and speaks the protocol
// of cmd: subjects for it. It does not contain the reference, because it shares its memory with the loaded
// library.
//
//   bindpose-host LIBRARY
#include <cstdio>
#include <iostream>

#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "conformance/subjects/sandbox/crash_place.h"
#include "conformance/subjects/sandbox/host_arrays.h"
#include "reference/io/foreign_json.h"
#include "reference/io/safetensors.h"

namespace bindpose::conformance {
namespace {

using json = nlohmann::ordered_json;  // arrays stay in the requested order

/// The output for the protocol; the library's stdout goes to stderr.
std::FILE* take_stdout() {
  const int copy = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  ::dup2(STDERR_FILENO, STDOUT_FILENO);
  return ::fdopen(copy, "w");
}

void say(std::FILE* out, const json& message) {
  const std::string line = message.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
  std::fwrite(line.data(), 1, line.size(), out);
  std::fflush(out);
}

std::vector<std::string> words(const char* text, char separator) {
  std::vector<std::string> all(1);
  for (const char* c = text == nullptr ? "" : text; *c != '\0'; ++c)
    if (*c == separator)
      all.emplace_back();
    else
      all.back() += *c;
  std::erase(all, "");
  return all;
}

json options_of(const char* text) {
  json options = json::object();
  for (const std::string& word : words(text, ' ')) {
    const std::size_t equals = std::min(word.find('='), word.size());
    options[word.substr(0, equals)] = words(word.substr(std::min(equals + 1, word.size())).c_str(), ',');
  }
  return options;
}

std::string text_or(const char* text, const char* otherwise) {
  return text == nullptr || *text == '\0' ? otherwise : text;
}

/// The library's description, or its error: {"ok": false, "message"}.
json hello(const bindpose_subject* subject) {
  const auto refuse = [](const std::string& message) { return json{{"ok", false}, {"message", message}}; };
  if (subject == nullptr) return refuse("bindpose_subject_entry() returned NULL");
  if (!BINDPOSE_HAS(subject, bindpose_subject, run))
    return refuse(fmt::format("bindpose_subject.size is {}, expected sizeof(bindpose_subject), {}",
                              subject->size, sizeof(bindpose_subject)));
  if (subject->protocol != BINDPOSE_PROTOCOL)
    return refuse(fmt::format("bindpose_subject.protocol is {}, expected BINDPOSE_PROTOCOL, {}",
                              subject->protocol, static_cast<int>(BINDPOSE_PROTOCOL)));
  if (subject->run == nullptr) return refuse("bindpose_subject.run is NULL");
  if (subject->capability_count > 0 && subject->capabilities == nullptr)
    return refuse("bindpose_subject.capabilities is NULL");
  json capabilities = json::array();
  for (std::size_t i = 0; i < subject->capability_count; ++i) {
    const bindpose_capability* each = subject->capabilities[i];
    if (each == nullptr || !BINDPOSE_HAS(each, bindpose_capability, options) || each->algorithm == nullptr)
      return refuse(
          fmt::format("bindpose_subject.capabilities[{}] is NULL, or its size or algorithm is not set", i));
    capabilities.push_back({{"algorithm", each->algorithm}, {"levels", words(each->levels, ' ')}});
    if (each->options != nullptr) capabilities.back()["options"] = options_of(each->options);
  }
  json limits = json::object();
  const std::pair<const char*, std::size_t> declared[] = {{"vertices", subject->most_vertices},
                                                          {"joints", subject->most_joints},
                                                          {"influences", subject->most_influences}};
  for (const auto& [name, value] : declared)
    if (value > 0) limits[name] = value;
  return {{"protocol", 1},
          {"implementation",
           {{"name", text_or(subject->name, "unnamed")},
            {"version", text_or(subject->version, "")},
            {"language", text_or(subject->language, "C")}}},
          {"capabilities", capabilities},
          {"limits", limits}};
}

json refuse(const json& request, const std::string& message) {
  return {{"seq", request.value("seq", 0)}, {"ok", false}, {"message", message}};
}

/// Runs the library on one input and writes its output.
json answer(const bindpose_subject& subject, const json& request) {
  const auto arena = QuestionArena::make(request);
  if (!arena) return refuse(request, bindpose::to_string(arena.error()));
  const std::int32_t code = subject.run(&(*arena)->question(), &(*arena)->answer());
  if (code != BINDPOSE_OK)
    return refuse(request, text_or((*arena)->message().c_str(), "run() returned an error"));
  // Misuse of the buffers makes the output invalid; a code marks these messages for the judge.
  if (const auto misuse = (*arena)->misuse()) {
    json reply = refuse(request, *misuse);
    reply["code"] = "INVALID_OUTPUT";
    return reply;
  }
  if (const auto ok = (*arena)->write(request.value("output", "")); !ok)
    return refuse(request, bindpose::to_string(ok.error()));
  return {{"seq", request.value("seq", 0)}, {"ok", true}, {"seconds", (*arena)->seconds()}};
}

int serve(const char* path) {
  std::FILE* out = take_stdout();
  if (out == nullptr) return 2;
  report_crashes_in(path);
  void* library = ::dlopen(path, RTLD_NOW | RTLD_LOCAL);
  const char* problem = library == nullptr ? ::dlerror() : nullptr;
  using Entry = const bindpose_subject* (*)();
  Entry entry = nullptr;
  if (library != nullptr) {
    entry = reinterpret_cast<Entry>(::dlsym(library, "bindpose_subject_entry"));
    if (entry == nullptr) problem = "the library does not export bindpose_subject_entry";
  }
  const bindpose_subject* subject = nullptr;
  std::string line;
  while (std::getline(std::cin, line)) {
    const json request = foreign_json<json>(line);
    const std::string cmd = request.is_object() ? request.value("cmd", "") : "";
    if (cmd == "start") {
      if (problem == nullptr) subject = entry();
      say(out, problem != nullptr ? json{{"ok", false}, {"message", problem}} : hello(subject));
    } else if (cmd == "run" && subject != nullptr) {
      say(out, answer(*subject, request));
    } else if (cmd == "stop") {
      return 0;
    } else {
      std::fprintf(stderr, "bindpose-host: an invalid message\n");
      return 2;
    }
  }
  return 0;
}

}  // namespace
}  // namespace bindpose::conformance

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "bindpose-host is started by bindpose, not by hand\n");
    return 2;
  }
  return bindpose::conformance::serve(argv[1]);
}
