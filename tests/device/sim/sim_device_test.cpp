// SPDX-License-Identifier: Apache-2.0
// The simulator behind the device's interface: load, run, and what comes back.
#include "device/sim/sim_device.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/hash.hpp"
#include "device/sim/kernels.hpp"

namespace assay::device {
namespace {

using namespace test;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class SimDeviceTest : public testing::Test {
 protected:
  record::RunAnswer run(const record::RunRequest& request) {
    const auto loaded = device_->load(load_request());
    EXPECT_TRUE(loaded.ok) << loaded.error;
    EXPECT_THAT(loaded.unsupported, IsEmpty());
    return device_->run(request);
  }

  std::unique_ptr<Device> device_ = make_sim_device();
};

TEST_F(SimDeviceTest, AddsTwoVectors) {
  const auto request = add_request(100);
  const auto answer = run(request);
  ASSERT_TRUE(answer.ok) << answer.error;
  EXPECT_TRUE(answer.completed);
  EXPECT_THAT(answer.faults, IsEmpty());
  ASSERT_THAT(answer.outputs, SizeIs(1));
  const auto a = contents_of(request.buffers[0]);
  const auto b = contents_of(request.buffers[1]);
  const auto& y = answer.outputs[0].tensor;
  for (std::int64_t n = 0; n < 100; ++n) {
    ASSERT_EQ(y.at(n), static_cast<float>(a->at(n)) + static_cast<float>(b->at(n))) << n;
  }
}

TEST_F(SimDeviceTest, OnlyWantedBuffersComeBackWithTheirShape) {
  auto request = add_request(64);
  request.buffers[0].wanted = true;
  request.buffers[2].shape = {8, 8};
  const auto answer = run(request);
  ASSERT_THAT(answer.outputs, SizeIs(2));
  EXPECT_EQ(answer.outputs[0].name, "a");
  EXPECT_EQ(answer.outputs[0].tensor.bytes, contents_of(request.buffers[0])->bytes);
  EXPECT_EQ(answer.outputs[1].name, "y");
  EXPECT_EQ(answer.outputs[1].tensor.shape, (std::vector<std::int64_t>{8, 8}));
}

TEST_F(SimDeviceTest, HashesOfReadOnlyBuffersAreTheSameBeforeAndAfter) {
  const auto request = add_request(100);
  const auto answer = run(request);
  ASSERT_THAT(answer.inputs_before, SizeIs(2));
  EXPECT_EQ(answer.inputs_before[0].first, "a");
  EXPECT_EQ(answer.inputs_before[0].second, hash_hex(contents_of(request.buffers[0])->bytes));
  EXPECT_NE(answer.inputs_before[0].second, answer.inputs_before[1].second);
  EXPECT_EQ(answer.inputs_before, answer.inputs_after);
}

TEST_F(SimDeviceTest, AFullyWrittenOutputHasNothingUnwritten) {
  const auto answer = run(add_request(64));
  EXPECT_EQ(answer.outputs[0].unwritten_bytes, 0);
  EXPECT_EQ(answer.outputs[0].first_unwritten, -1);
}

TEST_F(SimDeviceTest, BytesThatNoThreadWroteAreCountedFromTheFirst) {
  const auto request = add_request(100, 90);
  const auto answer = run(request);
  EXPECT_TRUE(answer.completed);
  EXPECT_EQ(answer.outputs[0].unwritten_bytes, 40);
  EXPECT_EQ(answer.outputs[0].first_unwritten, 360);
  const auto noise = contents_of(request.buffers[2]);
  EXPECT_EQ(answer.outputs[0].tensor.at(95), noise->at(95)) << "the noise still stands there";
}

TEST_F(SimDeviceTest, AnInitialisedOutputIsNeverCalledUnwritten) {
  auto request = add_request(100, 0);
  request.buffers[2].initialised = true;
  EXPECT_EQ(run(request).outputs[0].unwritten_bytes, 0);
}

TEST_F(SimDeviceTest, RunsShareNothing) {
  const auto whole = run(add_request(100));
  const auto partial = device_->run(add_request(100, 10));
  EXPECT_EQ(partial.outputs[0].unwritten_bytes, 360) << "the first run's writes don't count";
  const auto again = device_->run(add_request(100));
  EXPECT_EQ(again.outputs[0].tensor.bytes, whole.outputs[0].tensor.bytes);
  EXPECT_EQ(again.counters.steps, whole.counters.steps);
}

TEST_F(SimDeviceTest, CountersAreThoseOfTheKernel) {
  const auto counters = run(add_request(128)).counters;
  EXPECT_EQ(counters.global_load_bytes, 2 * 128 * 4);
  EXPECT_EQ(counters.global_store_bytes, 128 * 4);
  EXPECT_EQ(counters.float_operations, 128);
  EXPECT_EQ(counters.global_load_requests, 2 * 4) << "four warps, two loads each";
  EXPECT_EQ(counters.steps, counters.warp_instructions);
  EXPECT_EQ(counters.barriers, 0);
}

TEST_F(SimDeviceTest, SeveralHostThreadsGiveTheSameAnswer) {
  const auto one = run(add_request(2000));
  auto request = load_request();
  request.host_threads = 4;
  auto other = make_sim_device();
  ASSERT_TRUE(other->load(request).ok);
  const auto four = other->run(add_request(2000));
  EXPECT_EQ(four.outputs[0].tensor.bytes, one.outputs[0].tensor.bytes);
  EXPECT_EQ(four.counters.lane_instructions, one.counters.lane_instructions);
}

TEST_F(SimDeviceTest, LaunchesRunInOrder) {
  auto request = add_request(64);
  request.buffers.push_back(output("z", 64));
  auto second = request.launches[0];
  second.arguments[0].buffer = "y";
  second.arguments[2].buffer = "z";
  request.launches.push_back(second);
  const auto answer = run(request);
  EXPECT_THAT(answer.faults, IsEmpty()) << "the second launch reads what the first wrote";
  const auto b = contents_of(request.buffers[1]);
  const auto& y = answer.outputs[0].tensor;
  const auto& z = answer.outputs[1].tensor;
  EXPECT_EQ(z.at(5), static_cast<float>(y.at(5)) + static_cast<float>(b->at(5)));
}

TEST_F(SimDeviceTest, AnEmptyBufferIsFine) {
  auto request = add_request(0);
  request.launches[0].grid = {1, 1, 1};
  const auto answer = run(request);
  EXPECT_TRUE(answer.completed) << answer.error;
  EXPECT_THAT(answer.outputs[0].tensor.bytes, IsEmpty());
}

TEST_F(SimDeviceTest, ARunBeforeAnyCodeIsOurMistake) {
  const auto answer = device_->run(add_request(4));
  EXPECT_FALSE(answer.ok);
  EXPECT_EQ(answer.error, "a run was asked for before any code was loaded");
}

TEST_F(SimDeviceTest, TextThatIsNoPtxIsAnErrorWithItsPlace) {
  const auto answer = device_->load(load_request(header + ".visible .entry vadd( {\n}\n"));
  EXPECT_FALSE(answer.ok);
  EXPECT_THAT(answer.error, HasSubstr("can't read the PTX at 4:"));
  EXPECT_FALSE(device_->run(add_request(4)).ok);
}

TEST_F(SimDeviceTest, ALaunchOfAnUnknownBufferIsOurMistake) {
  auto request = add_request(4);
  request.launches[0].arguments[2].buffer = "nowhere";
  const auto answer = run(request);
  EXPECT_FALSE(answer.ok);
  EXPECT_EQ(answer.error, "a launch names the unknown buffer 'nowhere'");
}

TEST_F(SimDeviceTest, ABufferThatOverflowsIsAnErrorAndTheNextRunWorks) {
  auto request = add_request(4);
  request.buffers[0].shape = {1LL << 62, 4};
  const auto answer = run(request);
  EXPECT_FALSE(answer.ok);
  EXPECT_THAT(answer.error, HasSubstr("'a' overflows"));
  EXPECT_TRUE(device_->run(add_request(4)).ok);
}

}  // namespace
}  // namespace assay::device
