// See profile.h. A profile as a wrapper file keeps it.
#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "base/text.h"
#include "learn/profile.h"
#include "learn/weights.h"

namespace gleaner::learn {
namespace {

// "7 money", the most frequent first.
std::vector<std::string> counts_text(const std::map<std::string, uint32_t>& counts) {
  std::vector<std::pair<uint32_t, std::string>> sorted;
  for (const auto& [name, n] : counts) sorted.push_back({n, name});
  std::ranges::sort(sorted, [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  });
  std::vector<std::string> out;
  for (size_t i = 0; i < sorted.size() && i < kShapesKept; ++i)
    out.push_back(fmt::format("{} {}", sorted[i].first, sorted[i].second));
  return out;
}

std::map<std::string, uint32_t> read_counts(const std::vector<std::string>& lines) {
  std::map<std::string, uint32_t> out;
  for (const std::string& line : lines) {
    size_t blank = line.find(' ');
    if (blank != std::string::npos)
      out[line.substr(blank + 1)] += uint32_t(std::strtoul(line.c_str(), nullptr, 10));
  }
  return out;
}

}  // namespace

wrap::Config Profile::save() const {
  wrap::Config config;
  config.set("pages", int64_t(pages));
  config.set("records", std::vector<std::string>{std::to_string(fewest), std::to_string(most)});
  config.set("skeleton_spread", skeleton_spread);
  if (twins >= 0) config.set("twins", twins);
  if (list_share >= 0) config.set("list_share", list_share);
  if (lines_left_share >= 0) config.set("lines_left", lines_left_share);
  std::vector<std::string> sketches;
  for (const Sketch& sketch : skeletons) sketches.push_back(format_sketch(sketch));
  config.set("tag_paths", sketches);
  wrap::Config& list = config.add_table("fields");
  for (const FieldProfile& field : fields) {
    wrap::Config one;
    one.set("records", int64_t(field.records))
        .set("present", int64_t(field.present))
        .set("values", int64_t(field.values));
    if (field.rarest < 1) one.set("rarest", field.rarest);
    one.set("shortest", int64_t(field.shortest)).set("longest", int64_t(field.longest));
    if (field.least != 1) one.set("least", int64_t(field.least));
    if (field.most != 1) one.set("most", int64_t(field.most));
    if (!field.prefix.empty() && valid_utf8_prefix(field.prefix) == field.prefix.size())
      one.set("prefix", field.prefix);
    if (field.values) field.spread.save(one);
    field.beside.before.save(one, "before");
    field.beside.behind.save(one, "behind");
    auto counts = [&](const char* key, const std::map<std::string, uint32_t>& of) {
      if (!of.empty()) one.set(key, counts_text(of));
    };
    counts("kinds", field.kinds);
    counts("shapes", field.shapes);
    counts("edges", field.edges);
    if (field.has_vocabulary() || field.has_mixed_vocabulary()) {
      counts("vocabulary", field.vocabulary);
      one.set("returns", int64_t(field.returns));
    }
    counts("rules", field.rules);
    std::vector<std::string> examples;
    for (const auto& [rule, example] : field.examples)
      if (examples.size() < kShapesKept) examples.push_back(rule + " " + example);
    if (!examples.empty()) one.set("examples", examples);
    list.set(field.field, std::move(one));
  }
  return config;
}

Result<Profile> Profile::load(const wrap::Config& config) {
  Profile profile;
  GLEANER_TRY(profile.pages, config.count_or("pages", 0));
  GLEANER_TRY(std::vector<std::string> range, config.texts_or("records", {}));
  if (range.size() == 2) {
    profile.fewest = uint32_t(std::strtoul(range[0].c_str(), nullptr, 10));
    profile.most = uint32_t(std::strtoul(range[1].c_str(), nullptr, 10));
  }
  GLEANER_TRY(profile.skeleton_spread, config.real_or("skeleton_spread", 1.0));
  GLEANER_TRY(profile.twins, config.real_or("twins", -1.0));
  GLEANER_TRY(profile.list_share, config.real_or("list_share", -1.0));
  GLEANER_TRY(profile.lines_left_share, config.real_or("lines_left", -1.0));
  GLEANER_TRY(std::vector<std::string> sketches, config.texts_or("tag_paths", {}));
  for (const std::string& hex : sketches) profile.skeletons.push_back(parse_sketch(hex));
  const wrap::Config* fields = config.find("fields");
  if (!fields) return profile;
  for (const auto& [name, one] : fields->members()) {
    FieldProfile field;
    field.field = name;
    GLEANER_TRY(field.records, one.count_or("records", 0));
    GLEANER_TRY(field.present, one.count_or("present", 0));
    GLEANER_TRY(field.values, one.count_or("values", 0));
    GLEANER_TRY(field.rarest, one.real_or("rarest", 1.0));
    GLEANER_TRY(field.shortest, one.count_or("shortest", 0));
    GLEANER_TRY(field.longest, one.count_or("longest", 0));
    // files from before they were counted: a vocabulary was taken at its word
    GLEANER_TRY(field.returns, one.count_or("returns", one.find("vocabulary") ? kVocabularyReturns : 0));
    GLEANER_TRY(field.least, one.count_or("least", 1));
    GLEANER_TRY(field.most, one.count_or("most", 1));
    GLEANER_CHECK(field.spread.load(one));
    GLEANER_CHECK(field.beside.before.load(one, "before"));
    GLEANER_CHECK(field.beside.behind.load(one, "behind"));
    GLEANER_TRY(field.prefix, one.text_or("prefix", ""));
    for (const auto& [key, into] :
         {std::pair("kinds", &field.kinds), std::pair("shapes", &field.shapes),
          std::pair("edges", &field.edges), std::pair("vocabulary", &field.vocabulary),
          std::pair("rules", &field.rules)}) {
      GLEANER_TRY(const std::vector<std::string> lines, one.texts_or(key, {}));
      *into = read_counts(lines);
    }
    GLEANER_TRY(std::vector<std::string> examples, one.texts_or("examples", {}));
    for (const std::string& example : examples)
      if (size_t blank = example.find(' '); blank != std::string::npos)
        field.examples[example.substr(0, blank)] = example.substr(blank + 1);
    profile.fields.push_back(std::move(field));
  }
  return profile;
}

Result<Profile> Profile::of_file(const wrap::Config& whole) {
  const wrap::Config* saved = whole.find("profile");
  return saved ? load(*saved) : Result<Profile>(Profile{});
}

}  // namespace gleaner::learn
