// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/sandbox/crash_place.h"

#include <gtest/gtest.h>

namespace bindpose::conformance::crash_place_test {

TEST(CrashPlaceTest, functions_are_named_without_types) {
  struct Named {
    const char* function;
    const char* name;
  };
  for (const Named& each :
       {Named{"dot", "dot"},
        Named{"course::Mat course::(anonymous namespace)::world<course::Mat>(int)", "course::world"},
        Named{"bool operator< <int>(A<int> const&, A<int> const&)", "operator<"},
        Named{"course::operator<<(std::ostream&, course::Vec const&)", "course::operator<<"},
        Named{"course::Quat::operator course::Mat() const", "course::Quat::operator course::Mat"},
        Named{"operator new[](unsigned long)", "operator new[]"},
        Named{"entry(int)::{lambda(int)#1}::operator()(int) const", "entry::{lambda#1}::operator()"},
        Named{"my_operator(int)", "my_operator"}})
    EXPECT_EQ(places_of(std::string(each.function) + "\na.cpp:7\n"), each.name + std::string(" (a.cpp:7)"));
}

TEST(CrashPlaceTest, places_are_lines_of_the_library_itself) {
  EXPECT_EQ(places_of("dot\nmy file.c:12 (discriminator 3)\n"), "dot (my file.c:12)");
  EXPECT_EQ(places_of("dot\n??:0\n"), "dot");
  EXPECT_EQ(
      places_of("??\n??:0\nstd::vector<int>::at(unsigned long)\nvector:3\n_ZNKSt6vectorIiE2atEm\nvector:3\n"
                "_ZSt4sortv\nalgo.h:1\n_ZNSt3mapE\nmap:1\na\na.c:1\nb\na.c:2\nc\na.c:3\nd\na.c:4\n"),
      "a (a.c:1), called by b (a.c:2), called by c (a.c:3)");
  EXPECT_EQ(places_of(std::string(150, 'a') + "\na.c:1\n" + std::string(150, 'b') + "\na.c:2\n"),
            std::string(150, 'a') + " (a.c:1)")
      << "200 bytes at most";
  EXPECT_EQ(places_of(""), "");
}

TEST(CrashPlaceTest, only_places_are_removed_from_the_last_output) {
  const std::string mark(crash_mark);
  for (const char* place : {"run", "dot (vectors.h:12), called by slerp (my file.c:140)",
                            "entry::{unnamed type#1}::operator() (a.cpp:1)", "A::operator int (a.cpp:1)"}) {
    std::string words = "before\n" + mark + place + "\nafter";
    EXPECT_EQ(take_crash_place(words), place);
    EXPECT_EQ(words, "before\nafter");
  }
  for (const std::string& place :
       {std::string("the judge: all is right"), std::string("dot (vectors.h)"),
        std::string("dot (a.c:1), and more"), std::string("dot (a.c:1), called by "),
        std::string("\x1b[2J (a.c:1)"), std::string(201, 'a'),
        std::string("a, called by b, called by c, called by d"), std::string()}) {
    const std::string said = "before\n" + mark + place + "\nafter";
    std::string words = said;
    EXPECT_EQ(take_crash_place(words), "") << place;
    EXPECT_EQ(words, said);
  }
}

}  // namespace bindpose::conformance::crash_place_test
