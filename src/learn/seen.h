// What a page's records hold, sorted by the fields of a profile: the input of every check of values.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "learn/profile.h"
#include "wrap/record.h"

namespace gleaner::learn {

// Values and presence of one field on one page.
struct Seen {
  uint32_t records = 0, present = 0;
  uint32_t most = 0;                     // values in one record
  std::vector<std::string_view> values;  // of the records
  std::vector<uint32_t> rules;
};

// Sorts the values of records by the fields of a profile; others say nothing.
class Collector {
 public:
  explicit Collector(const Profile& profile) : profile_(profile), seen_(profile.fields.size()) {}

  // In the order of the profile's fields.
  const std::vector<Seen>& run(const std::vector<wrap::Record>& records) {
    for (const wrap::Record& record : records) fields(record.fields, "");
    for (size_t i = 0; i < seen_.size(); ++i) {
      const std::string& path = profile_.fields[i].field;
      const size_t dot = path.rfind('.');
      seen_[i].records = dot == std::string::npos ? uint32_t(records.size()) : levels_[path.substr(0, dot)];
    }
    return seen_;
  }

 private:
  void fields(const std::vector<wrap::Field>& all, const std::string& prefix) {
    if (!prefix.empty()) ++levels_[prefix];
    for (const wrap::Field& field : all) {
      if (prefix.empty()) value(field.value, field.name, true);
      else value(field.value, prefix + "." + field.name, true);
    }
  }

  void value(const wrap::Value& value_here, const std::string& path, bool first) {
    if (value_here.is_list()) {
      for (size_t i = 0; i < value_here.items.size(); ++i) value(value_here.items[i], path, i == 0);
      if (!value_here.items.empty() && value_here.items.front().is_text())
        if (Seen* one = find(path)) one->most = std::max(one->most, uint32_t(value_here.items.size()));
    } else if (value_here.is_record()) {
      if (first)
        if (Seen* one = find(path)) ++one->present;  // a list of records is there, or not
      fields(value_here.fields, path);
    } else if (value_here.is_text()) {
      Seen* one = find(path);
      if (!one) return;
      one->present += first;
      one->most = std::max(one->most, 1u);
      one->values.push_back(value_here.text);
      one->rules.push_back(value_here.rule);
    }
  }

  // Fields mostly come in the profile's order: the search begins where the last one ended.
  Seen* find(const std::string& path) {
    for (size_t n = 0; n < seen_.size(); ++n, ++next_) {
      if (next_ >= seen_.size()) next_ = 0;
      if (profile_.fields[next_].field == path) return &seen_[next_];
    }
    return nullptr;
  }

  const Profile& profile_;
  std::vector<Seen> seen_;
  std::map<std::string, uint32_t> levels_;
  size_t next_ = 0;
};

}  // namespace gleaner::learn
