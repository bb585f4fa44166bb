// SPDX-License-Identifier: Apache-2.0
#include "engine/report/annotations.h"

#include <gtest/gtest.h>

#include <sstream>

#include "engine/report/test_samples.h"

namespace cuttle {
namespace {

TEST(Annotations, OneLinePerBug) {
  Summary summary = incomplete_sample();
  summary.bugs.push_back({BugKind::abort, "100%", "", 1, "", true, "", {}, {}});
  std::ostringstream out;
  write_annotations(out, summary);
  EXPECT_EQ(out.str(),
            "::error file=testme.c,line=9,title=assertion::assertion `v != 2 * x + 1' failed%0Ax = "
            "1%0Av = 3\n"
            "::warning file=dir with space/g.c,line=7,title=segfault::%1B[31m<b>&\"bad\"</b>%0A"
            "second line \x80\n"
            "::error title=abort::100%25\n");
}

}  // namespace
}  // namespace cuttle
