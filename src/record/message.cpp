// SPDX-License-Identifier: Apache-2.0
// Frames: 8 bytes little-endian length of a JSON text, the text, then the blobs in the order in
// which the text names them. A blob is named by its size alone and each byte of a frame belongs to
// one field, so what a reader allocates is bounded by what it was sent.
#include "record/message.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "record/complaint.hpp"
#include "record/fields.hpp"

namespace assay::record {
namespace {

using Json = nlohmann::json;

constexpr std::size_t header_size = 8;
constexpr std::size_t most_text = std::size_t{64} << 20;
constexpr std::size_t most_values = std::size_t{4} << 20;  ///< a parsed value takes some 50 bytes
constexpr int most_depth = 16;
constexpr const char* blob_key = "blob";

template <class Record>
constexpr std::string_view tag = "";
template <>
constexpr std::string_view tag<BuildRequest> = "build_request";
template <>
constexpr std::string_view tag<Build> = "build";
template <>
constexpr std::string_view tag<LoadRequest> = "load_request";
template <>
constexpr std::string_view tag<LoadAnswer> = "load_answer";
template <>
constexpr std::string_view tag<RunRequest> = "run_request";
template <>
constexpr std::string_view tag<RunAnswer> = "run_answer";

constexpr std::array<std::string_view, 4> fill_names{"values", "noise", "zeros", "bytes"};
constexpr std::array<std::string_view, 8> family_names{
    "zeros", "ones", "normal", "uniform", "integers", "spikes", "permutation", "file"};

bool is_ascii(std::string_view text) {
  return std::ranges::all_of(text, [](unsigned char each) { return each < 0x80; });
}

// ---- writing
// -----------------------------------------------------------------------------------------------

class Writer {
 public:
  template <class T>
  Json json(const T& value) {
    Json object = Json::object();
    Json* const outer = std::exchange(object_, &object);
    fields(*this, value);
    object_ = outer;
    return object;
  }
  Json json(bool value) { return value; }
  Json json(int value) { return value; }
  Json json(std::int64_t value) { return value; }
  Json json(std::uint64_t value) { return value; }
  Json json(double value) {
    return std::isfinite(value) ? Json(value) : Json(fmt::format("{}", value));
  }
  Json json(Dtype value) { return name_of(value); }
  Json json(Fill::Kind value) { return fill_names[static_cast<std::size_t>(value)]; }
  Json json(Values::Family value) { return family_names[static_cast<std::size_t>(value)]; }
  Json json(const Bytes& bytes) {
    blobs_.insert(blobs_.end(), bytes.begin(), bytes.end());
    return {{blob_key, bytes.size()}};
  }
  /// Foreign text need not be UTF-8, which JSON must be; so what is not ASCII travels as bytes.
  Json json(const std::string& text) {
    if (is_ascii(text)) return text;
    const ByteView bytes = bytes_of(text);
    return json(Bytes(bytes.begin(), bytes.end()));
  }
  template <class T>
  Json json(const std::optional<T>& value) {
    return value ? json(*value) : Json(nullptr);
  }
  template <class First, class Second>
  Json json(const std::pair<First, Second>& value) {
    Json list = Json::array();
    list.push_back(json(value.first));
    list.push_back(json(value.second));
    return list;
  }
  template <class T>
  Json json(const std::vector<T>& values) {
    return list(values);
  }
  template <class T, std::size_t n>
  Json json(const std::array<T, n>& values) {
    return list(values);
  }

  template <class T>
  void operator()(const char* name, const T& value) {
    Json& object = *object_;
    Json written = json(value);
    object[name] = std::move(written);
  }

  [[nodiscard]] const Bytes& blobs() const { return blobs_; }

 private:
  template <class List>
  Json list(const List& values) {
    Json written = Json::array();
    for (const auto& value : values) written.push_back(json(value));
    return written;
  }

  Json* object_ = nullptr;
  Bytes blobs_;
};

template <class Record>
Bytes framed(const Record& record) {
  Writer writer;
  const std::string text = Json{{"record", tag<Record>}, {"value", writer.json(record)}}.dump();
  Bytes frame(header_size);
  for (std::size_t i = 0; i < header_size; ++i)
    frame[i] = static_cast<std::byte>(static_cast<std::uint64_t>(text.size()) >> (8 * i));
  frame.reserve(header_size + text.size() + writer.blobs().size());
  const ByteView view = bytes_of(text);
  frame.insert(frame.end(), view.begin(), view.end());
  frame.insert(frame.end(), writer.blobs().begin(), writer.blobs().end());
  return frame;
}

// ---- reading
// -----------------------------------------------------------------------------------------------

/// Blobs are taken in the order in which the writer put them: so fields are read in the order of
/// `fields`.
class Reader {
 public:
  explicit Reader(ByteView blobs) : blobs_(blobs) {}

  template <class T>
  void read(const Json& json, T& value) {
    if (!json.is_object()) return wrong("an object", json);
    const Json* const outer = std::exchange(object_, &json);
    const std::size_t outer_seen = std::exchange(seen_, 0);
    fields(*this, value);
    if (!failed() && seen_ != json.size()) refuse("has fields that are not known");
    object_ = outer;
    seen_ = outer_seen;
    if (failed()) return;
    if (Complaint bad = complaint(value)) refuse(*bad);
  }
  void read(const Json& json, bool& value) {
    if (!json.is_boolean()) return wrong("true or false", json);
    value = json.get<bool>();
  }
  void read(const Json& json, int& value) { integer(json, value); }
  void read(const Json& json, std::int64_t& value) { integer(json, value); }
  void read(const Json& json, std::uint64_t& value) { integer(json, value); }
  void read(const Json& json, double& value) {
    if (json.is_number())
      value = json.get<double>();
    else if (json == "nan")
      value = std::numeric_limits<double>::quiet_NaN();
    else if (json == "-nan")
      value = -std::numeric_limits<double>::quiet_NaN();
    else if (json == "inf")
      value = std::numeric_limits<double>::infinity();
    else if (json == "-inf")
      value = -std::numeric_limits<double>::infinity();
    else
      wrong("a number or nan, inf, -inf", json);
  }
  void read(const Json& json, Dtype& value) {
    const auto dtype =
        json.is_string() ? dtype_from(json.get_ref<const std::string&>()) : std::nullopt;
    if (!dtype) return wrong("a dtype", json);
    value = *dtype;
  }
  void read(const Json& json, Fill::Kind& value) { named(json, fill_names, value); }
  void read(const Json& json, Values::Family& value) { named(json, family_names, value); }
  void read(const Json& json, Bytes& value) {
    if (const auto blob = take(json)) value.assign(blob->begin(), blob->end());
  }
  void read(const Json& json, std::string& value) {
    if (json.is_string())
      value = json.get_ref<const std::string&>();
    else if (const auto blob = take(json))
      value = text_of(*blob);
  }
  template <class T>
  void read(const Json& json, std::optional<T>& value) {
    if (!json.is_null()) read(json, value.emplace());
  }
  template <class First, class Second>
  void read(const Json& json, std::pair<First, Second>& value) {
    if (!json.is_array() || json.size() != 2) return wrong("a list of two", json);
    read(json[0], value.first);
    if (!failed()) read(json[1], value.second);
  }
  template <class T>
  void read(const Json& json, std::vector<T>& values) {
    if (!json.is_array()) return wrong("a list", json);
    for (std::size_t i = 0; i < json.size() && !failed(); ++i)
      item(json[i], i, values.emplace_back());
  }
  template <class T, std::size_t n>
  void read(const Json& json, std::array<T, n>& values) {
    if (!json.is_array() || json.size() != n) return wrong(fmt::format("a list of {}", n), json);
    for (std::size_t i = 0; i < n && !failed(); ++i) item(json[i], i, values[i]);
  }

  template <class T>
  void operator()(const char* name, T& value) {
    if (failed()) return;
    const auto found = object_->find(name);
    const std::size_t length = path_.size();
    path_ += fmt::format(".{}", name);
    if (found == object_->end())
      refuse("is missing");
    else
      read(*found, value);
    path_.resize(length);
    ++seen_;
  }

  [[nodiscard]] bool failed() const { return !error_.empty(); }
  [[nodiscard]] const std::string& error() const { return error_; }
  [[nodiscard]] std::size_t blob_bytes_left() const { return blobs_.size(); }

 private:
  void refuse(const std::string& what) { error_ = fmt::format("'{}' {}", path_, what); }
  void wrong(std::string_view expected, const Json& found) {
    refuse(fmt::format("is a {}, expected {}", found.type_name(), expected));
  }

  template <class T>
  void item(const Json& json, std::size_t index, T& value) {
    const std::size_t length = path_.size();
    path_ += fmt::format("[{}]", index);
    read(json, value);
    path_.resize(length);
  }

  template <class T>
  void integer(const Json& json, T& value) {
    const bool fits = json.is_number_unsigned()
                          ? std::in_range<T>(json.get<std::uint64_t>())
                          : json.is_number_integer() && std::in_range<T>(json.get<std::int64_t>());
    if (!fits) return wrong(fmt::format("an integer of {} bits", 8 * sizeof(T)), json);
    value = json.get<T>();
  }

  template <class T, std::size_t n>
  void named(const Json& json, const std::array<std::string_view, n>& names, T& value) {
    const auto found =
        std::ranges::find_if(names, [&](std::string_view each) { return json == each; });
    if (found == names.end()) return wrong("one of its known names", json);
    value = static_cast<T>(found - names.begin());
  }

  /// The next blob, when `json` names one that is still there.
  std::optional<ByteView> take(const Json& json) {
    if (!json.is_object() || json.size() != 1 || !json.contains(blob_key)) {
      wrong("text or a blob", json);
      return {};
    }
    std::uint64_t size = 0;
    integer(json[blob_key], size);
    if (!failed() && size > blobs_.size())
      refuse(fmt::format("takes {} bytes of blob, {} are left", size, blobs_.size()));
    if (failed()) return {};
    const ByteView taken = blobs_.first(size);
    blobs_ = blobs_.subspan(size);
    return taken;
  }

  ByteView blobs_;
  const Json* object_ = nullptr;
  std::size_t seen_ = 0;
  std::string path_, error_;
};

/// The JSON text of a frame; discarded when it is no JSON, too deep or too long.
Json parsed(std::string_view text) {
  std::size_t values = 0;
  struct TooMuch {};
  const auto count = [&values](int depth, Json::parse_event_t, const Json&) {
    if (depth > most_depth || ++values > most_values) throw TooMuch{};
    return true;
  };
  try {
    return Json::parse(text, count, false);
  } catch (const TooMuch&) {
    return Json(Json::value_t::discarded);
  }
}

struct Parts {
  Json value;
  ByteView blobs;
};

Result<Parts> taken_apart(ByteView frame, std::string_view expected) {
  if (frame.size() < header_size) return fail("a frame shorter than its header", {}, Blame::assay);
  std::uint64_t size = 0;
  for (std::size_t i = 0; i < header_size; ++i)
    size |= static_cast<std::uint64_t>(frame[i]) << (8 * i);
  if (size > std::min(frame.size() - header_size, most_text))
    return fail(fmt::format("a text of {} bytes in a frame of {}", size, frame.size()), {},
                Blame::assay);
  Json json = parsed(text_of(frame.subspan(header_size, size)));
  if (!json.is_object() || json.size() != 2 || !json.contains("record") || !json.contains("value"))
    return fail("not a record, or one too large", {}, Blame::assay);
  if (json["record"] != expected)
    return fail(fmt::format("another record than the expected '{}'", expected), {}, Blame::assay);
  return Parts{std::move(json["value"]), frame.subspan(header_size + size)};
}

}  // namespace

Bytes to_frame(const BuildRequest& request) {
  return framed(request);
}
Bytes to_frame(const Build& build) {
  return framed(build);
}
Bytes to_frame(const LoadRequest& request) {
  return framed(request);
}
Bytes to_frame(const LoadAnswer& answer) {
  return framed(answer);
}
Bytes to_frame(const RunRequest& request) {
  return framed(request);
}
Bytes to_frame(const RunAnswer& answer) {
  return framed(answer);
}

template <class Record>
Result<Record> from_frame(ByteView frame) {
  auto parts = taken_apart(frame, tag<Record>);
  if (!parts) return fail(std::move(parts.error()).within("unreadable message between processes"));
  Reader reader(parts->blobs);
  Record record;
  reader.read(parts->value, record);
  std::string error = reader.error();
  if (error.empty() && reader.blob_bytes_left() > 0) error = "bytes that no field takes";
  if (!error.empty())
    return fail(Error{fmt::format("unreadable message between processes ({})", tag<Record>),
                      {},
                      Blame::assay,
                      {std::move(error)}});
  return record;
}

template Result<BuildRequest> from_frame(ByteView);
template Result<Build> from_frame(ByteView);
template Result<LoadRequest> from_frame(ByteView);
template Result<LoadAnswer> from_frame(ByteView);
template Result<RunRequest> from_frame(ByteView);
template Result<RunAnswer> from_frame(ByteView);

}  // namespace assay::record
