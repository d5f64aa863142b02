// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/binding_page.h"

#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "conformance/testing/results.h"
#include "conformance/testing/schema.h"
#include "reference/testing/temporary_folder.h"

namespace bindpose::conformance {
namespace binding_page_test {

using nlohmann::json;

/// Two methods next to the own weights, of which one refuses.
BindingTable table_of_two() {
  return {"<b>hero</b>.glb skin0",
          4,
          2,
          1,
          8,
          {{"own", "", {0, 1, 0, 0}, {0, 0, 2, {}}, 0},
           {"bind.heat", "", {0, 0.75, 1e-7, 1}, {0.5, 1, 2, {}}, 0.25, "\x89PNG"},
           {"bind.bbw", "MESH: <script>alert(1)</script>"}}};
}

TEST(BindingPage, says_of_each_method_what_the_table_says) {
  const std::string page = binding_page({table_of_two()});
  EXPECT_NE(page.find("<td>bind.heat</td><td>0</td><td>0.75</td><td>1e-07</td><td>1</td>"
                      "<td>0.5</td><td>1</td><td>25.00 %</td><td>0.25</td>"),
            std::string::npos)
      << page;
  EXPECT_NE(page.find("data:image/png;base64,iVBORw=="), std::string::npos);
}

TEST(BindingPage, names_and_messages_are_text_and_nothing_is_asked_for) {
  const std::string page = binding_page({table_of_two()});
  EXPECT_EQ(page.find("<script"), std::string::npos);
  EXPECT_EQ(page.find("<b>"), std::string::npos);
  EXPECT_EQ(page.find("http:"), std::string::npos);
  EXPECT_NE(page.find("default-src 'none'"), std::string::npos);
}

TEST(BindingPage, what_is_nearest_to_the_own_weights_stands_out) {
  BindingTable table = table_of_two();
  table.rows.push_back({"bind.delaunay", "", {0, 1, 0, 0}, {0.25, 1, 2, {}}, 0});
  const std::string page = binding_page({table});
  EXPECT_NE(page.find("<tr class=\"nearest\"><td>bind.delaunay"), std::string::npos);
  EXPECT_EQ(page.find("<tr class=\"nearest\"><td>bind.heat"), std::string::npos);
}

TEST(BindingPage, data_obey_the_schema) {
  const json document = json::parse(binding_json({table_of_two()}).dump());
  EXPECT_TRUE(obeys("report/binding.schema.json", document));
  EXPECT_EQ(document["characters"][0]["methods"][1]["apart_root_mean_square"], 0.5);
  json wrong = document;
  wrong["characters"][0]["methods"][1].erase("size");
  EXPECT_FALSE(obeys("report/binding.schema.json", wrong));
}

TEST(BindingPage, the_command_writes_page_data_and_pictures) {
  const TemporaryFolder folder;
  const Ran ran =
      run_in(folder.path(), BINDPOSE_PROGRAM
             " bind --method bind.point-to-line --method bind.point-to-line --moments 2 --out bound");
  ASSERT_EQ(ran.exit_code, 0) << ran.out;
  const json document = json::parse(slurp(folder.path() / "bound/bind.json"));
  EXPECT_TRUE(obeys("report/binding.schema.json", document));
  EXPECT_EQ(document["characters"][0]["methods"].size(), 2U) << "its own and the one, asked once";
  const std::string page = slurp(folder.path() / "bound/bind.html");
  EXPECT_NE(page.find("the built-in figure"), std::string::npos);
  EXPECT_NE(page.find("data:image/png;base64,iVBORw0KGgo"), std::string::npos) << "as PNG files begin";
}

}  // namespace binding_page_test
}  // namespace bindpose::conformance
