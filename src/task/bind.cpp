// SPDX-License-Identifier: Apache-2.0
#include "task/bind.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/text.hpp"
#include "task/binding.hpp"
#include "task/manifest_reading.hpp"

namespace assay::task {
namespace {

// 10,000 launches of 100 bytes are a megabyte; only a manifest made to cost time has more than
// this.
constexpr std::size_t most_work = std::size_t{4} << 20;
constexpr std::size_t most_problems = 20;
constexpr std::size_t most_value_length = 200;

// The whole text or nothing.
std::optional<std::int64_t> integer_in(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return {};
  return value;
}

/// The value as the compiler takes it, or what it had to be.
tl::expected<std::string, std::string> value_for(const Param& param, const std::string& text) {
  if (param.integer) {
    const auto value = integer_in(text);
    if (value) return std::to_string(*value);
    return tl::unexpected(std::string("an integer"));
  }
  if (!param.text) {
    if (text == "true" || text == "false") return text;
    return tl::unexpected(std::string("true or false"));
  }
  if (!text.empty() && text.size() <= most_value_length && is_printable(text)) return text;
  return tl::unexpected(fmt::format("1 to {} printable characters", most_value_length));
}

// Need not stand in the list: the list is what tuning searches, a person may try what lies outside.
void override_param(const Candidate& candidate, const std::string& name, const std::string& text,
                    Chosen& chosen, std::vector<Problem>& problems) {
  const auto found = std::find_if(candidate.params.begin(), candidate.params.end(),
                                  [&](const Param& param) { return param.name == name; });
  if (found == candidate.params.end()) {
    std::vector<std::string> names;
    for (const auto& param : candidate.params) names.push_back(param.name);
    const auto near = nearest_of(name, names);
    problems.push_back(
        {fmt::format("parameter {}, expected {}", in_quotes(name),
                     names.empty() ? "none: the manifest has no [params]" : one_of(names)),
         near.empty() ? "" : fmt::format("did you mean '{}'?", near), "", false});
    return;
  }
  const auto value = value_for(*found, text);
  if (!value) {
    problems.push_back(
        {fmt::format("{} = {}, expected {}", name, in_quotes(text), value.error()), "", "", false});
  } else if (candidate.kind != "cu" && *value != found->values.front()) {
    problems.push_back({fmt::format("{} = {}, expected {}", name, *value, found->values.front()),
                        fmt::format("a .{} is compiled already", candidate.kind), "", false});
  } else {
    chosen[name] = *value;
  }
}

// Without a choice a parameter has its default.
Names sizes_of(const Setting& setting) {
  Names names(setting.at.axes.begin(), setting.at.axes.end());
  names["sm_count"] = setting.device.sm_count;
  names["smem_max"] = setting.device.smem_max;
  for (const auto& param : setting.candidate.params) {
    const auto chosen = setting.params.find(param.name);
    const auto& text = chosen == setting.params.end() ? param.values.front() : chosen->second;
    if (const auto value = integer_in(text); param.integer && value) names[param.name] = *value;
  }
  return names;
}

// Checked at each case, since a constraint may set a parameter against an axis.
void check_constraints(Binding& binding) {
  for (const auto& constraint : binding.candidate().constraints) {
    binding.stand_at("[[constraint]]");
    const auto held = binding.evaluate(constraint, "that");
    if (!held || *held != 0) continue;
    std::vector<std::string> values;
    for (const auto& name : constraint.names()) {
      const auto found = binding.names().find(name);
      if (found != binding.names().end()) {
        values.push_back(fmt::format("{} = {}", name, found->second));
      }
    }
    binding.invalid(
        fmt::format("{} does not hold ({})", in_quotes(constraint.text()), join(values, ", ")),
        "choose other parameters with --param, or put a value that holds first");
  }
}

}  // namespace

std::string to_text(const Problem& problem) {
  auto text = problem.place.empty() ? problem.message
                                    : fmt::format("{}: {}", problem.place, problem.message);
  if (!problem.hint.empty()) text += fmt::format(" ({})", problem.hint);
  return text;
}

void Binding::invalid(std::string message, std::string hint) {
  if (problems_.size() < most_problems) {
    problems_.push_back({std::move(message), std::move(hint), place_, false});
  }
}

void Binding::task_fault(std::string message, std::string hint) {
  if (problems_.size() < most_problems) {
    problems_.push_back({std::move(message), std::move(hint), place_, true});
  }
}

std::optional<std::int64_t> Binding::evaluate(const Expression& expression,
                                              const std::string& what) {
  work_ += expression.text().size() + 1;
  if (work_ > most_work) {
    if (std::exchange(exhausted_, true)) return {};
    invalid("the launches take too much to evaluate",
            fmt::format("fewer repeats, or shorter expressions of 'step' (at most {} in all)",
                        human_bytes(static_cast<double>(most_work))));
    return {};
  }
  const auto value = expression.evaluate(names_);
  if (value) return *value;
  invalid(fmt::format("{}: {}", what, value.error().message));
  return {};
}

std::optional<std::vector<std::int64_t>> Binding::shape_of(const std::vector<Expression>& shape,
                                                           const std::string& what, bool of_task) {
  std::vector<std::int64_t> sizes;
  const auto wrong = [&](std::string message) {
    of_task ? task_fault(std::move(message)) : invalid(std::move(message));
    return std::nullopt;
  };
  for (const auto& dimension : shape) {
    const auto size = dimension.evaluate(names_);
    if (!size) return wrong(fmt::format("{}: {}", what, size.error().message));
    if (*size < 0) {
      return wrong(fmt::format("{}: dimension {} is {}, expected at least 0", what,
                               in_quotes(dimension.text()), *size));
    }
    sizes.push_back(*size);
  }
  return sizes;
}

Bound<Chosen> choose_params(const Candidate& candidate, const Chosen& overrides) {
  Chosen chosen;
  std::vector<Problem> problems;
  for (const auto& param : candidate.params) chosen[param.name] = param.values.front();
  for (const auto& [name, text] : overrides) {
    override_param(candidate, name, text, chosen, problems);
  }
  if (!problems.empty()) return tl::unexpected(std::move(problems));
  return chosen;
}

Bound<Names> names_for(const Setting& setting) {
  Binding binding(setting, sizes_of(setting));
  check_constraints(binding);
  if (!binding.problems().empty()) return tl::unexpected(binding.problems());
  return binding.names();
}

// Buffers first: whether the outputs are empty decides which launches are valid.
Bound<record::RunRequest> bind_run(const Setting& setting,
                                   std::span<const record::KernelInfo> kernels, std::size_t family,
                                   const Seeds& seeds) {
  auto names = names_for(setting);
  if (!names) return tl::unexpected(std::move(names.error()));
  Binding binding(setting, std::move(*names));
  record::RunRequest request;
  auto bound = bind_buffers(binding, family, seeds);
  request.launches = bind_launches(binding, kernels, bound.outputs_empty);
  request.buffers = std::move(bound.buffers);
  request.state_symbols = setting.candidate.state;
  request.schedule_seed = seeds.schedule;
  if (!binding.problems().empty()) return tl::unexpected(binding.problems());
  return request;
}

}  // namespace assay::task
