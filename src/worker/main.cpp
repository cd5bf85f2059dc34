// SPDX-License-Identifier: Apache-2.0
// assay-worker: jobs in, samples and buffers back. It runs candidate code, so it never sees a
// golden result, a tolerance or a database; everything it knows came in over stdin.
#include <unistd.h>

#include <cstdio>
#include <string>
#include <string_view>

#include "base/process.hpp"
#include "device/sim/sim_device.hpp"
#include "record/message.hpp"
#include "sandbox/policy.hpp"

namespace assay {
namespace {

constexpr int bad_request = 2;

int report(const Error& error) {
  std::fputs(to_text(error).c_str(), stderr);
  return bad_request;
}

/// The first frame is a LoadRequest, every further one a RunRequest; end of input ends the worker.
int serve(device::Device& device) {
  bool loaded = false;
  while (true) {
    auto frame = read_frame(STDIN_FILENO);
    if (!frame) return report(frame.error());
    if (!*frame) return 0;
    Bytes answer;
    if (!loaded) {
      auto request = record::from_frame<record::LoadRequest>(**frame);
      if (!request) return report(request.error());
      answer = record::to_frame(device.load(*request));
      loaded = true;
    } else {
      auto request = record::from_frame<record::RunRequest>(**frame);
      if (!request) return report(request.error());
      answer = record::to_frame(device.run(*request));
    }
    if (auto sent = write_frame(STDOUT_FILENO, answer); !sent) return report(sent.error());
  }
}

/// `--limits`: what the sandbox could enforce here, a frame a line; for `assay doctor`.
int tell(const sandbox::Report& limits) {
  const auto say = [](const std::string& line) {
    return write_frame(STDOUT_FILENO, bytes_of(line)).has_value();
  };
  bool said = true;
  for (const auto& name : limits.applied) said = said && say("applied: " + name);
  for (const auto& name : limits.missing) said = said && say("missing: " + name);
  return said ? 0 : bad_request;
}

}  // namespace
}  // namespace assay

int main(int argc, char** argv) {
  const auto limits = assay::sandbox::apply(assay::sandbox::worker_policy());
  if (argc > 1 && std::string_view(argv[1]) == "--limits") return assay::tell(limits);
  const auto device = assay::device::make_sim_device();
  return assay::serve(*device);
}
