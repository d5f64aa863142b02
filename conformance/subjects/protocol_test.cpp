// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/protocol.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include "conformance/subjects/adapter.h"
#include "conformance/subjects/isolation.h"
#include "conformance/subjects/sandbox/control_group.h"
#include "conformance/subjects/sandbox/inherited.h"
#include "conformance/subjects/sandbox/own_user.h"
#include "conformance/testing/schema.h"
#include "reference/algorithms.h"
#include "reference/io/safetensors.h"
#include "reference/scenes/bar.h"
#include "reference/testing/assert.h"
#include "reference/testing/printable_line.h"

namespace bindpose::conformance::protocol_test {

using nlohmann::json;

const std::string schema = "subjects/protocol.schema.json";

json good_hello() {
  return {{"protocol", 1},
          {"implementation", {{"name", "mine"}, {"version", "2"}, {"language", "C"}}},
          {"capabilities",
           {{{"algorithm", "lbs"},
             {"levels", {"palette", "pose"}},
             {"options", {{"normal_rule", {"direction"}}}}},
            {{"algorithm", "skinning/dual_quaternion"}, {"levels", {"palette"}}},
            {{"algorithm", "from-the-future"}, {"levels", {"pose"}}}}},
          {"limits", {{"vertices", 100}, {"joints", 2}}}};
}

Question bar_question() {
  return {find_algorithm("lbs"),
          Level::palette,
          {{"normal_rule", "direction"}},
          *scenes::palette_question(scenes::bar())};
}

TEST(ProtocolTest, deviations_are_declared_among_the_options) {
  json message = good_hello();
  message["capabilities"][0]["options"] = {{"class", {"half-palette"}},
                                           {"without", {"tangents", "cubic-splines"}},
                                           {"scale_inheritance", {"without-shear"}}};
  ASSERT_TRUE(obeys(schema, message));
  message["limits"] = json::object();
  BINDPOSE_ASSERT(const auto hello, read_hello(message));
  const AcceptedDeviations& terms = hello.capabilities[0].terms;
  EXPECT_EQ(to_string(terms.classes), "half-palette");
  EXPECT_EQ(terms.without.size(), 2U);
  EXPECT_EQ(terms.policies.size(), 1U);
  EXPECT_TRUE(is_within(hello, bar_question())) << "scale inheritance does not matter at palette level";
  message["capabilities"][0]["options"]["class"] = {"half"};
  EXPECT_EQ(read_hello(message).error().where, "/capabilities/0/options/class");
  message["capabilities"][0]["options"] = {{"without", {"tangent"}}};
  EXPECT_EQ(read_hello(message).error().where, "/capabilities/0/options/without");
}

TEST(ProtocolTest, a_declaration_is_read) {
  ASSERT_TRUE(obeys(schema, good_hello()));
  BINDPOSE_ASSERT(const auto hello, read_hello(good_hello()));
  EXPECT_EQ(hello.info.at("language"), "C");
  EXPECT_EQ(hello.unknown, std::vector<std::string>{"from-the-future"});
  EXPECT_NE(find_capability(hello, *find_algorithm("lbs"), Level::pose), nullptr);
  EXPECT_EQ(find_capability(hello, *find_algorithm("lbs"), Level::asset), nullptr);
  EXPECT_NE(find_capability(hello, *find_algorithm("dqs"), Level::palette), nullptr);
  EXPECT_EQ(find_capability(hello, *find_algorithm("dqs"), Level::pose), nullptr);
}

TEST(ProtocolTest, declarations_without_a_matching_input_are_reported) {
  const auto unmatched = [](const char* algorithm, json levels, json options) {
    json message = good_hello();
    message["capabilities"] = {{{"algorithm", algorithm}, {"levels", levels}, {"options", options}}};
    EXPECT_FALSE(obeys(schema, message)) << message["capabilities"];
    const auto hello = read_hello(message);
    return hello ? value_of(notes_on(*hello), "unmatched_declarations") : to_string(hello.error());
  };
  EXPECT_EQ(
      unmatched("lbs", {"palette"}, {{"normal_rules", {"direction"}}}).find("lbs has no option normal_rules"),
      0U);
  const std::string value = unmatched("linear_blend", {"pose"}, {{"normal_rule", {"direction", "bogus"}}});
  EXPECT_EQ(value.find("lbs has no normal_rule=bogus, expected one of direction, inverse-transpose"), 0U)
      << value;
  EXPECT_EQ(unmatched("interp.slerp", {"pose", "palette"}, json::object()),
            "interp.slerp does not exist at level palette");
  EXPECT_EQ(unmatched("ik/ik_ccd", {"asset"}, {{"order", {"up"}}}),
            "ik.ccd does not exist at level asset; ik.ccd has no order=up, expected one of tip-to-root, "
            "root-to-tip");
  BINDPOSE_ASSERT(const auto good, read_hello(good_hello()));
  EXPECT_TRUE(good.unmatched.empty());
}

TEST(ProtocolTest, only_the_first_defects_of_a_declaration_are_reported) {
  json message = good_hello();
  json values = json::array();
  for (int i = 0; i < 1000; ++i) {
    values.push_back(fmt::format("value-{}", i));
    message["capabilities"].push_back(
        {{"algorithm", fmt::format("unknown-{}", i)}, {"levels", {"palette"}}, {"options", json::object()}});
  }
  message["capabilities"][0]["options"] = {{"normal_rule", values}};
  BINDPOSE_ASSERT(const auto hello, read_hello(message));
  for (const char* key : {"unknown_algorithms", "unmatched_declarations"}) {
    const std::string told = value_of(notes_on(hello), key);
    EXPECT_LT(told.size(), 10'000U);
    EXPECT_TRUE(told.ends_with("and more")) << told;
  }
}

TEST(ProtocolTest, the_schema_knows_the_names_that_may_be_declared) {
  json message = good_hello();
  json& capability = message["capabilities"][0];
  const auto allows = [&](json options) {
    capability["options"] = std::move(options);
    return obeys(schema, message);
  };
  EXPECT_TRUE(allows({{"class", {"half-palette", "unorm8-weights"}}, {"without", {"scale"}}}));
  EXPECT_FALSE(allows({{"class", {"halfpalette"}}}));
  EXPECT_FALSE(allows({{"without", {"foo"}}}));
  EXPECT_FALSE(allows({{"normal_rules", {"direction"}}}));
  for (const char* name : {"linear_blend", "skinning/linear_blend", "skinning.linear_blend"}) {
    capability["algorithm"] = name;
    EXPECT_TRUE(allows({{"normal_rule", {"direction"}}}));
    EXPECT_FALSE(allows({{"normal_rule", {"inverse_transpose"}}})) << name;
  }
}

TEST(ProtocolTest, a_former_path_of_an_algorithm_is_accepted) {
  json message = good_hello();
  message["capabilities"][1] = {{"algorithm", "pose/fk_matrix"}, {"levels", {"pose"}}};
  BINDPOSE_ASSERT(const auto hello, read_hello(message));
  const Capability* capability = find_capability(hello, *find_algorithm("fk.matrix"), Level::pose);
  ASSERT_NE(capability, nullptr);
  EXPECT_EQ(capability->former_path, "pose/fk_matrix");
  EXPECT_EQ(find_capability(hello, *find_algorithm("lbs"), Level::pose)->former_path, "");
  EXPECT_EQ(hello.renamed, std::vector<std::string>{"'pose/fk_matrix' is called 'hierarchy/fk_matrix' now"});
  EXPECT_EQ(hello.unknown, std::vector<std::string>{"from-the-future"});
}

TEST(ProtocolTest, errors_of_a_declaration_have_their_place) {
  const auto place = [](const char* pointer, json value) {
    json message = good_hello();
    message[json::json_pointer(pointer)] = std::move(value);
    const auto hello = read_hello(message);
    return hello ? std::string("accepted") : hello.error().code + " " + hello.error().where;
  };
  EXPECT_EQ(place("/protocol", 2), "PROTOCOL /protocol");
  EXPECT_EQ(place("/implementation", "me"), "PROTOCOL /implementation/name");
  EXPECT_EQ(place("/implementation/name", 3), "PROTOCOL /implementation/name");
  EXPECT_EQ(place("/capabilities", json::array()), "PROTOCOL /capabilities");
  EXPECT_EQ(place("/capabilities/1", 7), "PROTOCOL /capabilities/1");
  EXPECT_EQ(place("/capabilities/1/algorithm", nullptr), "PROTOCOL /capabilities/1/algorithm");
  EXPECT_EQ(place("/capabilities/0/levels", "palette"), "PROTOCOL /capabilities/0/levels");
  EXPECT_EQ(place("/capabilities/0/levels/1", "vertex"), "PROTOCOL /capabilities/0/levels");
  EXPECT_EQ(place("/capabilities/0/options", 1), "PROTOCOL /capabilities/0/options");
  EXPECT_EQ(place("/capabilities/0/options/normal_rule", "direction"),
            "PROTOCOL /capabilities/0/options/normal_rule");
  json without_values = good_hello();
  without_values["/capabilities/0/options"_json_pointer] = {{"direction", json::array()}};
  EXPECT_NE(read_hello(without_values).error().message.find("in a library: normal_rule=direction"),
            std::string::npos)
      << "a word of a library's options without '='";
  EXPECT_EQ(place("/limits", 5), "PROTOCOL /limits");
  EXPECT_EQ(place("/limits/vertices", 0), "PROTOCOL /limits/vertices");
  EXPECT_EQ(place("/limits/vertices", -4), "PROTOCOL /limits/vertices");
  EXPECT_EQ(place("/limits/triangles", 9), "PROTOCOL /limits/triangles");
  EXPECT_EQ(read_hello(json::array()).error().code, "PROTOCOL");
  EXPECT_EQ(read_hello({{"ok", false}, {"message", "no"}}).error().code, "SUBJECT_START");
}

TEST(ProtocolTest, a_declared_limit_or_option_explains_why_a_test_does_not_run) {
  const auto hello = read_hello(good_hello());
  ASSERT_TRUE(hello);
  const auto reason = [&hello](const Question& question) {
    const auto within = is_within(*hello, question);
    return within ? std::string() : to_string(within.error());
  };
  Question question = bar_question();
  const std::string two = reason(question);
  EXPECT_NE(two.find("more than 2 joints, the declared limit"), std::string::npos) << two;
  Hello wide = *hello;
  wide.limits["joints"] = 3;
  EXPECT_TRUE(is_within(wide, question));
  question.options["normal_rule"] = "blend-of-inverse-transposes";
  EXPECT_FALSE(is_within(wide, question));
  question.level = Level::asset;
  EXPECT_EQ(is_within(wide, question).error().code, "NOT_SUPPORTED");
}

TEST(ProtocolTest, messages_of_the_judge_obey_the_schema) {
  EXPECT_TRUE(obeys(schema, json::parse(start_message().dump())));
  EXPECT_TRUE(obeys(schema, {{"cmd", "stop"}}));
  EXPECT_FALSE(obeys(schema, {{"cmd", "halt"}}));
  Question question = bar_question();
  BINDPOSE_ASSERT(const auto list, wanted(question));
  const json message = json::parse(run_message(question, list, 7, {"in", "out", ""}).dump());
  EXPECT_TRUE(obeys(schema, message)) << message;
  EXPECT_EQ(message["answers"]["positions"], json({36, 3}));
  EXPECT_EQ(message["options"]["normal_rule"], "direction");
  question.level = Level::asset;
  question.asset =
      std::make_shared<const AssetMoment>(AssetMoment{"a.glb", std::nullopt, 0.5, {{1, 2, 3, 4}}});
  const json asset = json::parse(run_message(question, list, 8, {"", "out", "x/a.glb"}).dump());
  EXPECT_TRUE(obeys(schema, asset)) << asset;
  EXPECT_EQ(asset["asset"]["file"], "x/a.glb");
  EXPECT_TRUE(asset["asset"]["clip"].is_null());
  EXPECT_FALSE(asset.contains("input"));
}

TEST(ProtocolTest, replies_are_checked) {
  EXPECT_EQ(*read_reply({{"seq", 3}, {"ok", true}, {"seconds", 0.5}}, 3), 0.5);
  EXPECT_EQ(*read_reply({{"seq", 3}, {"ok", true}}, 3), 0);
  EXPECT_EQ(read_reply({{"seq", 2}, {"ok", true}}, 3).error().code, "PROTOCOL");
  EXPECT_EQ(read_reply({{"seq", "3"}, {"ok", true}}, 3).error().code, "PROTOCOL");
  EXPECT_EQ(read_reply({{"seq", 3}}, 3).error().code, "PROTOCOL");
  EXPECT_EQ(read_reply({{"seq", 3}, {"ok", 1}}, 3).error().code, "PROTOCOL");
  EXPECT_EQ(read_reply(json::array(), 3).error().code, "PROTOCOL");
  const auto refused = read_reply({{"seq", 3}, {"ok", false}, {"message", "not\x1b[31m yet"}}, 3);
  EXPECT_EQ(refused.error().code, "ANSWER_REFUSED");
  EXPECT_EQ(refused.error().message, "not\\u001b[31m yet")
      << "control characters are escaped for the terminal";
}

TEST(ProtocolTest, outputs_must_be_safetensors_of_a_possible_size) {
  const std::vector<std::byte> garbage(100, std::byte{7});
  EXPECT_EQ(read_answer_file(garbage).error().code, "INVALID_OUTPUT");
  EXPECT_GE(largest_answer({{{"positions", {10, 3}}}, {}}), 10U * 3U * sizeof(double));
}

TEST(SplitWordsTest, words_are_split_like_in_a_shell) {
  using Words = std::vector<std::string>;
  EXPECT_EQ(*split_words("  python3   a.py\t-x "), (Words{"python3", "a.py", "-x"}));
  EXPECT_EQ(*split_words("'a b' \"c 'd'\" e\\ f ''"), (Words{"a b", "c 'd'", "e f", ""}));
  EXPECT_EQ(*split_words("x'y'\"z\""), (Words{"xyz"}));
  EXPECT_EQ(*split_words("'a\\b' \"a\\\"b\""), (Words{"a\\b", "a\"b"}));
  EXPECT_TRUE(split_words("")->empty());
  EXPECT_EQ(split_words("'open").error().code, "SUBJECT_SYNTAX");
}

TEST(IsolationTest, missing_values_are_refused) {
  EXPECT_EQ(adapter_of(*parse_subject("lib:/nowhere.so"), {}).error().code, "FILE_READ");
  for (const char* missing :
       {"cmd:./nowhere", "cmd:python3 -B nowhere.py --exercises x.py", "cmd:node nowhere/subject.mjs"})
    EXPECT_EQ(require_program(*adapter_of(*parse_subject(missing), {})).error().code, "FILE_READ") << missing;
  for (const char* command : {"cmd:python3 -c 'import x.py'", "cmd:bash -ec 'exec python3 x.py'",
                              "cmd:python3 -m package.js", "cmd:env container.sh /work/subject.py"})
    EXPECT_TRUE(require_program(*adapter_of(*parse_subject(command), {}))) << command;
  EXPECT_EQ(adapter_of({"cmd", "  ", {}}, {}).error().code, "SUBJECT_SYNTAX");
  Sandbox sandbox;
  sandbox.folder = "/nowhere";
  EXPECT_EQ(adapter_of(*parse_subject("cmd:python3 x.py"), sandbox).error().code, "FILE_READ");
  EXPECT_EQ(parse_subject("cmd:").error().code, "SUBJECT_SYNTAX");
}

TEST(IsolationTest, the_description_names_the_memory_limit) {
  for (const SandboxLevel most : {SandboxLevel::none, SandboxLevel::landlock, SandboxLevel::bubblewrap}) {
    const std::string& told = isolation(most).description;
    const bool has_group = !folder_of_control_groups().empty();
    EXPECT_NE(told.find(has_group ? "memory: a control group" : "memory: watched"), std::string::npos)
        << told;
  }
}

TEST(IsolationTest, a_judge_without_processes_does_not_choose_a_weaker_sandbox) {
  const OwnUser user = OwnUser::lend();
  if (::geteuid() == 0 && user.id() == 0) GTEST_SKIP() << "root cannot change its user here";
  EXPECT_EQ(holds_in_a_child([&user] {
              constexpr rlimit none{0, 0};
              if (user.id() != 0 && !become_user(user.id())) return false;
              ::setrlimit(RLIMIT_NPROC, &none);
              const auto found = find_isolation();
              const auto& best = found[static_cast<std::size_t>(SandboxLevel::bubblewrap)];
              return !best.trouble.empty() && best.description.starts_with("nothing; ");
            }),
            true);
}

TEST(IsolationTest, nothing_runs_without_a_required_sandbox) {
  Sandbox sandbox;
  sandbox.least = SandboxLevel::landlock;
  sandbox.most = SandboxLevel::none;
  const auto subject = open_any(*parse_subject("cmd:python3 -c pass"), sandbox);
  ASSERT_FALSE(subject);
  EXPECT_EQ(subject.error().code, "SANDBOX_MISSING");
}

TEST(ProtocolTest, names_in_errors_can_be_printed) {
  const std::string name = test::malicious_json_name();
  json limits = good_hello(), option = good_hello(), level = good_hello(), feature = good_hello(),
       precision = good_hello();
  limits["limits"][name] = 1;
  option["capabilities"][0]["options"][name] = 1;
  level["capabilities"][0]["levels"] = {name};
  feature["capabilities"][0]["options"]["without"] = {name};
  precision["capabilities"][0]["options"]["class"] = {name};
  for (const json& message : {limits, option, level, feature, precision}) {
    const auto refused = read_hello(message);
    ASSERT_FALSE(refused);
    EXPECT_TRUE(test::is_printable_line(refused.error())) << refused.error().where.substr(0, 100);
  }
  json policies = good_hello();
  policies["capabilities"][0]["options"] = {{"normal_rule", {name, name}}};
  const auto within = is_within(*read_hello(policies), bar_question());
  ASSERT_FALSE(within);
  EXPECT_TRUE(test::is_printable_line(within.error()));
}

TEST(ProtocolTest, a_refusal_without_a_message_has_a_reason) {
  for (const json& message :
       {json{{"ok", false}, {"seq", 1}}, json{{"ok", false}, {"seq", 1}, {"message", ""}},
        json{{"ok", false}, {"seq", 1}, {"message", 7}}}) {
    EXPECT_EQ(to_string(read_hello(message).error()), "SUBJECT_START: it gave no reason");
    EXPECT_EQ(to_string(read_reply(message, 1).error()), "ANSWER_REFUSED: it gave no reason");
  }
}

}  // namespace bindpose::conformance::protocol_test
