// SPDX-License-Identifier: Apache-2.0
#include "flow/worker_process.hpp"

#include <fmt/format.h>

#include "base/file.hpp"
#include "base/text.hpp"
#include "record/message.hpp"

namespace assay::flow {
namespace {

std::chrono::steady_clock::time_point after(std::chrono::duration<double> span) {
  return std::chrono::steady_clock::now() +
         std::chrono::duration_cast<std::chrono::steady_clock::duration>(span);
}

}  // namespace

std::string worker_path() {
  return (executable_folder() / "assay-worker").string();
}

std::string WorkerProcess::describe_death() {
  const Ending ending = child_.wait(after(std::chrono::seconds(1)));
  const std::string said =
      ending.stderr_tail.empty() ? "" : ": " + escaped(ending.stderr_tail, 512);
  if (ending.exited) return fmt::format("the worker ended with exit code {}{}", ending.code, said);
  return fmt::format("the worker was killed by signal {}{}", ending.signal, said);
}

Result<WorkerProcess> WorkerProcess::start(const record::LoadRequest& request,
                                           std::chrono::seconds patience) {
  auto child = Child::start({{worker_path()}, {}});
  if (!child) return fail(std::move(child.error()).within("can't start the worker"));
  WorkerProcess worker(std::move(*child));
  const auto deadline = after(patience);
  if (auto sent = worker.child_.send(record::to_frame(request), deadline); !sent) {
    return fail(std::move(sent.error()).within(worker.describe_death()));
  }
  auto frame = worker.child_.receive(deadline);
  if (!frame) return fail(std::move(frame.error()).within("no answer from the worker"));
  if (!*frame) return fail(worker.describe_death());
  auto answer = record::from_frame<record::LoadAnswer>(**frame);
  if (!answer) return fail(std::move(answer.error()).within("the worker answered nonsense"));
  worker.loaded_ = std::move(*answer);
  return worker;
}

WorkerProcess::Answer WorkerProcess::run(const record::RunRequest& request,
                                         std::chrono::duration<double> limit) {
  const auto deadline = after(limit);
  const auto late = [&] { return std::chrono::steady_clock::now() >= deadline; };
  if (auto sent = child_.send(record::to_frame(request), deadline); !sent) {
    if (late()) return {{}, true, {}};
    return {{}, false, interrupted() ? "interrupted" : describe_death()};
  }
  auto frame = child_.receive(deadline);
  if (!frame) {
    if (late() && !interrupted()) return {{}, true, {}};
    return {{}, false, interrupted() ? "interrupted" : frame.error().message};
  }
  if (!*frame) return {{}, false, describe_death()};
  auto answer = record::from_frame<record::RunAnswer>(**frame);
  if (!answer) return {{}, false, "the worker answered nonsense: " + answer.error().message};
  return {std::move(*answer), false, {}};
}

}  // namespace assay::flow
