// KeyReader: reads the keys of one table of a flow file. Everything that is wrong is told and reading goes
// on, so that a person sees all of it at once; keys that nobody asked for are told at the end.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/contains.h"
#include "base/nearest.h"
#include "base/result.h"
#include "wrap/config.h"

namespace gleaner::flow {

class KeyReader {
 public:
  KeyReader(const wrap::Config& config, Diagnostics& found) : config_(config), found_(found) {}

  void wrong(const wrap::Config& at, std::string message, std::string hint = {},
             Code code = Code::bad_input) const {
    Diagnostic why = at.wrong(std::move(message));
    why.hint = std::move(hint), why.code = code;
    found_.push_back(std::move(why));
  }
  bool has(std::string_view key) { return config_.find(key) != nullptr; }
  const wrap::Config* get(std::string_view key) {
    if (!contains(known_, key)) known_.emplace_back(key);
    return config_.find(key);
  }
  void text(std::string_view key, std::string& into) {
    if (const wrap::Config* value = get(key)) {
      if (value->is_text()) into = value->as_text();
      else wrong(*value, "must be a text");
    }
  }
  void boolean(std::string_view key, bool& into) {
    if (const wrap::Config* value = get(key)) {
      if (value->kind() == wrap::Config::Kind::boolean) into = value->as_boolean();
      else wrong(*value, "must be true or false");
    }
  }
  template <class Number>
  void number(std::string_view key, Number& into, double least, double most) {
    const wrap::Config* value = get(key);
    if (!value) return;
    const bool is_number =
        value->kind() == wrap::Config::Kind::integer || value->kind() == wrap::Config::Kind::real;
    if (!is_number || value->as_real() < least || value->as_real() > most)
      wrong(*value, fmt::format("must be a number from {} to {}", least, most));
    else into = Number(value->as_real());
  }
  // One text, or a list of them.
  void texts(std::string_view key, std::vector<std::string>& into) {
    const wrap::Config* value = get(key);
    if (!value) return;
    if (value->is_text()) into = {value->as_text()};
    else if (value->is_list() &&
             std::ranges::all_of(value->items(), [](const wrap::Config& one) { return one.is_text(); })) {
      into.clear();
      for (const wrap::Config& one : value->items()) into.push_back(one.as_text());
    } else wrong(*value, "must be a text or a list of texts");
  }
  // One of these words.
  void word(std::string_view key, std::string& into, std::initializer_list<const char*> words) {
    std::vector<std::pair<std::string, std::string>> choices;
    for (const char* one : words) choices.emplace_back(one, one);
    choice(key, into, choices);
  }
  template <class Enum>
  void choice(std::string_view key, Enum& into, const std::vector<std::pair<std::string, Enum>>& choices) {
    const wrap::Config* value = get(key);
    if (!value) return;
    std::vector<std::string> names;
    for (const auto& [word, meaning] : choices) {
      names.push_back(word);
      if (value->is_text() && value->as_text() == word) return void(into = meaning);
    }
    wrong(*value, fmt::format("must be one of: {}", fmt::join(names, ", ")));
  }
  // Keys that nobody asked for.
  void finish() {
    for (const auto& [key, value] : config_.members()) {
      if (contains(known_, key)) continue;
      wrong(value, "this key is not known here",
            did_you_mean(key, known_, fmt::format("known: {}", fmt::join(known_, ", "))));
    }
  }
  const wrap::Config& config() const { return config_; }

 private:
  const wrap::Config& config_;
  Diagnostics& found_;
  std::vector<std::string> known_;
};

}  // namespace gleaner::flow
