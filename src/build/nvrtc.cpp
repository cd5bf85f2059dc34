// SPDX-License-Identifier: Apache-2.0
#include "build/nvrtc.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <string_view>

#include "build/prelude.hpp"

namespace assay::build {
namespace {

// The handful of declarations that we use, so that no toolkit is needed to compile this file.
// Source: nvrtc.h of CUDA 13.0 (NVRTC API; unchanged since 11.1).
using Program = struct NvrtcProgram*;
enum Status : int { success = 0, out_of_memory = 1, compilation_failed = 6 };
using CreateProgram = Status(Program*, const char* source, const char* name, int headers,
                             const char* const* texts, const char* const* names);
using DestroyProgram = Status(Program*);
using CompileProgram = Status(Program, int count, const char* const* options);
using AddNameExpression = Status(Program, const char* expression);
using GetLoweredName = Status(Program, const char* expression, const char** lowered);
using GetSize = Status(Program, std::size_t*);
using GetText = Status(Program, char*);
using GetErrorString = const char*(Status);

// Expressions that do not exist are the candidate's mistake, like a source that does not compile.
constexpr int name_not_valid = 10;

struct Library {
  void* handle = nullptr;
  std::string missing;

  template <class Function>
  void look_up(const char* name, Function*& function) {
    function = reinterpret_cast<Function*>(::dlsym(handle, name));
    if (function == nullptr && missing.empty()) missing = name;
  }
};

std::string take_text(Program program, GetSize* size_of, GetText* text_of_program) {
  std::size_t size = 0;
  if (size_of(program, &size) != success || size == 0) return {};
  std::string text(size, '\0');
  if (text_of_program(program, text.data()) != success) return {};
  return text;
}

std::vector<const char*> pointers(const std::vector<std::string>& texts) {
  std::vector<const char*> all;
  for (const auto& text : texts) all.push_back(text.c_str());
  return all;
}

/// libnvrtc-builtins stands beside the library with the full version in its name; a program would
/// open it on its first compilation, when the sandbox stands already.
void load_builtins(const std::filesystem::path& library) {
  std::error_code failed;
  for (const auto& each : std::filesystem::directory_iterator(library.parent_path(), failed)) {
    const auto name = each.path().filename().string();
    if (name.starts_with("libnvrtc-builtins.so."))
      (void)::dlopen(each.path().c_str(), RTLD_NOW | RTLD_LOCAL);
  }
}

}  // namespace

struct Nvrtc::Functions {
  CreateProgram* create = nullptr;
  DestroyProgram* destroy = nullptr;
  CompileProgram* compile = nullptr;
  AddNameExpression* add_name = nullptr;
  GetLoweredName* lowered_name = nullptr;
  GetSize *log_size = nullptr, *ptx_size = nullptr, *cubin_size = nullptr;
  GetText *log = nullptr, *ptx = nullptr, *cubin = nullptr;
  GetErrorString* error_string = nullptr;

  void look_up(Library& library) {
    library.look_up("nvrtcCreateProgram", create);
    library.look_up("nvrtcDestroyProgram", destroy);
    library.look_up("nvrtcCompileProgram", compile);
    library.look_up("nvrtcAddNameExpression", add_name);
    library.look_up("nvrtcGetLoweredName", lowered_name);
    library.look_up("nvrtcGetProgramLogSize", log_size);
    library.look_up("nvrtcGetProgramLog", log);
    library.look_up("nvrtcGetPTXSize", ptx_size);
    library.look_up("nvrtcGetPTX", ptx);
    library.look_up("nvrtcGetCUBINSize", cubin_size);
    library.look_up("nvrtcGetCUBIN", cubin);
    library.look_up("nvrtcGetErrorString", error_string);
  }

  /// nullptr when the compiler refuses.
  [[nodiscard]] Program program_for(const Translation& translation) const {
    std::vector<std::string> names, texts;
    for (const auto& header : prelude_headers()) {
      if (!translation.prelude) break;
      names.emplace_back(header.name);
      texts.emplace_back(header.text);
    }
    Program program = nullptr;
    (void)create(&program, translation.source.c_str(), translation.name.c_str(),
                 static_cast<int>(names.size()), pointers(texts).data(), pointers(names).data());
    return program;
  }

  [[nodiscard]] Status run(Program program, const Translation& translation) const {
    for (const auto& kernel : translation.kernels) (void)add_name(program, kernel.c_str());
    auto options = translation.options;
    if (translation.prelude) options.push_back("--pre-include=" + std::string(prelude_name));
    return compile(program, static_cast<int>(options.size()), pointers(options).data());
  }

  void take_artifacts(Program program, const Translation& translation, Translated& result) const {
    result.ptx = take_text(program, ptx_size, ptx);
    result.ptx.resize(
        std::min(result.ptx.find('\0'), result.ptx.size()));  // its size counts the NUL
    const auto image = take_text(program, cubin_size, cubin);
    const auto bytes = bytes_of(image);
    result.cubin.assign(bytes.begin(), bytes.end());
    for (const auto& kernel : translation.kernels) {
      const char* lowered = nullptr;
      const auto found = lowered_name(program, kernel.c_str(), &lowered);
      result.lowered.emplace_back(found == success && lowered != nullptr ? lowered : "");
    }
  }
};

Nvrtc::Nvrtc(std::unique_ptr<Functions> functions) : functions_(std::move(functions)) {}
Nvrtc::Nvrtc(Nvrtc&&) noexcept = default;
Nvrtc& Nvrtc::operator=(Nvrtc&&) noexcept = default;
Nvrtc::~Nvrtc() = default;

Result<Nvrtc> Nvrtc::load(const std::filesystem::path& library) {
  // never closed again: the compiler keeps threads and tables
  Library loaded{::dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL), {}};
  if (loaded.handle == nullptr) {
    const auto* reason = ::dlerror();
    return fail(
        "the CUDA compiler can't be loaded: " + std::string(reason == nullptr ? "" : reason),
        "set ASSAY_TOOLKIT to a CUDA 13 toolkit");
  }
  auto functions = std::make_unique<Functions>();
  functions->look_up(loaded);
  if (!loaded.missing.empty()) {
    return fail("the CUDA compiler " + library.string() + " has no function " + loaded.missing,
                "set ASSAY_TOOLKIT to a CUDA 13 toolkit");
  }
  load_builtins(library);
  return Nvrtc(std::move(functions));
}

Result<Translated> Nvrtc::translate(const Translation& translation) const {
  const auto& call = *functions_;
  auto program = call.program_for(translation);
  if (program == nullptr) return fail("the CUDA compiler refuses to start", {}, Blame::assay);
  const auto status = call.run(program, translation);
  Translated result;
  result.ok = status == success;
  result.out_of_memory = status == out_of_memory;
  result.log = take_text(program, call.log_size, call.log);
  result.log.resize(std::min(result.log.find('\0'), result.log.size()));
  if (result.ok) call.take_artifacts(program, translation, result);
  (void)call.destroy(&program);
  const bool known =
      result.ok || result.out_of_memory || status == compilation_failed || status == name_not_valid;
  if (!known) {
    result.log = std::string(call.error_string(status)) + '\n' + result.log;
  }
  return result;
}

}  // namespace assay::build
