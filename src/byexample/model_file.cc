// A Model in a wrapper file: readable, and read back exactly.
//
//   strategy = "both"            objects = "many"          markup = true
//   [[attributes]]  path = ["articles[]", "authors[]"]     [] marks lists
//   [[patterns]]    attribute = "articles.authors"  left = ['<li>']  right = ['":"']  separators = ['","']
//   example = "page1.html record 1"
//   [[forms]]       form = "volume{1} articles[]( authors[]{1} title{1} )"    numbers are patterns of the
//   attribute, from 1; ? may be missing
//   [[levels]]      path = "articles"  boundaries = ["li"]  gap = 812  least = 2
#include <algorithm>

#include <fmt/format.h>

#include "base/json.h"
#include "base/lists.h"
#include "base/text.h"
#include "byexample/costs.h"
#include "byexample/wrapper.h"

namespace gleaner::byexample {
namespace {

using wrap::Config;

std::string path_of(const Model& model, uint32_t shape) {
  std::string path;
  for (; shape != 0; shape = model.shapes[shape].parent)
    path = path.empty() ? model.shapes[shape].name : model.shapes[shape].name + "." + path;
  return path;
}

std::vector<std::string> segments_of(const Model& model, uint32_t shape) {
  std::vector<std::string> out;
  for (; shape != 0; shape = model.shapes[shape].parent)
    out.insert(out.begin(), model.shapes[shape].name + (model.shapes[shape].list ? "[]" : ""));
  return out;
}

// Pattern numbers count from 1 within their attribute.
std::vector<uint32_t> numbers_of(const Model& model) {
  std::vector<uint32_t> numbers, next(model.attributes.size(), 0);
  for (const AvpPattern& pattern : model.patterns) numbers.push_back(++next[pattern.attribute]);
  return numbers;
}

bool plain_name(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, [](char c) {
    return is_alnum(c) || c == '_' || c == '-' || c == '.' || static_cast<unsigned char>(c) >= 0x80;
  });
}

void print_component(const Model& model, const Component& component, const std::vector<uint32_t>& numbers,
                     std::string& out) {
  if (!out.empty() && out.back() != ' ') out += ' ';
  out += plain_name(component.name) ? component.name : json::quote(component.name);
  if (component.list) out += "[]";
  if (component.atom) {
    std::vector<uint32_t> list = mapped(component.patterns, [&](uint32_t p) { return numbers[p]; });
    out += fmt::format("{{{}}}{}", fmt::join(list, ","), component.optional ? "?" : "");
    return;
  }
  out += "(";
  for (const Component& child : component.children) print_component(model, child, numbers, out);
  out += component.optional ? " )?" : " )";
}

// Reads the form of an object pattern back.
class FormReader {
 public:
  FormReader(const Model& model, const std::string& form) : model_(model), form_(form) {}

  bool read(Component& root) {
    root.shape = 0;
    return read_children(root, 0) && at_ == form_.size() && !root.children.empty();
  }

 private:
  void skip() {
    while (at_ < form_.size() && form_[at_] == ' ') ++at_;
  }
  bool eat(std::string_view what) {
    if (form_.compare(at_, what.size(), what) != 0) return false;
    at_ += what.size();
    return true;
  }

  bool read_name(std::string& name) {
    if (at_ < form_.size() && form_[at_] == '"') {
      size_t end = at_ + 1;
      while (end < form_.size() && form_[end] != '"') end += form_[end] == '\\' ? 2 : 1;
      if (end >= form_.size()) return false;
      const auto parsed = json::parse(std::string_view(form_).substr(at_, end + 1 - at_));
      if (!parsed.ok() || !parsed->root.is_string()) return false;
      name = std::string(parsed->root.text);
      at_ = end + 1;
      return true;
    }
    const size_t from = at_;
    while (at_ < form_.size() && plain_name(std::string_view(form_).substr(at_, 1))) ++at_;
    name = form_.substr(from, at_ - from);
    return at_ > from;
  }

  bool read_children(Component& parent, uint32_t depth) {
    if (depth > kMaxDepth) return false;
    for (skip(); at_ < form_.size() && form_[at_] != ')'; skip()) {
      Component child;
      if (!read_name(child.name)) return false;
      const uint32_t shape = child.shape = model_.child_of(parent.shape, child.name);
      if (shape == kNoIndex) return false;
      child.list = eat("[]");
      if (child.list != model_.shapes[shape].list) return false;
      if (eat("{")) {
        if (!model_.leaf(shape) || !read_patterns(child)) return false;
      } else if (eat("(")) {
        if (model_.leaf(shape) || !read_children(child, depth + 1) || !eat(")")) return false;
      } else {
        return false;
      }
      child.optional = eat("?");
      parent.children.push_back(std::move(child));
    }
    return true;
  }

  bool read_patterns(Component& atom) {
    atom.atom = true;
    atom.attribute = model_.shapes[atom.shape].attribute;
    const std::vector<uint32_t> numbers = numbers_of(model_);
    while (!eat("}")) {
      if (at_ >= form_.size()) return false;
      eat(",");
      uint32_t number = 0;
      const size_t from = at_;
      while (at_ < form_.size() && is_digit(form_[at_]) && at_ - from < 6)
        number = number * 10 + uint32_t(form_[at_++] - '0');
      if (at_ == from) return false;
      const size_t before = atom.patterns.size();
      for (uint32_t p = 0; p < numbers.size(); ++p)
        if (model_.patterns[p].attribute == atom.attribute && numbers[p] == number)
          atom.patterns.push_back(p);
      if (atom.patterns.size() == before) return false;
    }
    std::ranges::sort(atom.patterns);
    return true;
  }

  const Model& model_;
  const std::string& form_;
  size_t at_ = 0;
};

std::vector<std::string> printed(const std::vector<Terms>& alternatives, bool left) {
  return mapped(alternatives, [&](const Terms& terms) { return print_terms(terms, left); });
}

Status read_terms(const Config& table, std::string_view key, bool needed, std::vector<Terms>& out) {
  GLEANER_TRY(const std::vector<std::string> texts, table.texts_or(key, {}));
  for (const std::string& text : texts) {
    Terms terms;
    if (!parse_terms(text, terms) || terms.empty())
      return table.wrong(fmt::format("{}: no list of terms: {}", key, text));
    out.push_back(std::move(terms));
  }
  if (needed && out.empty()) return table.wrong(fmt::format("{} is missing or empty", key));
  return {};
}

Status read_attribute(const Config& table, Model& model) {
  GLEANER_CHECK(table.only({"path", "rank", "optional", "over", "digits"}));
  GLEANER_TRY(const std::vector<std::string> path, table.texts_or("path", {}));
  if (path.empty() || path.size() > kMaxDepth)
    return table.wrong("an attribute needs a path of 1 to 32 names");
  uint32_t at = 0;
  for (size_t i = 0; i < path.size(); ++i) {
    const bool list = path[i].ends_with("[]");
    const std::string name = list ? path[i].substr(0, path[i].size() - 2) : path[i];
    uint32_t child = model.child_of(at, name);
    const bool last = i + 1 == path.size();
    if (child == kNoIndex) {
      child = uint32_t(model.shapes.size());
      model.shapes[at].children.push_back(child);
      model.shapes.push_back({.name = name, .list = list, .parent = at, .children = {}});
    } else if (last || model.leaf(child) || model.shapes[child].list != list) {
      return table.wrong("contradicts another attribute's path");
    }
    at = child;
  }
  Attribute attribute;
  GLEANER_TRY(attribute.rank, table.count_or("rank", uint32_t(model.attributes.size()), 1'000'000));
  GLEANER_TRY(attribute.optional, table.boolean_or("optional", false));
  GLEANER_TRY(attribute.over, table.count_or("over", 0, 1'000'000'000));
  attribute.shape = at;
  attribute.list = model.shapes[at].list;
  attribute.path = path_of(model, at);
  GLEANER_TRY(const std::string digits, table.text_or("digits", "some"));
  attribute.digits = digits == "always"  ? Attribute::Digits::always
                     : digits == "never" ? Attribute::Digits::never
                                         : Attribute::Digits::some;
  model.shapes[at].attribute = uint32_t(model.attributes.size());
  model.attributes.push_back(std::move(attribute));
  return {};
}

Status read_pattern(const Config& table, Model& model) {
  GLEANER_CHECK(table.only({"attribute", "left", "right", "separators", "across", "tags", "lines", "keeps",
                            "loose", "slot", "weight", "example"}));
  GLEANER_TRY(const std::string path, table.need_text("attribute"));
  AvpPattern pattern;
  pattern.attribute = kNoIndex;
  for (uint32_t a = 0; a < model.attributes.size(); ++a)
    if (model.attributes[a].path == path) pattern.attribute = a;
  if (pattern.attribute == kNoIndex) return table.wrong(fmt::format("no attribute \"{}\"", path));
  GLEANER_CHECK(read_terms(table, "left", true, pattern.left));
  GLEANER_CHECK(read_terms(table, "right", true, pattern.right));
  GLEANER_CHECK(read_terms(table, "separators", false, pattern.separators));
  GLEANER_TRY(pattern.across, table.boolean_or("across", false));
  GLEANER_TRY(pattern.tags, table.boolean_or("tags", false));
  GLEANER_TRY(pattern.lines, table.boolean_or("lines", false));
  GLEANER_TRY(const std::string keeps, table.text_or("keeps", ""));
  pattern.trim_left = keeps != "left" && keeps != "both";
  pattern.trim_right = keeps != "right" && keeps != "both";
  GLEANER_TRY(pattern.loose, table.boolean_or("loose", false));
  GLEANER_TRY(pattern.weight, table.real_or("weight", 1));
  GLEANER_TRY(pattern.slot, table.count_or("slot", 0, kMaxSlots - 1));
  GLEANER_TRY(pattern.example, table.text_or("example", ""));
  model.patterns.push_back(std::move(pattern));
  return {};
}

Status read_object(const Config& table, Model& model) {
  GLEANER_CHECK(table.only({"form", "support", "example"}));
  GLEANER_TRY(const std::string form, table.need_text("form"));
  ObjectPattern object;
  if (!FormReader(model, form).read(object.root)) return table.wrong("no object form: " + form);
  GLEANER_TRY(object.support, table.count_or("support", 1, 1'000'000'000));
  GLEANER_TRY(object.example, table.text_or("example", ""));
  model.objects.push_back(std::move(object));
  return {};
}

Status read_level(const Config& table, Model& model) {
  GLEANER_CHECK(table.only({"path", "boundaries", "gap", "least"}));
  GLEANER_TRY(const std::string path, table.text_or("path", ""));
  uint32_t shape = kNoIndex;
  for (uint32_t s = 0; s < model.shapes.size(); ++s)
    if (!model.leaf(s) && path_of(model, s) == path) shape = s;
  if (shape == kNoIndex) return table.wrong(fmt::format("no objects at \"{}\"", path));
  GLEANER_TRY(model.shapes[shape].boundaries, table.texts_or("boundaries", {}));
  GLEANER_TRY(model.shapes[shape].max_gap, table.count_or("gap", 0, 1'000'000'000));
  GLEANER_TRY(const uint32_t least, table.count_or("least", 1, 1'000'000));
  model.shapes[shape].least = std::max(least, 1u);
  return {};
}

template <class Read>
Status read_list(const Config& config, std::string_view key, Model& model, Read&& read) {
  const Config* list = config.find(key);
  if (!list) return {};
  if (!list->is_list()) return list->wrong(fmt::format("{} must be a list of tables", key));
  for (const Config& table : list->items()) {
    if (!table.is_table()) return table.wrong(fmt::format("{} must be a list of tables", key));
    GLEANER_CHECK(read(table, model));
  }
  return {};
}

}  // namespace

std::string print_object(const Model& model, const Component& root) {
  std::string out;
  const std::vector<uint32_t> numbers = numbers_of(model);
  for (const Component& child : root.children) print_component(model, child, numbers, out);
  return out;
}

void save_model(const Model& model, Config& into) {
  into.set("strategy", name_of(model.strategy));
  into.set("objects", model.single ? "one" : "many");
  into.set("markup", model.html);
  model.columns.save(into);
  Config& attributes = into.add_list("attributes");
  for (const Attribute& attribute : model.attributes) {
    Config& table = attributes.push(Config());
    table.set("path", segments_of(model, attribute.shape));
    table.set("rank", int64_t{attribute.rank});
    if (attribute.optional) table.set("optional", true);
    if (attribute.digits != Attribute::Digits::some)
      table.set("digits", attribute.digits == Attribute::Digits::always ? "always" : "never");
    if (attribute.over) table.set("over", int64_t{attribute.over});
  }
  Config& patterns = into.add_list("patterns");
  for (const AvpPattern& pattern : model.patterns) {
    Config& table = patterns.push(Config());
    table.set("attribute", model.attributes[pattern.attribute].path);
    table.set("left", printed(pattern.left, true));
    table.set("right", printed(pattern.right, false));
    if (!pattern.separators.empty()) table.set("separators", printed(pattern.separators, true));
    if (pattern.across) table.set("across", true);
    if (pattern.tags) table.set("tags", true);
    if (pattern.lines) table.set("lines", true);
    if (!pattern.trim_left || !pattern.trim_right)
      table.set("keeps", pattern.trim_left ? "right" : pattern.trim_right ? "left" : "both");
    if (pattern.loose) table.set("loose", true);
    if (pattern.slot) table.set("slot", int64_t{pattern.slot});
    if (pattern.weight != 1) table.set("weight", pattern.weight);
    if (!pattern.example.empty()) table.set("example", pattern.example);
  }
  Config& objects = into.add_list("forms");
  for (const ObjectPattern& object : model.objects) {
    Config& table = objects.push(Config());
    table.set("form", print_object(model, object.root));
    table.set("support", int64_t{object.support});
    if (!object.example.empty()) table.set("example", object.example);
  }
  Config& levels = into.add_list("levels");
  for (uint32_t s = 0; s < model.shapes.size(); ++s) {
    if (model.leaf(s) || (s != 0 && !model.shapes[s].list)) continue;
    Config& table = levels.push(Config());
    table.set("path", path_of(model, s));
    if (!model.shapes[s].boundaries.empty()) table.set("boundaries", model.shapes[s].boundaries);
    table.set("gap", int64_t{model.shapes[s].max_gap});
    table.set("least", int64_t{model.shapes[s].least});
  }
}

Result<Model> load_model(const Config& config) {
  Model model;
  model.shapes.resize(1);
  GLEANER_TRY(const std::string strategy, config.text_or("strategy", "both"));
  const auto named = strategy_of_name(strategy);
  if (!named) return config.wrong("strategy must be both, top-down or bottom-up");
  model.strategy = *named;
  GLEANER_TRY(const std::string objects, config.text_or("objects", "many"));
  if (objects != "one" && objects != "many") return config.wrong("objects must be one or many");
  model.single = objects == "one";
  GLEANER_TRY(model.html, config.boolean_or("markup", true));
  GLEANER_TRY(model.columns, label::Columns::load(config));
  GLEANER_CHECK(read_list(config, "attributes", model, read_attribute));
  for (Attribute& attribute : model.attributes) attribute.level = model.level_of(attribute.shape);
  GLEANER_CHECK(read_list(config, "patterns", model, read_pattern));
  GLEANER_CHECK(read_list(config, "forms", model, read_object));
  GLEANER_CHECK(read_list(config, "levels", model, read_level));
  if (model.attributes.empty() || model.patterns.empty())
    return config.wrong("a byexample wrapper needs attributes and patterns");
  return model;
}

}  // namespace gleaner::byexample
