// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/testing/bounds/gappa.h"

#include <gtest/gtest.h>

namespace bindpose::bounds::gappa_test {

/// w x / sqrt(w) < 1, w a cut.
Trace small() {
  Recording recording;
  const Traced x = Traced::input(0.5), w = Traced::input(2);
  const Traced product = w * x, root = stored(sqrt(w));
  const Traced y = product / root;
  EXPECT_TRUE(y < Traced(1));
  recording.trace.outputs = {y.node()};
  return recording.trace;
}

const Box box{{0.25, 0.75}, {1, 3, 0x1p-20}};

TEST(GappaScript, the_script_of_a_known_expression_rounds_to_nearest) {
  EXPECT_EQ(error_script(small(), box, 0, Model::nearest), R"(@rnd = float<ieee_32, ne>;
x0 = rnd(any0);
x1 = rnd(any1);
e2 = X1 * x0;
f2 = rnd(x1 * x0);
e3 = sqrt(X1);
f3 = rnd(sqrt(x1));
e5 = e2 / e3;
f5 = rnd(f2 / f3);
{
  x0 in [0x1p-2, 0x1.8p-1]
  /\ X1 in [0x1p+0, 0x1.8p+1]
  /\ |x1 - X1| <= 0x1p-20
  ->
  f5 - e5 in ?
}
f2 / f3 - e5 -> (f2 - e2) / f3 - e2 / e3 * ((f3 - e3) / f3) { f3 <> 0, e3 <> 0 };
)");
}

TEST(GappaScript, comparison_scripts_have_the_errors_that_glsl_allows) {
  const std::string script = comparisons_script(small(), box);
  EXPECT_NE(script.find("|f2 -/ (x1 * x0)| <= 0x1p-23\n"), std::string::npos) << script;
  EXPECT_NE(script.find("|f3 -/ (sqrt(x1))| <= 0x1.2p-21\n"), std::string::npos) << script;
  EXPECT_NE(script.find("|f5 -/ (f2 / f3)| <= 0x1.4p-22\n"), std::string::npos) << script;
  EXPECT_NE(script.find("e5 - 0x1p+0 <= -1b-149 /\\ f5 - 0x1p+0 <= -1b-149\n"), std::string::npos) << script;
}

TEST(GappaScript, the_script_is_empty_without_comparisons) {
  Recording recording;
  recording.trace.outputs = {Traced::input(1).node()};
  EXPECT_EQ(comparisons_script(recording.trace, {{1, 1}}), "");
}

}  // namespace bindpose::bounds::gappa_test
