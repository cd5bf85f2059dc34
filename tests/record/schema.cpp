// SPDX-License-Identifier: Apache-2.0
#include "record/schema.hpp"

#include <algorithm>
#include <set>

namespace assay::record {
namespace {

using Json = nlohmann::json;

class Validator {
 public:
  explicit Validator(const Json& root) : root_(root) {}

  void validate(const Json& schema, const Json& value, const std::string& at) {
    static const std::set<std::string> known{"$schema",
                                             "title",
                                             "description",
                                             "$defs",
                                             "$ref",
                                             "type",
                                             "properties",
                                             "required",
                                             "items",
                                             "enum",
                                             "additionalProperties",
                                             "anyOf",
                                             "minimum",
                                             "minItems",
                                             "maxItems"};
    for (const auto& [keyword, unused] : schema.items())
      if (!known.contains(keyword)) say(at, "unknown keyword " + keyword);
    if (schema.contains("$ref")) return validate(target(schema["$ref"]), value, at);
    if (schema.contains("anyOf")) any_of(schema["anyOf"], value, at);
    if (schema.contains("enum")) one_of(schema["enum"], value, at);
    if (schema.contains("type") && !has_type(schema["type"], value))
      return say(at, "expected " + schema["type"].dump());
    if (schema.contains("minimum") && value.is_number() && value < schema["minimum"])
      say(at, "below the minimum");
    if (value.is_object()) object(schema, value, at);
    if (value.is_array()) array(schema, value, at);
  }

  std::vector<std::string> found;

 private:
  void say(const std::string& at, const std::string& what) {
    found.push_back((at.empty() ? "/" : at) + ": " + what);
  }

  const Json& target(const std::string& reference) {
    return root_.at(Json::json_pointer(reference.substr(1)));
  }

  void any_of(const Json& schemas, const Json& value, const std::string& at) {
    std::string tried;
    for (const Json& each : schemas) {
      Validator inner(root_);
      inner.validate(each, value, at);
      if (inner.found.empty()) return;
      tried += "; " + inner.found.front();
    }
    say(at, "none of the alternatives" + tried);
  }

  void one_of(const Json& values, const Json& value, const std::string& at) {
    if (std::ranges::find(values, value) == values.end())
      say(at, "expected one of " + values.dump());
  }

  static bool has_type(const Json& type, const Json& value) {
    if (type.is_array())
      return std::ranges::any_of(type, [&](const Json& each) { return has_type(each, value); });
    if (type == "integer") return value.is_number_integer();
    return type == value.type_name();
  }

  void object(const Json& schema, const Json& value, const std::string& at) {
    for (const Json& name : schema.value("required", Json::array()))
      if (!value.contains(name.get<std::string>())) say(at, "lacks " + name.get<std::string>());
    const Json properties = schema.value("properties", Json::object());
    const Json additional = schema.value("additionalProperties", Json(true));
    for (const auto& [name, field] : value.items()) {
      if (properties.contains(name))
        validate(properties[name], field, at + "/" + name);
      else if (additional.is_object())
        validate(additional, field, at + "/" + name);
      else if (additional == false)
        say(at, "unknown property " + name);
    }
  }

  void array(const Json& schema, const Json& value, const std::string& at) {
    if (value.size() < schema.value("minItems", std::size_t{0})) say(at, "too few items");
    if (value.size() > schema.value("maxItems", value.size())) say(at, "too many items");
    if (!schema.contains("items")) return;
    for (std::size_t i = 0; i < value.size(); ++i)
      validate(schema["items"], value[i], at + "/" + std::to_string(i));
  }

  const Json& root_;
};

}  // namespace

std::vector<std::string> complaints(const nlohmann::json& schema, const nlohmann::json& document) {
  Validator validator(schema);
  validator.validate(schema, document, "");
  return validator.found;
}

}  // namespace assay::record
