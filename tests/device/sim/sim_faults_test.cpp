// SPDX-License-Identifier: Apache-2.0
// Kernels that do what they must not, can't be run, or never end: what a device says of them.
#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "device/sim/kernels.hpp"
#include "device/sim/sim_device.hpp"

namespace assay::device {
namespace {

using namespace test;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

/// A kernel of one parameter; %x3 is the address of the thread's own word.
std::string kernel(const std::string& body, const std::string& variables = "") {
  return header + variables +
         ".visible .entry k(.param .u64 a) {\n"
         ".reg .pred %p<4>;\n.reg .b32 %r<9>;\n.reg .b64 %x<9>;\n"
         "ld.param.u64 %x1, [a];\nmov.u32 %r1, %tid.x;\n"
         "mul.wide.u32 %x2, %r1, 4;\nadd.u64 %x3, %x1, %x2;\n" +
         body + "\nret;\n}\n";
}

record::RunRequest request_of(record::JobBuffer buffer) {
  record::RunRequest request;
  record::JobLaunch launch;
  launch.kernel = "k";
  launch.block = {32, 1, 1};
  launch.arguments = {{buffer.name, {}}};
  request.buffers = {std::move(buffer)};
  request.launches = {launch};
  return request;
}

record::RunAnswer run(const std::string& text, const record::RunRequest& request) {
  const auto device = make_sim_device();
  const auto loaded = device->load(load_request(text, {"k"}));
  EXPECT_TRUE(loaded.ok) << loaded.error;
  return device->run(request);
}

TEST(SimFaults, AStorePastTheEndRejectsAndNamesThreadAndStatement) {
  const auto answer = run(kernel("st.global.u32 [%x3], %r1;"), request_of(output("y", 30)));
  ASSERT_TRUE(answer.ok) << answer.error;
  EXPECT_FALSE(answer.completed);
  ASSERT_THAT(answer.faults, SizeIs(1));
  const auto& fault = answer.faults[0];
  EXPECT_EQ(fault.code, "memory.out_of_bounds");
  EXPECT_EQ(fault.severity, "reject");
  EXPECT_THAT(fault.message, HasSubstr("'y' (120 bytes)"));
  ASSERT_TRUE(fault.place);
  EXPECT_EQ(fault.place->file, "sum.ptx");
  EXPECT_EQ(fault.place->thread->at(0), 30);
  EXPECT_THAT(fault.place->instruction, HasSubstr("st.global.u32"));
}

TEST(SimFaults, AStoreIntoAnInputIsFoundAndTheInputStaysWhole) {
  const auto answer = run(kernel("st.global.u32 [%x3], %r1;"), request_of(input("x", 32, 1)));
  ASSERT_THAT(answer.faults, SizeIs(1));
  EXPECT_EQ(answer.faults[0].code, "memory.input_modified");
  ASSERT_THAT(answer.inputs_before, SizeIs(1));
  EXPECT_EQ(answer.inputs_before, answer.inputs_after);
}

TEST(SimFaults, UninitialisedScratchWarnsAndTheRunGoesOn) {
  auto scratch = output("scratch", 32);
  const auto answer = run(kernel("ld.global.u32 %r2, [%x3];\nadd.u32 %r2, %r2, 1;\n"
                                 "st.global.u32 [%x3], %r2;"),
                          request_of(scratch));
  EXPECT_TRUE(answer.completed);
  ASSERT_THAT(answer.faults, SizeIs(1));
  EXPECT_EQ(answer.faults[0].code, "memory.uninitialised");
  EXPECT_EQ(answer.faults[0].severity, "warn");
  EXPECT_EQ(answer.outputs[0].unwritten_bytes, 0);
}

TEST(SimFaults, ScratchThatWasZeroedMayBeRead) {
  auto scratch = output("scratch", 32);
  scratch.initialised = true;
  scratch.fill.kind = record::Fill::Kind::zeros;
  const auto answer = run(kernel("ld.global.u32 %r2, [%x3];\nadd.u32 %r2, %r2, 5;\n"
                                 "st.global.u32 [%x3], %r2;"),
                          request_of(scratch));
  EXPECT_THAT(answer.faults, IsEmpty());
  EXPECT_EQ(answer.outputs[0].tensor.bytes[0], std::byte{5});
}

TEST(SimFaults, OneThatNeverEndsStopsAtItsStepLimit) {
  auto request = request_of(output("y", 32));
  request.step_limit = 1000;
  const auto answer = run(kernel("AGAIN:\nbra AGAIN;"), request);
  EXPECT_TRUE(answer.ok);
  EXPECT_FALSE(answer.completed);
  ASSERT_THAT(answer.faults, SizeIs(1));
  EXPECT_EQ(answer.faults[0].code, "run.step_limit");
  EXPECT_GE(answer.counters.steps, 500);
  EXPECT_LE(answer.counters.steps, 1100);
}

TEST(SimFaults, ModuleStorageIsHiddenStateUnlessItIsDeclared) {
  const auto text = kernel("mov.u64 %x4, seen;\nst.global.u32 [%x4], 1;\nst.global.u32 [%x3], %r1;",
                           ".visible .global .align 4 .u32 seen;\n");
  auto request = request_of(output("y", 32));
  request.launches[0].block = {1, 1, 1};
  const auto hidden = run(text, request);
  ASSERT_THAT(hidden.faults, SizeIs(1));
  EXPECT_EQ(hidden.faults[0].code, "state.hidden");
  request.state_symbols = {"seen"};
  EXPECT_THAT(run(text, request).faults, IsEmpty());
}

TEST(SimFaults, ALaunchThatNoDeviceTakesIsTheCandidatesFault) {
  auto request = request_of(output("y", 32));
  request.launches[0].block = {2048, 1, 1};
  const auto answer = run(kernel("st.global.u32 [%x3], %r1;"), request);
  ASSERT_TRUE(answer.ok) << answer.error;
  EXPECT_FALSE(answer.completed);
  ASSERT_THAT(answer.faults, SizeIs(1));
  EXPECT_EQ(answer.faults[0].code, "launch.failed");
  EXPECT_EQ(answer.faults[0].severity, "reject");
  EXPECT_THAT(answer.faults[0].message, HasSubstr("2048"));
}

TEST(SimFaults, ACooperativeGridThatDoesNotFitIsRefused) {
  auto request = request_of(output("y", 32));
  request.launches[0].grid = {1 << 20, 1, 1};
  request.launches[0].cooperative = true;
  const auto answer = run(kernel(""), request);
  ASSERT_TRUE(answer.ok) << answer.error;
  ASSERT_THAT(answer.faults, SizeIs(1));
  EXPECT_EQ(answer.faults[0].code, "launch.failed");
}

TEST(SimFaults, WhatTheSimulatorLacksIsNamedAtLoad) {
  const auto device = make_sim_device();
  const auto loaded = device->load(load_request(kernel("wgmma.fence.sync.aligned;"), {"k"}));
  ASSERT_TRUE(loaded.ok) << loaded.error;
  ASSERT_THAT(loaded.unsupported, SizeIs(1));
  const auto& missing = loaded.unsupported[0];
  EXPECT_EQ(missing.code, "sim.unsupported");
  EXPECT_EQ(missing.severity, "reject");
  EXPECT_THAT(missing.message, HasSubstr("wgmma.fence"));
  EXPECT_EQ(missing.place->file, "sum.ptx");
  EXPECT_GT(missing.place->ptx_line, 0);
}

TEST(SimFaults, WhatIsLackingInAKernelThatIsNotLaunchedDoesNotMatter) {
  const auto text = kernel("wgmma.fence.sync.aligned;") + ".visible .entry other() {\nret;\n}\n";
  EXPECT_THAT(make_sim_device()->load(load_request(text, {"other"})).unsupported, IsEmpty());
  EXPECT_THAT(make_sim_device()->load(load_request(text, {"other", "k"})).unsupported, SizeIs(1));
}

TEST(SimFaults, TheScheduleDecidesWhoWinsARace) {
  const auto text = kernel("mov.u32 %r3, %ctaid.x;\natom.global.exch.b32 %r2, [%x1], %r3;");
  auto request = request_of(output("y", 1));
  request.launches[0].grid = {64, 1, 1};
  request.launches[0].block = {1, 1, 1};
  std::vector<Bytes> winners;
  for (request.schedule_seed = 0; request.schedule_seed < 8; ++request.schedule_seed) {
    const auto first = run(text, request);
    ASSERT_THAT(first.outputs, SizeIs(1));
    winners.push_back(first.outputs[0].tensor.bytes);
    EXPECT_EQ(run(text, request).outputs[0].tensor.bytes, winners.back()) << "same seed, same bits";
  }
  std::sort(winners.begin(), winners.end());
  EXPECT_GT(std::unique(winners.begin(), winners.end()) - winners.begin(), 1);
}

}  // namespace
}  // namespace assay::device
