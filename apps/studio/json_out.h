// JsonOut: JSON written by appending, with the commas put in. Answers are small trees that are written once;
// a tree in memory would only be copied.
//
//   JsonOut out;
//   out.object().key("name").text("shop").key("rows").number(24).end();
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/span.h"

namespace gleaner::studio {

class JsonOut {
 public:
  JsonOut& object() { return open('{', '}'); }
  JsonOut& array() { return open('[', ']'); }
  JsonOut& end() {
    text_ += closers_.back();
    closers_.pop_back();
    fresh_ = false;
    return *this;
  }
  JsonOut& key(std::string_view name) {
    comma();
    json::append_string(text_, name);
    text_ += ": ";
    fresh_ = true;  // its value needs no comma
    return *this;
  }
  JsonOut& text(std::string_view value) { return comma(), json::append_string(text_, value), *this; }
  JsonOut& number(double value) { return comma(), json::append_number(text_, value), *this; }
  JsonOut& boolean(bool value) { return comma(), text_ += value ? "true" : "false", *this; }
  JsonOut& raw(std::string_view written) { return comma(), text_ += written, *this; }
  JsonOut& span(Span value) { return array().number(value.begin).number(value.end).end(); }
  // Members of an object.
  JsonOut& member(std::string_view name, std::string_view value) { return key(name).text(value); }
  JsonOut& member(std::string_view name, const char* value) { return key(name).text(value); }
  JsonOut& member(std::string_view name, const std::string& value) { return key(name).text(value); }
  JsonOut& member(std::string_view name, double value) { return key(name).number(value); }
  JsonOut& member(std::string_view name, size_t value) { return key(name).number(double(value)); }
  JsonOut& member(std::string_view name, uint32_t value) { return key(name).number(value); }
  JsonOut& member(std::string_view name, bool value) { return key(name).boolean(value); }
  // Several of them: members("page", name, "bytes", size).
  template <class Value, class... More>
  JsonOut& members(std::string_view name, const Value& value, const More&... more) {
    member(name, value);
    if constexpr (sizeof...(more) > 0) members(more...);
    return *this;
  }
  template <class Texts>
  JsonOut& texts(std::string_view name, const Texts& values) {
    key(name).array();
    for (const auto& value : values) text(value);
    return end();
  }
  const std::string& str() const { return text_; }
  std::string take() { return std::move(text_); }

 private:
  JsonOut& open(char opener, char closer) {
    comma();
    text_ += opener;
    closers_ += closer;
    fresh_ = true;
    return *this;
  }
  void comma() {
    if (!fresh_ && !closers_.empty()) text_ += ", ";
    fresh_ = false;
  }

  std::string text_, closers_;
  bool fresh_ = true;
};

// An object of names and values.
template <class... Members>
std::string json_object(const Members&... members) {
  return JsonOut().object().members(members...).end().take();
}

// --- reading requests, besides text_of, number_of and flag_of of base/json.h

// The texts of a list; none where there is no list.
inline std::vector<std::string> texts_of(const json::Value* list) {
  std::vector<std::string> out;
  if (list)
    for (const json::Value& item : list->items)
      if (item.is_string()) out.emplace_back(item.text);
  return out;
}

// A number of an address's parameters.
inline size_t number_asked(const std::string& text, size_t otherwise) {
  if (text.empty() || text.find_first_not_of("0123456789") != std::string::npos || text.size() > 9)
    return otherwise;
  return size_t(std::stoul(text));
}

}  // namespace gleaner::studio
