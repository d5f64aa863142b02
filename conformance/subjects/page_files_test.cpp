// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/page_files.h"

#include <fstream>

#include <gtest/gtest.h>

#include "reference/io/document_limits.h"
#include "reference/testing/temporary_folder.h"

namespace bindpose::conformance::page_files_test {

namespace fs = std::filesystem;

struct PageFilesTest : testing::Test {
  PageFilesTest() {
    for (const char* folder : {"page/part", "asset"})
      fs::create_directories(folder_.path() / folder);
    for (const char* file : {"page/page.html", "page/part/a b.mjs", "asset/hero.glb", "secret.txt"})
      std::ofstream(folder_.path() / file) << file;
    fs::create_symlink(folder_.path() / "secret.txt", folder_.path() / "page/link.txt");
  }

  PageFiles files() const { return PageFiles(folder_.path() / "page"); }
  static std::string url(const std::string& path) { return std::string(page_origin) + path; }
  static std::string text(const PageFiles::Reply& reply) {
    return std::string(reinterpret_cast<const char*>(reply.bytes.data()), reply.bytes.size());
  }

  TemporaryFolder folder_;
};

TEST_F(PageFilesTest, files_of_the_page_are_served_with_their_types) {
  const auto page = files().answer(url("page.html?question=1#here"));
  EXPECT_EQ(page.status, 200);
  EXPECT_EQ(page.type, "text/html");
  EXPECT_EQ(text(page), "page/page.html");
  EXPECT_EQ(files().answer(url("part/a%20b.mjs")).type, "text/javascript");
}

TEST_F(PageFilesTest, files_of_the_current_input_are_served) {
  PageFiles with = files();
  EXPECT_EQ(with.answer(url("question/hero.glb")).status, 404);
  with.set_question(folder_.path() / "asset");
  EXPECT_EQ(text(with.answer(url("question/hero.glb"))), "asset/hero.glb");
  EXPECT_EQ(with.answer(url("question/page.html")).status, 404);
  with.set_question({});
  EXPECT_EQ(with.answer(url("question/hero.glb")).status, 404);
}

/// The browser ends if a message is too long.
TEST_F(PageFilesTest, a_file_that_is_too_large_for_the_browser_is_refused) {
  fs::resize_file(folder_.path() / "page/page.html", limits::page_file.most + 1);
  EXPECT_EQ(files().answer(url("page.html")).status, 413);
}

TEST_F(PageFilesTest, no_file_outside_the_folders_is_served) {
  PageFiles with = files();
  with.set_question(folder_.path() / "asset");
  for (const char* path :
       {"../secret.txt", "%2e%2e/secret.txt", "..%2fsecret.txt", "link.txt", "/etc/passwd", "%2fetc%2fpasswd",
        "question/../../secret.txt", "question/%2e%2e/secret.txt", "part", "", "none.html"})
    EXPECT_EQ(with.answer(url(path)).status, 404) << path;
}

TEST(PageUrls, names_are_escaped_in_urls) {
  EXPECT_EQ(in_url("scene/hero 100%.glb"), "scene/hero%20100%25.glb");
  EXPECT_EQ(in_url("what?#now"), "what%3F%23now");
}

}  // namespace bindpose::conformance::page_files_test
