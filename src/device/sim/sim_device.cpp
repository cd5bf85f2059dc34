// SPDX-License-Identifier: Apache-2.0
#include "device/sim/sim_device.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "base/hash.hpp"
#include "device/sim/translate.hpp"
#include "num/random.hpp"
#include "ptx/parse.hpp"

namespace assay::device {
namespace {

using record::LoadAnswer;
using record::LoadRequest;
using record::RunAnswer;
using record::RunRequest;

int element_size_of(Dtype dtype) {
  return std::max(1, bits_of(dtype) / 8);
}

class SimDevice : public Device {
 public:
  LoadAnswer load(const LoadRequest& request) override;
  RunAnswer run(const RunRequest& request) override;

 private:
  Result<void> place_buffers(const RunRequest& request);
  Result<std::vector<sim::Launch>> launches_of(const RunRequest& request) const;
  std::vector<std::pair<std::string, std::string>> input_hashes(const RunRequest& request) const;
  void collect_outputs(const RunRequest& request, RunAnswer& answer) const;
  Result<RunAnswer> attempt(const RunRequest& request);

  std::optional<sim::Simulator> simulator_;
  std::map<std::string, sim::BufferId> buffers_;
  std::string source_name_;
  int host_threads_ = 1;
};

/// A launch that no device would take (a cooperative grid that does not fit, say) is the
/// candidate's fault.
RunAnswer refused_launch(const Error& error) {
  RunAnswer answer;
  answer.ok = true;
  answer.faults.push_back({"launch.failed", "reject", error.message, {}, {}, 1});
  return answer;
}

LoadAnswer failed(std::string error) {
  LoadAnswer answer;
  answer.error = std::move(error);
  return answer;
}

LoadAnswer SimDevice::load(const LoadRequest& request) {
  source_name_ = request.source_name;
  host_threads_ = std::max(1, request.host_threads);
  auto module = ptx::parse(text_of(request.ptx));
  if (!module) {
    const auto& mistake = module.error();
    return failed(fmt::format("can't read the PTX at {}:{}: {}", mistake.place.line,
                              mistake.place.column, mistake.message));
  }
  auto simulator = sim::Simulator::load(std::move(*module));
  if (!simulator) return failed(simulator.error().message);
  simulator_ = std::move(*simulator);
  LoadAnswer answer;
  for (const auto& kernel : request.kernels) {
    for (const auto& missing : simulator_->unsupported(kernel)) {
      record::Finding finding{
          "sim.unsupported", "reject", {}, place_of(missing.site, source_name_), {}, 1};
      finding.message = fmt::format("the simulator can't run '{}'", missing.operation);
      answer.unsupported.push_back(std::move(finding));
    }
  }
  answer.ok = true;
  return answer;
}

Result<void> SimDevice::place_buffers(const RunRequest& request) {
  simulator_->reset();
  buffers_.clear();
  std::uint64_t index = 0;
  for (const auto& buffer : request.buffers) {
    auto contents = contents_of(buffer);
    if (!contents) return fail(std::move(contents.error()));
    sim::BufferSpec spec;
    spec.name = buffer.name;
    spec.size = static_cast<std::int64_t>(contents->bytes.size());
    spec.align = buffer.align;
    spec.access = buffer.writable ? sim::Access::read_write : sim::Access::read_only;
    spec.initialised = buffer.initialised;
    spec.element_size = element_size_of(buffer.dtype);
    auto id = simulator_->allocate(spec, derived_seed(request.schedule_seed, "address", index++));
    if (!id) return fail(std::move(id.error()));
    simulator_->write(*id, contents->bytes);
    buffers_[buffer.name] = *id;
  }
  return {};
}

Result<std::vector<sim::Launch>> SimDevice::launches_of(const RunRequest& request) const {
  std::vector<sim::Launch> launches;
  for (const auto& from : request.launches) {
    sim::Launch to;
    to.kernel = from.kernel;
    for (int d = 0; d < 3; ++d) {
      to.grid[d] = static_cast<std::uint32_t>(from.grid[d]);
      to.block[d] = static_cast<std::uint32_t>(from.block[d]);
    }
    to.dynamic_shared = static_cast<std::uint32_t>(from.shared_bytes);
    to.cooperative = from.cooperative;
    for (const auto& argument : from.arguments) {
      if (argument.buffer.empty()) {
        to.arguments.push_back({std::nullopt, argument.bytes});
        continue;
      }
      const auto found = buffers_.find(argument.buffer);
      if (found == buffers_.end()) {
        return fail(fmt::format("a launch names the unknown buffer '{}'", argument.buffer), {},
                    Blame::assay);
      }
      to.arguments.push_back({found->second, {}});
    }
    launches.push_back(std::move(to));
  }
  return launches;
}

std::vector<std::pair<std::string, std::string>> SimDevice::input_hashes(
    const RunRequest& request) const {
  std::vector<std::pair<std::string, std::string>> hashes;
  for (const auto& buffer : request.buffers) {
    if (buffer.writable) continue;
    hashes.emplace_back(buffer.name, hash_hex(simulator_->read(buffers_.at(buffer.name))));
  }
  return hashes;
}

void SimDevice::collect_outputs(const RunRequest& request, RunAnswer& answer) const {
  for (const auto& buffer : request.buffers) {
    if (!buffer.wanted) continue;
    const auto id = buffers_.at(buffer.name);
    const auto content = simulator_->read(id);
    record::RunOutput output;
    output.name = buffer.name;
    output.tensor.dtype = buffer.dtype;
    output.tensor.shape = buffer.shape;
    output.tensor.bytes.assign(content.begin(), content.end());
    if (!buffer.initialised) {
      const auto unwritten = simulator_->unwritten(id);
      output.unwritten_bytes = unwritten.bytes;
      output.first_unwritten = unwritten.bytes > 0 ? unwritten.first : -1;
    }
    answer.outputs.push_back(std::move(output));
  }
}

Result<RunAnswer> SimDevice::attempt(const RunRequest& request) {
  if (auto placed = place_buffers(request); !placed) return fail(std::move(placed.error()));
  auto launches = launches_of(request);
  if (!launches) return fail(std::move(launches.error()));
  RunAnswer answer;
  answer.inputs_before = input_hashes(request);
  sim::RunSpec spec;
  spec.launches = std::move(*launches);
  spec.schedule_seed = request.schedule_seed;
  spec.limits.host_threads = host_threads_;
  if (request.step_limit > 0) spec.limits.steps = static_cast<std::uint64_t>(request.step_limit);
  spec.writable_symbols = request.state_symbols;
  auto outcome = simulator_->run(spec);
  if (!outcome) return fail(std::move(outcome.error()));
  for (const auto& fault : outcome->faults)
    answer.faults.push_back(finding_of(fault, source_name_));
  for (const auto& note : outcome->notes) answer.notes.push_back(finding_of(note, source_name_));
  answer.counters = counters_of(outcome->counters);
  answer.printed = std::move(outcome->printed);
  answer.completed = outcome->completed;
  answer.inputs_after = input_hashes(request);
  collect_outputs(request, answer);
  answer.ok = true;
  return answer;
}

RunAnswer SimDevice::run(const RunRequest& request) {
  RunAnswer refused;
  if (!simulator_) {
    refused.error = "a run was asked for before any code was loaded";
    return refused;
  }
  auto answer = attempt(request);
  if (answer) return std::move(*answer);
  if (answer.error().blame == Blame::usage) return refused_launch(answer.error());
  refused.error = answer.error().message;
  return refused;
}

}  // namespace

std::unique_ptr<Device> make_sim_device() {
  return std::make_unique<SimDevice>();
}

}  // namespace assay::device
