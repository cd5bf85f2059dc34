// SPDX-License-Identifier: Apache-2.0
#include "builder/session.hpp"

#include <unistd.h>

#include <algorithm>
#include <optional>

#include "base/process.hpp"
#include "base/text.hpp"
#include "build/compiler_log.hpp"
#include "build/flags.hpp"
#include "build/identity.hpp"
#include "build/nvrtc.hpp"
#include "builder/assembler.hpp"
#include "builder/compile.hpp"
#include "builder/crash.hpp"
#include "builder/inspect.hpp"
#include "builder/seen.hpp"
#include "record/message.hpp"
#include "sandbox/policy.hpp"

namespace assay::builder {
namespace {

/// What has to be opened or started before the sandbox stands.
struct Tools {
  std::optional<build::Nvrtc> nvrtc;
  std::optional<Assembler> assembler;
};

Result<Tools> load_tools(const build::BuilderArguments& arguments) {
  Tools tools;
  if (arguments.kind == "cu") {
    auto nvrtc = build::Nvrtc::load(arguments.toolkit.nvrtc);
    if (!nvrtc) return fail(nvrtc.error());
    tools.nvrtc.emplace(std::move(*nvrtc));
  } else if (arguments.kind == "ptx" && !arguments.toolkit.ptxas.empty()) {
    auto assembler = Assembler::prepare(arguments);
    if (!assembler) return fail(assembler.error());
    tools.assembler.emplace(std::move(*assembler));
  }
  return tools;
}

sandbox::Report lock_up(const build::BuilderArguments& arguments) {
  auto readable = arguments.include_folders;
  readable.insert(readable.end(), arguments.toolkit.includes.begin(),
                  arguments.toolkit.includes.end());
  if (!arguments.toolkit.nvrtc.empty()) readable.push_back(arguments.toolkit.nvrtc.parent_path());
  auto policy = sandbox::builder_policy(std::move(readable), arguments.temporary);
  policy.memory_bytes = arguments.memory_bytes;
  return sandbox::apply(policy);
}

/// The candidate is PTX: kept as it is, assembled where there is an assembler.
Result<Compiled> assemble(Tools& tools, const record::BuildRequest& request) {
  Compiled compiled;
  auto& build = compiled.build;
  build.ok = true;
  build.ptx = request.source;
  if (!tools.assembler) return compiled;
  auto result = tools.assembler->assemble(request.source, plain_name(request.name), request.arch);
  if (!result) return fail(result.error());
  build.log = std::move(result->log);
  build.cubin = std::move(result->cubin);
  build.ok = result->ok;
  if (result->ok) return compiled;
  build.failure = result->failure;
  build.forbidden = forbidden_among(build::unresolved_functions_in(build.log));
  if (!build.forbidden.empty()) build.failure = "forbidden";
  return compiled;
}

Result<Compiled> make_artifacts(Tools& tools, const record::BuildRequest& request,
                                const build::BuilderArguments& arguments) {
  if (request.kind == "ptx") return assemble(tools, request);
  if (tools.nvrtc) return compile(*tools.nvrtc, request, arguments);
  Compiled compiled;
  compiled.build.ok = true;
  compiled.build.cubin = request.source;
  return compiled;
}

/// Artifacts beyond what an answer may hold are dropped, and the build has failed.
void bound(record::Build& build) {
  const auto largest = std::max(build.ptx.size(), build.cubin.size());
  if (largest <= build::largest_artifact) return;
  build.ok = false;
  build.failure = "output";
  build.log = "the compiler's output is " + human_bytes(static_cast<double>(largest)) +
              "; the limit is " + human_bytes(static_cast<double>(build::largest_artifact)) + '\n';
  build.ptx.clear();
  build.cubin.clear();
}

Result<record::Build> make(Tools& tools, const record::BuildRequest& request,
                           const build::BuilderArguments& arguments) {
  if (request.kind != arguments.kind)
    return fail("request and command line disagree", {}, Blame::assay);
  if (const auto wrong = build::complaint(request)) return fail(*wrong, {}, Blame::usage);
  auto compiled = make_artifacts(tools, request, arguments);
  if (!compiled) return fail(compiled.error());
  auto& build = compiled->build;
  build.arch = request.arch;
  build.compiler = build::compiler_of(request, arguments.toolkit);
  if (build.ok) bound(build);
  if (build.ok) inspect(request, compiled->lowered, build);
  return std::move(build);
}

}  // namespace

Result<void> serve_one(const build::BuilderArguments& arguments, int input, int output) {
  // the compiler puts its working folder into line tables; this one is the same everywhere
  if (::chdir("/") != 0) return fail("the root folder can't be entered");
  auto tools = load_tools(arguments);
  if (!tools) return fail(tools.error());
  catch_crashes(arguments.memory_bytes);
  const auto limits = lock_up(arguments);
  const auto frame = read_frame(input);
  if (!frame) return fail(frame.error());
  if (!*frame) return fail("no request came", {}, Blame::assay);
  const auto request = record::from_frame<record::BuildRequest>(**frame);
  if (!request) return fail(request.error());
  auto build = make(*tools, *request, arguments);
  if (!build) return fail(build.error());
  build->sandbox = limits.applied;
  build->sandbox_missing = limits.missing;
  return write_frame(output, record::to_frame(*build));
}

}  // namespace assay::builder
