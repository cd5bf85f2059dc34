// SPDX-License-Identifier: Apache-2.0
#include "build/build.hpp"

#include <signal.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <map>
#include <mutex>

#include "base/file.hpp"
#include "base/text.hpp"
#include "build/builder_protocol.hpp"
#include "build/flags.hpp"
#include "build/identity.hpp"
#include "record/message.hpp"

namespace assay::build {
namespace {

using Clock = std::chrono::steady_clock;

record::Build failed_build(const record::BuildRequest& request, const Toolkit& toolkit,
                           std::string failure, std::string log) {
  record::Build build;
  build.failure = std::move(failure);
  build.log = std::move(log);
  build.arch = request.arch;
  build.compiler = compiler_of(request, toolkit);
  return build;
}

Result<void> check_machine(const record::BuildRequest& request, const Toolkit& toolkit,
                           const Settings& settings) {
  std::error_code ignored;
  if (request.kind == "cu" && toolkit.nvrtc.empty()) {
    return fail("no CUDA compiler to build '" + request.name + "' with",
                "run `./dev setup` in the source tree, or set ASSAY_TOOLKIT to a CUDA 13 toolkit");
  }
  if (!std::filesystem::is_regular_file(settings.builder, ignored)) {
    return fail("the builder program '" + settings.builder.string() + "' is missing",
                "keep assay-builder beside assay, or set ASSAY_BUILDER to its path");
  }
  return {};
}

/// Its own limits end a builder with an exit code, at its deadline or by SIGXCPU, and crashes are
/// caught there: who sends one of these is no part of the candidate.
bool comes_from_outside(const Ending& ending) {
  return !ending.exited &&
         (ending.signal == SIGKILL || ending.signal == SIGTERM || ending.signal == SIGINT ||
          ending.signal == SIGHUP || ending.signal == SIGQUIT);
}

/// What the manner of its end says about the build; an Error when it says something about us.
Result<record::Build> judge_ending(
    const Ending& ending, const Settings& settings,
    const std::function<record::Build(std::string, std::string)>& failed) {
  const auto seconds = human_seconds(std::chrono::duration<double>(settings.time_limit).count());
  const auto memory = human_bytes(static_cast<double>(settings.memory_bytes));
  const bool killed_by_us = ending.timed_out || (!ending.exited && ending.signal == SIGXCPU);
  if (killed_by_us) {
    return failed("timeout",
                  "the compiler was stopped at its time limit (" + seconds + " at most)\n");
  }
  const bool says_so =
      ending.stderr_tail.find("out of memory") != std::string::npos;  // LLVM does, then aborts
  if (ending.exited && (ending.code == builder_exit::memory || says_so)) {
    return failed("memory", "the compiler ran out of memory (limit " + memory + ")\n");
  }
  if (comes_from_outside(ending)) {
    return fail("the builder process was killed by signal " + std::to_string(ending.signal) +
                    ", which is none of its own limits",
                "a person, or the system for lack of memory; judge again with fewer --jobs");
  }
  if (!ending.exited || ending.code != builder_exit::error) {
    return failed("crash", "the compiler crashed on this source\n" + ending.stderr_tail);
  }
  Error error{"the builder process failed (exit code " + std::to_string(ending.code) + ")",
              {},
              Blame::machine,
              {}};
  if (!ending.stderr_tail.empty()) error.causes.emplace_back(trim(ending.stderr_tail));
  return fail(std::move(error));
}

/// Sends the request and waits for the answer: a build, or how the process ended without one.
Result<record::Build> converse(Child child, const record::BuildRequest& request,
                               const Toolkit& toolkit, Clock::time_point deadline,
                               const Settings& settings) {
  // a builder that dies early closes its input; the ending says more than the broken pipe
  const auto sent = child.send(record::to_frame(request), deadline);
  auto answer =
      sent ? child.receive(deadline, largest_answer) : Result<std::optional<Bytes>>(std::nullopt);
  if (!sent && interrupted()) return fail(sent.error());
  if (!answer && interrupted()) return fail(answer.error());
  if (!answer || !*answer) {
    auto ending = child.wait(deadline);
    if (Clock::now() >= deadline) ending.timed_out = true;
    return judge_ending(ending, settings, [&](std::string failure, std::string log) {
      return failed_build(request, toolkit, std::move(failure), std::move(log));
    });
  }
  auto build = record::from_frame<record::Build>(**answer);
  if (!build) return fail(std::move(build.error()).within("the builder's answer is damaged"));
  return build;
}

Result<record::Build> run_once(const record::BuildRequest& request, const Toolkit& toolkit,
                               Deadline deadline, const Settings& settings) {
  const auto folder = TemporaryFolder::create("assay-build");
  if (!folder) return fail(folder.error());
  BuilderArguments arguments{request.kind, toolkit, {}, folder->path(), settings.memory_bytes};
  arguments.include_folders.assign(request.include_folders.begin(), request.include_folders.end());
  Command command{to_argv(arguments), {{"TMPDIR", folder->path().string()}}};
  command.argv.insert(command.argv.begin(), settings.builder.string());
  auto child = Child::start(command);
  if (!child) return fail(std::move(child.error()).within("the builder can't be started"));
  const auto own_deadline = Clock::now() + settings.time_limit;
  return converse(std::move(*child), request, toolkit,
                  std::min(own_deadline, deadline.value_or(own_deadline)), settings);
}

/// A builder that fails without a word on the source gets one more chance: whatever ended it may
/// have passed. Twice is an Error, never a failed build.
Result<record::Build> run_builder(const record::BuildRequest& request, const Toolkit& toolkit,
                                  Deadline deadline, const Settings& settings) {
  auto built = run_once(request, toolkit, deadline, settings);
  if (built || interrupted()) return built;
  return run_once(request, toolkit, deadline, settings);
}

/// One for each folder, so that its size is counted once a process.
std::shared_ptr<Cache> shared_cache(const std::filesystem::path& folder) {
  static std::mutex mutex;
  static std::map<std::filesystem::path, std::shared_ptr<Cache>> caches;
  const std::scoped_lock lock(mutex);
  auto& cache = caches[folder];
  if (cache == nullptr) cache = std::make_shared<Cache>(folder);
  return cache;
}

}  // namespace

Settings Settings::from_environment() {
  Settings settings;
  const auto* named = std::getenv("ASSAY_BUILDER");
  settings.builder = named != nullptr ? named : executable_folder() / "assay-builder";
  if (const auto folder = Cache::folder_from_environment()) settings.cache = shared_cache(*folder);
  return settings;
}

Result<record::Build> build(const record::BuildRequest& request, const Toolkit& toolkit,
                            Deadline deadline, const Settings& settings) {
  if (const auto wrong = complaint(request))
    return failed_build(request, toolkit, "compile", *wrong + '\n');
  auto identity = identity_of(request, toolkit);
  if (!identity) return failed_build(request, toolkit, "compile", to_text(identity.error()));
  if (settings.cache) {
    if (auto kept = settings.cache->find(*identity)) return std::move(*kept);
  }
  if (auto able = check_machine(request, toolkit, settings); !able) return fail(able.error());
  auto built = run_builder(request, toolkit, deadline, settings);
  if (!built) return built;
  built->identity = *identity;
  // a cache that can't be written costs time, never a build
  if (settings.cache) (void)settings.cache->store(*built);
  return built;
}

}  // namespace assay::build
