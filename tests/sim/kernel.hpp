// SPDX-License-Identifier: Apache-2.0
// The frame that most kernel tests share: one buffer of words, one word a thread.
#pragma once

#include <string>

#include "sim/harness.hpp"

namespace assay::sim::testing {

/// `body` finds %x1 = the buffer, %r1 = %tid.x, %r22 = the thread's number in the grid, %x3 = the
/// address of its word; %p, %r, %x, %h, %f, %g beyond those are free. `before` holds functions and
/// variables.
[[nodiscard]] inline Job kernel(const std::string& body, std::size_t words = 64,
                                const std::string& before = "") {
  Job j;
  j.text = before +
           ".visible .entry k(.param .u64 a) {\n"
           ".reg .pred %p<20>; .reg .b16 %h<20>; .reg .b32 %r<60>; .reg .b64 %x<40>;\n"
           ".reg .f32 %f<20>; .reg .f64 %g<20>;\n"
           "ld.param.u64 %x1, [a]; mov.u32 %r1, %tid.x; mov.u32 %r20, %ctaid.x;\n"
           "mov.u32 %r21, %ntid.x; mad.lo.u32 %r22, %r20, %r21, %r1; mul.wide.u32 %x2, %r22, 4;\n"
           "add.u64 %x3, %x1, %x2;\n" +
           body + "\nret;\n}\n";
  j.buffers = {std::vector<std::uint32_t>(words, 0)};
  return j;
}

/// Runs it, expects no fault.
[[nodiscard]] inline Done clean(const Job& job) {
  Done done = run(job);
  for (const auto& f : done.outcome.faults)
    ADD_FAILURE() << f.code << ": " << f.message << " in " << f.site.instruction;
  EXPECT_TRUE(done.outcome.completed);
  return done;
}

/// The buffer after a clean run.
[[nodiscard]] inline std::vector<std::uint32_t> output(const Job& job) {
  return clean(job).buffers[0];
}

/// Runs it, expects exactly one fault.
[[nodiscard]] inline Fault only_fault(const Job& job) {
  const Done done = run(job);
  EXPECT_EQ(done.outcome.faults.size(), 1u);
  return done.outcome.faults.empty() ? Fault{} : done.outcome.faults[0];
}

}  // namespace assay::sim::testing
