// SPDX-License-Identifier: Apache-2.0
#include "flow/runner.hpp"

#include <utility>

#include "base/process.hpp"

namespace assay::flow {
namespace {

constexpr std::chrono::seconds load_patience{30};
constexpr int attempts_of_a_run = 2;

double elements_of(const record::RunRequest& request) {
  double total = 0;
  for (const auto& buffer : request.buffers) {
    double count = 1;
    for (const auto extent : buffer.shape) count *= static_cast<double>(extent);
    total += count;
  }
  return total;
}

std::int64_t warps_of(const record::RunRequest& request) {
  std::int64_t warps = 0;
  for (const auto& launch : request.launches) {
    const std::int64_t threads = launch.block[0] * launch.block[1] * launch.block[2];
    warps += launch.grid[0] * launch.grid[1] * launch.grid[2] * ((threads + 31) / 32);
  }
  return warps;
}

/// What a GPU may leave behind as well: NaN, so that 0 * leftover is no longer 0.
void fill_with_ones(record::RunRequest& request) {
  for (auto& buffer : request.buffers) {
    const auto size = size_in_bytes(buffer.dtype, buffer.shape);
    if (buffer.initialised || !size) continue;
    buffer.fill.kind = record::Fill::Kind::bytes;
    buffer.fill.bytes.assign(static_cast<std::size_t>(*size), std::byte{0xff});
  }
}

std::vector<std::string> entries_of(const record::Build& build) {
  std::vector<std::string> entries;
  entries.reserve(build.kernels.size());
  for (const auto& kernel : build.kernels) entries.push_back(kernel.entry);
  return entries;
}

}  // namespace

Result<void> Runner::load(const record::Build& build) {
  if (worker_ && loaded_ == &build) return {};
  worker_.reset();
  record::LoadRequest request;
  request.ptx = build.ptx;
  request.source_name = compiled_.candidate().path.filename().string();
  request.host_threads = host_threads_;
  request.kernels = entries_of(build);
  auto worker = WorkerProcess::start(request, load_patience);
  if (!worker) return fail(std::move(worker.error()));
  worker_ = std::move(*worker);
  loaded_ = &build;
  return {};
}

double Runner::elements_at(const Point& point) {
  auto build = compiled_.at(point.at);
  if (!build || !*build || !(*build)->ok) return 0;
  auto request = task::bind_run(compiled_.setting(point.at), (*build)->kernels, point.family, {});
  return request ? elements_of(*request) : 0;
}

std::optional<Runner::Bound> Runner::bind(const Point& point, std::uint64_t attempt,
                                          PointResult& result) {
  auto build = compiled_.at(point.at);
  if (!build) {
    result.problems = std::move(build.error());
    return std::nullopt;
  }
  if (*build == nullptr) result.error = compiled_.failure();
  if (*build != nullptr && !(*build)->ok) result.failed_build = *build;
  if (result.error || result.failed_build != nullptr) return std::nullopt;
  const auto& at = contest_.case_of(point);
  auto request = task::bind_run(compiled_.setting(point.at), (*build)->kernels, point.family,
                                seeds_of(contest_.options.seed, at.name, point.family, attempt));
  if (!request) {
    result.problems = std::move(request.error());
    return std::nullopt;
  }
  return Bound{*build, std::move(*request)};
}

PointResult Runner::bind(const Point& point) {
  PointResult result;
  (void)bind(point, 0, result);
  return result;
}

PointResult Runner::run(const Point& point, const RunOptions& options) {
  PointResult result;
  auto bound = bind(point, options.attempt, result);
  if (!bound) return result;
  auto& request = bound->request;
  request.step_limit = options.steps.limit(warps_of(request));
  const double elements = elements_of(request);
  if (options.ones) fill_with_ones(request);
  if (options.want_inputs) {
    for (auto& buffer : request.buffers) buffer.wanted = true;
  }
  bool died = true;
  for (int attempt = 0; died && attempt < attempts_of_a_run && !interrupted(); ++attempt) {
    result = ask(*bound, options, died);
  }
  if (!result.run && interrupted()) result.error = Error{"interrupted", {}, Blame::machine, {}};
  result.elements = elements;
  return result;
}

PointResult Runner::ask(const Bound& bound, const RunOptions& options, bool& died) {
  PointResult result;
  died = false;
  if (auto loaded = load(*bound.build); !loaded) {
    died = true;
    result.error = std::move(loaded.error());
    return result;
  }
  if (!worker_->loaded().ok) {
    result.error = Error{worker_->loaded().error, {}, Blame::assay, {}};
    return result;
  }
  result.unsupported = worker_->loaded().unsupported;
  if (!result.unsupported.empty()) return result;
  auto answer = worker_->run(bound.request, std::chrono::duration<double>(options.seconds));
  if (answer.run && answer.run->ok) {
    result.run = std::move(answer.run);
    return result;
  }
  worker_.reset();  // whatever went wrong, this process is not used again
  loaded_ = nullptr;
  result.too_slow = answer.too_slow;
  died = !answer.death.empty();
  if (!answer.too_slow) {
    result.error = Error{answer.run ? answer.run->error : answer.death, {}, Blame::assay, {}};
  }
  return result;
}

}  // namespace assay::flow
