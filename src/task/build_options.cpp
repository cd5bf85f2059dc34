// SPDX-License-Identifier: Apache-2.0
// [build] and [[state]] of a manifest: what the compiler may be told, and nothing that reaches
// beyond code generation.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "base/text.hpp"
#include "task/grammar.hpp"
#include "task/manifest_reading.hpp"
#include "task/task_reading.hpp"

namespace assay::task {
namespace {

constexpr std::size_t most_entries = 64;
constexpr std::size_t most_symbol_length = 256;

const std::vector<std::string> architectures{"75",   "80",   "86",   "87",   "88",   "89",   "90",
                                             "90a",  "100",  "100a", "100f", "101",  "101a", "101f",
                                             "103",  "103a", "103f", "110",  "110a", "110f", "120",
                                             "120a", "120f", "121",  "121a", "121f"};

/// Flags with all their values. Not among them: anything that reads or writes a file, defines a
/// macro or adds code.
const std::vector<std::string> plain_flags{"--use_fast_math",   "--fmad=true",
                                           "--fmad=false",      "--ftz=true",
                                           "--ftz=false",       "--prec-div=true",
                                           "--prec-div=false",  "--prec-sqrt=true",
                                           "--prec-sqrt=false", "--extra-device-vectorization",
                                           "--restrict",        "--std=c++11",
                                           "--std=c++14",       "--std=c++17",
                                           "--std=c++20"};
constexpr std::string_view register_flag = "--maxrregcount=";

// ptxas refuses fewer than 16 registers a thread and more than 255.
bool is_register_flag(std::string_view flag) {
  if (!flag.starts_with(register_flag)) return false;
  flag.remove_prefix(register_flag.size());
  int count = 0;
  const auto [end, error] = std::from_chars(flag.data(), flag.data() + flag.size(), count);
  return error == std::errc{} && end == flag.data() + flag.size() && count >= 16 && count <= 255;
}

// "--fmad" of "--fmad=true": two of one kind would contradict each other.
std::string_view stem(std::string_view flag) {
  return flag.substr(0, flag.find('='));
}

void read_flag(const Toml& value, BuildOptions& build, Mistakes& mistakes) {
  auto valid = plain_flags;
  valid.push_back(std::string(register_flag) + "N");
  if (value.kind != Toml::Kind::text) {
    mistakes.add(value.at, shown(value), "a string with one flag");
    return;
  }
  const auto& flag = value.text;
  const bool known = std::find(plain_flags.begin(), plain_flags.end(), flag) != plain_flags.end() ||
                     is_register_flag(flag);
  if (!known) {
    mistakes.add(value.at, "flag " + in_quotes(flag),
                 fmt::format("an allowed flag ({}; N from 16 to 255)", join(valid, ", ")),
                 nearest_of(flag, valid));
    return;
  }
  for (const auto& other : build.flags) {
    if (stem(other) != stem(flag)) continue;
    mistakes.add(value.at, "flag " + in_quotes(flag),
                 fmt::format("{} once ('{}' stands before)", stem(flag), other));
    return;
  }
  build.flags.push_back(flag);
}

/// The items of a list, none and a mistake where it is no list or too long.
const std::vector<Toml>& items_of(const Toml* value, std::string_view expected,
                                  Mistakes& mistakes) {
  static const std::vector<Toml> none;
  if (value == nullptr) return none;
  if (value->kind == Toml::Kind::list && value->items.size() <= most_entries) return value->items;
  mistakes.add(value->at, shown(*value),
               fmt::format("a list of at most {} {}", most_entries, expected));
  return none;
}

// A macro may be called like an axis (rows = "rows"), but a parameter is one already.
void read_define(const TomlEntry& entry, ManifestReading& reading) {
  auto& define = reading.candidate.build.define;
  if (!grammar::is_identifier(entry.key)) {
    reading.mistakes.add(entry.at, in_quotes(entry.key), "a macro name");
    return;
  }
  if (reading.names.kind_of(entry.key) == kind::param) {
    reading.mistakes.add(entry.at, fmt::format("define '{}'", entry.key),
                         "another name: it is a parameter, which is defined already");
  }
  if (auto value = expression_of(entry.value, reading.sizes(), reading.expressions())) {
    define.emplace_back(entry.key, std::move(*value));
  }
}

void read_defines(Fields& fields, ManifestReading& reading) {
  const auto* define = fields.find("define");
  if (define == nullptr) return;
  if (define->kind != Toml::Kind::table || define->entries.size() > most_entries) {
    reading.mistakes.add(define->at, shown(*define),
                         "a table such as { N = \"cols\" } of at most 64 entries");
    return;
  }
  for (const auto& entry : define->entries) read_define(entry, reading);
}

// The text stays below the folder here; loading checks that it exists and where links lead.
void read_include(const Toml& value, ManifestReading& reading) {
  if (value.kind != Toml::Kind::text) {
    reading.mistakes.add(value.at, shown(value), "a string with a folder");
    return;
  }
  if (auto path = inner_path(value, {}, reading.mistakes)) {
    reading.candidate.build.include.push_back(std::move(*path));
  }
}

// A compiled artifact has no compiler to talk to.
void refuse_for_compiled(Fields& fields, ManifestReading& reading) {
  if (reading.source.kind == "cu") return;
  for (const auto* key : {"compiler", "flags", "define", "include"}) {
    if (!fields.has(key)) continue;
    reading.mistakes.add(fields.spot_of(key),
                         fmt::format("'{}' for a .{}", key, reading.source.kind),
                         "it with a .cu only: this file is compiled already");
  }
}

// A name of the compiled module, mangled where need be: the build knows which symbols there are.
void read_symbol(const Toml& table, std::set<std::string>& taken, ManifestReading& reading) {
  Fields fields(table, "[[state]]", reading.mistakes);
  if (const auto symbol = fields.needed_text("symbol", "symbol = \"retirement_count\"")) {
    const auto at = fields.find("symbol")->at;
    if (symbol->size() > most_symbol_length || !is_printable(*symbol)) {
      reading.mistakes.add(at, in_quotes(*symbol), "the name of a __device__ variable");
    } else if (!taken.insert(*symbol).second) {
      reading.mistakes.add(at, "a second [[state]] " + in_quotes(*symbol), "each symbol once");
    } else {
      reading.candidate.state.push_back(*symbol);
    }
  }
  fields.finish();
}

}  // namespace

void read_state(Fields& root, ManifestReading& reading) {
  std::set<std::string> taken;
  for (const auto* table : tables_of(root, "state", most_entries, reading.mistakes)) {
    read_symbol(*table, taken, reading);
  }
}

void read_build(Fields& root, ManifestReading& reading) {
  auto& mistakes = reading.mistakes;
  auto& build = reading.candidate.build;
  const auto* table = root.find("build");
  if (table == nullptr) return;
  if (table->kind != Toml::Kind::table) {
    mistakes.add(table->at, shown(*table), "a table [build]");
    return;
  }
  Fields fields(*table, "[build]", mistakes);
  refuse_for_compiled(fields, reading);
  if (const auto compiler = fields.choice("compiler", {"nvrtc", "nvcc"}))
    build.compiler = *compiler;
  build.arch = fields.choice("arch", architectures);
  for (const auto& flag : items_of(fields.find("flags"), "flags", mistakes)) {
    read_flag(flag, build, mistakes);
  }
  read_defines(fields, reading);
  for (const auto& folder : items_of(fields.find("include"), "folders", mistakes)) {
    read_include(folder, reading);
  }
  fields.finish();
}

}  // namespace assay::task
