// SPDX-License-Identifier: Apache-2.0
#include "build/flags.hpp"

#include <algorithm>
#include <string_view>

namespace assay::build {
namespace {

// The list that the manifest's reader has, checked once more here: the builder trusts no request.
constexpr std::string_view allowed[] = {
    "--use_fast_math",   "--fmad=true",
    "--fmad=false",      "--ftz=true",
    "--ftz=false",       "--prec-div=true",
    "--prec-div=false",  "--prec-sqrt=true",
    "--prec-sqrt=false", "--extra-device-vectorization",
    "--restrict",        "--std=c++11",
    "--std=c++14",       "--std=c++17",
    "--std=c++20",
};
constexpr std::string_view register_flag = "--maxrregcount=";

bool is_identifier(std::string_view name) {
  const auto is_word = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  return !name.empty() && name.size() <= 256 && std::ranges::all_of(name, is_word) &&
         !(name[0] >= '0' && name[0] <= '9');
}

/// "75" … "120", with an "a" (this chip only) or "f" (this family).
bool is_architecture(std::string_view arch) {
  if (arch.ends_with('a') || arch.ends_with('f')) arch.remove_suffix(1);
  return (arch.size() == 2 || arch.size() == 3) &&
         arch.find_first_not_of("0123456789") == std::string_view::npos;
}

/// One line of printable text: a name expression is put into the source as a line of its own.
bool is_one_line(std::string_view text) {
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; };
  return !text.empty() && text.size() <= 4096 && std::ranges::none_of(text, is_control);
}

std::string list_of_flags() {
  std::string list;
  for (const auto flag : allowed) list.append(flag).append(", ");
  return list.append(register_flag).append("N");
}

std::optional<std::string> complaint_about_names(const record::BuildRequest& request) {
  for (const auto& [name, value] : request.defines) {
    if (!is_identifier(name))
      return "'" + name + "' is no name for a macro; expected letters, digits and '_'";
    if (!value.empty() && !is_one_line(value))
      return "the value of '" + name + "' is not one line of text";
  }
  for (const auto& kernel : request.kernels) {
    if (!is_one_line(kernel)) return "a kernel's name is empty, too long, or not one line of text";
  }
  if (request.kernels.size() > 256)
    return "more than 256 kernels are named; expected the launches' kernels";
  return std::nullopt;
}

}  // namespace

bool is_allowed_flag(std::string_view flag) {
  if (std::ranges::count(allowed, flag) > 0) return true;
  if (!flag.starts_with(register_flag)) return false;
  const auto number = flag.substr(register_flag.size());
  return !number.empty() && number.size() <= 3 &&
         number.find_first_not_of("0123456789") == std::string_view::npos;
}

std::optional<std::string> complaint(const record::BuildRequest& request) {
  if (!is_architecture(request.arch)) {
    return "unknown architecture '" + request.arch + "'; expected a number such as 90, or 90a";
  }
  if (request.kind != "cu" && request.kind != "ptx" && request.kind != "cubin") {
    return "unknown kind of candidate '" + request.kind + "'; expected cu, ptx or cubin";
  }
  if (request.kind == "cu" && request.compiler != "nvrtc") {
    return "compiler '" + request.compiler + "' is not supported; expected nvrtc";
  }
  for (const auto& flag : request.flags) {
    if (is_allowed_flag(flag)) continue;
    return "flag '" + flag + "' is not allowed; allowed are " + list_of_flags();
  }
  return complaint_about_names(request);
}

}  // namespace assay::build
