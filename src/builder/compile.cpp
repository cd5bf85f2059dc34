// SPDX-License-Identifier: Apache-2.0
#include "builder/compile.hpp"

#include <algorithm>
#include <iterator>

#include "build/compiler_log.hpp"
#include "build/kernel_names.hpp"
#include "builder/seen.hpp"

namespace assay::builder {
namespace {

using build::FolderName;

std::vector<FolderName> folder_names(const build::BuilderArguments& arguments) {
  std::vector<FolderName> names;
  for (const auto& folder : arguments.include_folders)
    names.push_back({folder.string(), folder.filename().string()});
  for (const auto& folder : arguments.toolkit.includes)
    names.push_back({folder.string(), "cuda", true});
  // the innermost first: include/cccl lies below include
  std::ranges::sort(names, std::ranges::greater(),
                    [](const FolderName& name) { return name.path.size(); });
  return names;
}

bool has_standard(const std::vector<std::string>& flags) {
  return std::ranges::any_of(flags,
                             [](const std::string& flag) { return flag.starts_with("--std="); });
}

build::Translation translation_of(const record::BuildRequest& request,
                                  const build::BuilderArguments& arguments,
                                  std::string_view architecture) {
  build::Translation translation;
  translation.source = text_of(request.source);
  translation.name = plain_name(request.name);
  translation.kernels = request.kernels;
  translation.prelude = request.prelude;
  auto& options = translation.options;
  options = {"--gpu-architecture=" + std::string(architecture) + request.arch,
             "--generate-line-info", "--modify-stack-limit=false"};
  if (!has_standard(request.flags)) options.emplace_back("--std=c++17");
  options.insert(options.end(), request.flags.begin(), request.flags.end());
  for (const auto& [name, value] : request.defines) options.push_back("-D" + name + '=' + value);
  for (const auto& folder : arguments.include_folders) options.push_back("-I" + folder.string());
  for (const auto& folder : arguments.toolkit.includes) options.push_back("-I" + folder.string());
  return translation;
}

std::string without_blanks(std::string_view text) {
  std::string result;
  std::ranges::copy_if(text, std::back_inserter(result), [](char c) { return c != ' '; });
  return result;
}

/// A hint for each kernel of the manifest that the source lacks. Nothing for one whose name is
/// there: then the compiler knows better what is wrong with it ("scale<flaot>").
std::string missing_kernels(const std::vector<std::string>& missing,
                            const record::BuildRequest& request) {
  std::string text;
  const auto existing = build::kernel_names_in(text_of(request.source));
  for (const auto& expression : request.kernels) {
    const auto same = [&](const std::string& name) {
      return without_blanks(name) == without_blanks(expression);
    };
    if (std::ranges::none_of(missing, same)) continue;
    if (std::ranges::count(existing, build::identifier_of(expression)) > 0) continue;
    text += build::missing_kernel(expression, request.name, existing) + '\n';
  }
  return text;
}

/// The assembler names a line of a PTX that NVRTC keeps to itself; a second run without it brings
/// the PTX.
std::string note_on_assembler(const build::Nvrtc& nvrtc, const record::BuildRequest& request,
                              const build::BuilderArguments& arguments, std::string_view log) {
  const auto line = build::assembler_line_in(log);
  if (line == 0) return {};
  const auto again = nvrtc.translate(translation_of(request, arguments, "compute_"));
  return again && again->ok ? build::assembler_note(again->ptx, line, request.name) : "";
}

void explain_failure(const build::Nvrtc& nvrtc, const record::BuildRequest& request,
                     const build::BuilderArguments& arguments, const build::Translated& result,
                     record::Build& into) {
  into.failure = result.out_of_memory ? "memory" : "compile";
  const auto missing = build::missing_names_in(result.log);
  const auto unresolved = build::unresolved_functions_in(result.log);
  into.log = missing_kernels(missing, request);
  const auto log = into.log.empty() ? result.log : build::without_name_map(result.log);
  into.log += build::readable_log(log, folder_names(arguments));
  into.log += note_on_assembler(nvrtc, request, arguments, result.log);
  into.forbidden = forbidden_among(unresolved);
  if (!into.forbidden.empty()) into.failure = "forbidden";
}

/// NVRTC puts the working folder, "/", before the candidate's name.
void rename_source(std::string& ptx, const std::string& name) {
  const auto written = "\"/" + name + '"';
  for (auto at = ptx.find("\n\t.file\t"); at != std::string::npos;
       at = ptx.find("\n\t.file\t", at + 1)) {
    const auto quote = ptx.find('"', at);
    if (quote != std::string::npos && ptx.compare(quote, written.size(), written) == 0)
      ptx.erase(quote + 1, 1);
  }
}

}  // namespace

std::string plain_name(std::string_view name) {
  std::string plain(name.substr(name.find_last_of('/') + 1));
  std::ranges::replace_if(
      plain,
      [](char c) {
        return static_cast<unsigned char>(c) < 0x20 || c == 0x7f || c == '"' || c == '\\';
      },
      '_');
  if (plain.empty() || plain.front() == '-' || plain.front() == '.') plain.insert(0, "_");
  if (plain.size() > 200) plain.resize(200);
  return plain;
}

Result<Compiled> compile(const build::Nvrtc& nvrtc, const record::BuildRequest& request,
                         const build::BuilderArguments& arguments) {
  auto result = nvrtc.translate(translation_of(request, arguments, "sm_"));
  if (!result) return fail(result.error());
  Compiled compiled;
  auto& into = compiled.build;
  into.ok = result->ok;
  if (!result->ok) {
    explain_failure(nvrtc, request, arguments, *result, into);
    return compiled;
  }
  into.log = build::readable_log(result->log, folder_names(arguments));
  rename_source(result->ptx, plain_name(request.name));
  const auto ptx = bytes_of(result->ptx);
  into.ptx.assign(ptx.begin(), ptx.end());
  into.cubin = std::move(result->cubin);
  compiled.lowered = std::move(result->lowered);
  return compiled;
}

}  // namespace assay::builder
