// SPDX-License-Identifier: Apache-2.0
#include "builder/seen.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>

namespace assay::builder {
namespace {

using ptx::Operand;
using ptx::Special;

constexpr std::string_view from_the_driver[] = {"vprintf", "__assertfail", "malloc", "free"};

/// One kind of thing to look for.
struct Watch {
  std::string_view code, severity, message;
  bool (*matches)(const Operand& operand);
};

bool reads_timer(const Operand& operand) {
  constexpr Special timers[] = {Special::clock,          Special::clock_hi,
                                Special::clock64,        Special::globaltimer,
                                Special::globaltimer_lo, Special::globaltimer_hi};
  return operand.kind == Operand::Kind::special && std::ranges::count(timers, operand.special) > 0;
}

bool reads_smid(const Operand& operand) {
  return operand.kind == Operand::Kind::special && operand.special == Special::smid;
}

bool names_printf(const Operand& operand) {
  return operand.kind == Operand::Kind::symbol && operand.symbol == "vprintf";
}

constexpr Watch watches[] = {
    {"code.printf", "warn", "prints from device code", names_printf},
    {"code.reads_timer", "warn", "reads a clock of the device", reads_timer},
    {"code.reads_smid", "info", "reads the number of its multiprocessor (%smid)", reads_smid},
};

record::Place place_of(const ptx::Module& module, const ptx::Function& function,
                       const ptx::Instruction& instruction, std::string_view file) {
  record::Place place;
  const auto index = instruction.loc.file;
  if (instruction.loc.line > 0 && index < module.files.size() && !module.files[index].empty()) {
    place.file = module.files[index];
    place.line = instruction.loc.line;
  } else if (!file.empty()) {
    place.file = file;
    place.line = instruction.place.line;
  }
  place.kernel = function.name;
  place.ptx_line = instruction.place.line;
  place.instruction = instruction.text;
  return place;
}

bool is_seen(const Watch& watch, const Operand& operand) {
  return watch.matches(operand) || std::ranges::any_of(operand.elements, [&](const Operand& each) {
           return is_seen(watch, each);
         });
}

std::optional<record::Finding> look(const ptx::Module& module, const Watch& watch,
                                    std::string_view file) {
  std::optional<record::Finding> finding;
  for (const auto& function : module.functions) {
    for (const auto& instruction : function.body) {
      const auto seen = [&](const Operand& operand) { return is_seen(watch, operand); };
      if (std::ranges::none_of(instruction.operands, seen)) continue;
      if (finding) {
        ++finding->count;
        continue;
      }
      finding.emplace();
      finding->code = watch.code;
      finding->severity = watch.severity;
      finding->message = watch.message;
      finding->place = place_of(module, function, instruction, file);
    }
  }
  return finding;
}

}  // namespace

std::vector<record::Finding> findings_in(const ptx::Module& module, std::string_view file) {
  std::vector<record::Finding> findings;
  for (const auto& watch : watches) {
    if (auto finding = look(module, watch, file)) findings.push_back(std::move(*finding));
  }
  return findings;
}

std::vector<std::string> forbidden_among(std::span<const std::string> undefined) {
  std::vector<std::string> forbidden;
  std::ranges::copy_if(undefined, std::back_inserter(forbidden), [](const std::string& name) {
    return std::ranges::count(from_the_driver, name) == 0;
  });
  return forbidden;
}

std::vector<std::string> undefined_in(const ptx::Module& module) {
  std::set<std::string_view> declared;
  for (const auto& function : module.functions) {
    if (function.is_extern) declared.insert(function.name);
  }
  std::set<std::string> used;
  for (const auto& function : module.functions) {
    for (const auto& instruction : function.body) {
      for (const auto& operand : instruction.operands) {
        if (operand.kind == Operand::Kind::symbol && declared.contains(operand.symbol))
          used.insert(operand.symbol);
      }
    }
  }
  return {used.begin(), used.end()};
}

}  // namespace assay::builder
