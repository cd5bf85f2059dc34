// SPDX-License-Identifier: Apache-2.0
// The worker from the flow's side: answers, a run that lasts too long, and a death.
#include "flow/worker_process.hpp"

#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.hpp"

namespace assay::flow {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

record::LoadRequest code(const std::string& body) {
  record::LoadRequest request;
  const auto bytes = bytes_of(body);
  request.ptx.assign(bytes.begin(), bytes.end());
  request.source_name = "k.ptx";
  request.kernels = {"k"};
  return request;
}

const std::string start_of_kernel =
    ".version 9.0\n.target sm_90\n.address_size 64\n.visible .entry k() {\n";
const std::string endless = start_of_kernel + "AGAIN:\nbra AGAIN;\n}\n";
const std::string nothing = start_of_kernel + "ret;\n}\n";

record::RunRequest one_launch(std::int64_t step_limit = 1'000) {
  record::RunRequest request;
  record::JobLaunch launch;
  launch.kernel = "k";
  launch.block = {32, 1, 1};
  request.launches = {launch};
  request.step_limit = step_limit;
  return request;
}

TEST(WorkerProcess, StandsBesideTheRunningExecutable) {
  EXPECT_EQ(worker_path(), (executable_folder() / "assay-worker").string());
  EXPECT_TRUE(std::filesystem::exists(worker_path()));
}

TEST(WorkerProcess, TakesCodeAndAnswersRuns) {
  auto worker = WorkerProcess::start(code(nothing), seconds(60));
  ASSERT_TRUE(worker) << to_text(worker.error());
  EXPECT_TRUE(worker->loaded().ok);
  for (int n = 0; n < 2; ++n) {
    const auto answer = worker->run(one_launch(), seconds(60));
    ASSERT_TRUE(answer.run) << answer.death;
    EXPECT_TRUE(answer.run->completed);
    EXPECT_FALSE(answer.too_slow);
    EXPECT_THAT(answer.death, IsEmpty());
  }
}

TEST(WorkerProcess, CodeThatCannotBeReadIsAnAnswer) {
  const auto worker = WorkerProcess::start(code("int main() {}"), seconds(60));
  ASSERT_TRUE(worker) << to_text(worker.error());
  EXPECT_FALSE(worker->loaded().ok);
  EXPECT_THAT(worker->loaded().error, Not(IsEmpty()));
}

TEST(WorkerProcess, AStepLimitIsAnAnswerTooNotADeath) {
  auto worker = WorkerProcess::start(code(endless), seconds(60));
  ASSERT_TRUE(worker) << to_text(worker.error());
  const auto answer = worker->run(one_launch(), seconds(60));
  ASSERT_TRUE(answer.run) << answer.death;
  ASSERT_THAT(answer.run->faults, SizeIs(1));
  EXPECT_EQ(answer.run->faults[0].code, "run.step_limit");
}

TEST(WorkerProcess, TheWatchdogEndsARunThatLastsTooLong) {
  auto worker = WorkerProcess::start(code(endless), seconds(60));
  ASSERT_TRUE(worker) << to_text(worker.error());
  const auto answer = worker->run(one_launch(std::int64_t{1} << 60), milliseconds(100));
  EXPECT_FALSE(answer.run);
  EXPECT_TRUE(answer.too_slow);
  EXPECT_THAT(answer.death, IsEmpty());
  const auto after = worker->run(one_launch(), seconds(60));
  EXPECT_FALSE(after.run) << "a worker that was ended answers nothing more";
  EXPECT_FALSE(after.too_slow);
}

}  // namespace
}  // namespace assay::flow
