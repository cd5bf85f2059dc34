// SPDX-License-Identifier: Apache-2.0
#include "builder/inspect.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include "binary/cubin.hpp"
#include "build/kernel_names.hpp"
#include "builder/entries.hpp"
#include "builder/kernel_info.hpp"
#include "builder/read_only.hpp"
#include "builder/seen.hpp"
#include "ptx/parse.hpp"

namespace assay::builder {
namespace {

void fail_build(record::Build& build, std::string log) {
  build.ok = false;
  build.failure = "compile";
  build.log = std::move(log) + build.log;
}

/// Nothing when there is no cubin; a damaged one fails the build.
std::optional<binary::Cubin> cubin_of(record::Build& build) {
  if (build.cubin.empty()) return std::nullopt;
  auto cubin = binary::read_cubin(build.cubin);
  if (cubin) return std::move(*cubin);
  fail_build(build, cubin.error().message + '\n');
  build.failure = "format";
  return std::nullopt;
}

/// Where the assembler took a PTX that our parser does not, the cubin still tells the resources.
std::optional<ptx::Module> module_of(const record::BuildRequest& request, record::Build& build) {
  if (build.ptx.empty()) return std::nullopt;
  auto module = ptx::parse(text_of(build.ptx));
  if (module) return std::move(*module);
  const auto& wrong = module.error();
  const auto message = std::to_string(wrong.place.line) + ':' + std::to_string(wrong.place.column) +
                       ": " + wrong.message;
  if (build.cubin.empty()) {
    fail_build(build, request.name + ':' + message + '\n');
  } else {
    record::Finding finding;
    finding.code = "sim.unsupported";
    finding.severity = "warn";
    finding.message = "the PTX can't be read: " + message;
    finding.place.emplace().ptx_line = wrong.place.line;
    build.findings.push_back(std::move(finding));
  }
  return std::nullopt;
}

std::vector<std::string> entries_of(const binary::Cubin* cubin, const ptx::Module* module) {
  std::set<std::string> names;
  if (cubin != nullptr) {
    for (const auto& kernel : cubin->kernels) names.insert(kernel.name);
  } else if (module != nullptr) {
    for (const auto& function : module->functions) {
      if (function.is_entry) names.insert(function.name);
    }
  }
  return {names.begin(), names.end()};
}

std::vector<std::string> expressions_of(const std::vector<std::string>& entries) {
  std::vector<std::string> expressions;
  for (const auto& entry : entries) expressions.push_back(expression_of(entry));
  return expressions;
}

/// The entry that the request's kernel `index` means; fails the build when there is none.
std::optional<std::string> entry_for(const record::BuildRequest& request, std::size_t index,
                                     const std::vector<std::string>& lowered,
                                     const std::vector<std::string>& entries,
                                     record::Build& build) {
  const auto& expression = request.kernels[index];
  if (index < lowered.size() && std::ranges::count(entries, lowered[index]) > 0)
    return lowered[index];
  if (auto found = find_entry(expression, entries)) return found;
  fail_build(build,
             build::missing_kernel(expression, request.name, expressions_of(entries)) + '\n');
  return std::nullopt;
}

void list_kernels(const record::BuildRequest& request, const std::vector<std::string>& lowered,
                  const binary::Cubin* cubin, const ptx::Module* module, record::Build& build) {
  const auto entries = entries_of(cubin, module);
  for (std::size_t i = 0; i < request.kernels.size(); ++i) {
    const auto entry = entry_for(request, i, lowered, entries, build);
    if (!entry) return;
    build.kernels.push_back(kernel_info(request.kernels[i], *entry, cubin, module));
  }
  if (!request.kernels.empty()) return;
  for (const auto& entry : entries) {
    build.kernels.push_back(kernel_info(expression_of(entry), entry, cubin, module));
  }
}

/// Without a cubin the PTX tells what storage there is.
std::vector<record::Symbol> storage_in(const ptx::Module& module) {
  std::vector<record::Symbol> symbols;
  const auto add = [&](const ptx::Variable& variable) {
    const bool constant = variable.space == ptx::Space::const_;
    if ((!constant && variable.space != ptx::Space::global) || variable.is_extern) return;
    const auto* space = constant ? "constant" : variable.is_managed ? "managed" : "global";
    symbols.push_back({variable.name, static_cast<std::int64_t>(variable.size), space});
  };
  for (const auto& variable : module.variables) add(variable);
  for (const auto& function : module.functions) {
    for (const auto& variable : function.variables) add(variable);
  }
  return symbols;
}

void list_storage(const binary::Cubin* cubin, const ptx::Module* module, record::Build& build) {
  if (cubin != nullptr) {
    for (const auto& each : cubin->storage)
      build.writable_symbols.push_back({each.name, each.size, each.space});
  } else if (module != nullptr) {
    build.writable_symbols = storage_in(*module);
  }
  if (module == nullptr) return;
  const auto proven = read_only_variables(*module);
  for (auto& symbol : build.writable_symbols)
    symbol.proven_read_only = proven.contains(symbol.name);
}

void list_foreign(const binary::Cubin* cubin, const ptx::Module* module, record::Build& build) {
  std::vector<std::string> undefined;
  if (cubin != nullptr) undefined = cubin->undefined;
  if (module != nullptr) {
    for (auto& name : undefined_in(*module)) undefined.push_back(std::move(name));
  }
  std::ranges::sort(undefined);
  const auto repeated = std::ranges::unique(undefined);
  undefined.erase(repeated.begin(), repeated.end());
  build.forbidden = forbidden_among(undefined);
  if (module == nullptr && std::ranges::count(undefined, "vprintf") > 0) {
    record::Finding finding;
    finding.code = "code.printf";
    finding.severity = "warn";
    finding.message = "prints from device code";
    build.findings.push_back(std::move(finding));
  }
}

}  // namespace

void inspect(const record::BuildRequest& request, const std::vector<std::string>& lowered,
             record::Build& build) {
  const auto cubin = cubin_of(build);
  const auto module = build.ok ? module_of(request, build) : std::nullopt;
  if (!build.ok) return;
  const auto* code = cubin ? &*cubin : nullptr;
  const auto* text = module ? &*module : nullptr;
  if (code != nullptr) build.arch = code->arch;
  list_kernels(request, lowered, code, text, build);
  list_storage(code, text, build);
  list_foreign(code, text, build);
  if (text != nullptr) {
    for (auto& finding : findings_in(*text, request.kind == "ptx" ? request.name : ""))
      build.findings.push_back(std::move(finding));
  }
}

}  // namespace assay::builder
