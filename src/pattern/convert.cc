// See convert.h. Each test that has an equivalent, then a rule as a chain of steps.
#include "pattern/convert.h"

#include <fmt/format.h>

#include "base/text.h"

namespace gleaner::pattern {
namespace {

std::string xpath_text(std::string_view text) {
  if (text.find('\'') == std::string_view::npos) return fmt::format("'{}'", text);
  if (text.find('"') == std::string_view::npos) return fmt::format("\"{}\"", text);
  std::string out = "concat(";
  for (std::string_view part : split(text, '\''))
    out += (out.size() > 7 ? ", \"'\", '" : "'") + std::string(part) + "'";
  return out + ")";
}

std::string css_name(std::string_view word) {
  std::string out;
  for (char c : unescape_name(word)) {
    if (!(is_alnum(c) || c == '-' || c == '_' || (c & 0x80))) out += '\\';
    out += c;
  }
  if (!out.empty() && is_digit(out[0])) out = fmt::format("\\3{} {}", out[0], out.substr(1));
  return out;
}

// A printed name as a test of one element; empty when it has no equivalent.
std::string name_test(std::string_view name, QueryLanguage language) {
  const bool css = language == QueryLanguage::css;
  if (name.starts_with("#~")) return {};
  if (name.starts_with("#"))
    return css ? "#" + css_name(name.substr(1)) : "@id=" + xpath_text(name.substr(1));
  if (name.starts_with("@")) {
    size_t equal = name.find('=');
    std::string attribute(name.substr(1, equal - 1)), value(name.substr(equal + 1));
    return css ? fmt::format("[{}=\"{}\"]", attribute, value)
               : fmt::format("@{}={}", attribute, xpath_text(value));
  }
  size_t dot = name.find('.');
  std::string tag(name.substr(0, dot)), out = css ? tag : tag.empty() ? "" : "self::" + tag;
  while (dot != std::string_view::npos) {
    size_t next = name.find('.', dot + 1);
    std::string word =
        std::string(name.substr(dot + 1, next == std::string_view::npos ? next : next - dot - 1));
    if (css) out += "." + css_name(word);
    else
      out += fmt::format("{}contains(concat(' ', normalize-space(@class), ' '), {})",
                         out.empty() ? "" : " and ", xpath_text(" " + unescape_name(word) + " "));
    dot = next;
  }
  return out;
}

// "td[2]" as a test of one element.
std::string step_test(std::string_view step, bool indexed, QueryLanguage language) {
  size_t bracket = step.find('[');
  std::string tag(step.substr(0, bracket)), number;
  if (bracket != std::string_view::npos)
    number = std::string(step.substr(bracket + 1, step.size() - bracket - 2));
  if (language == QueryLanguage::css) {
    if (!indexed) return tag;
    return number.empty() ? tag + ":only-of-type" : fmt::format("{}:nth-of-type({})", tag, number);
  }
  if (!indexed) return "self::" + tag;
  return number.empty()
             ? fmt::format("self::{0} and count(../{0})=1", tag)
             : fmt::format("self::{0} and count(preceding-sibling::{0})={1}", tag, std::stoi(number) - 1);
}

// Tests from the node upwards, joined by child steps.
std::string chain(const std::vector<std::string>& tests, QueryLanguage language) {
  std::string out;
  if (language == QueryLanguage::css) {
    for (size_t i = tests.size(); i-- > 0;) out += (out.empty() ? "" : " > ") + tests[i];
    return out;
  }
  for (size_t i = tests.size(); i-- > 0;) {
    std::string here = tests[i] == "*" ? "" : tests[i];
    if (out.empty()) out = here;
    else out = here + (here.empty() ? "" : " and ") + "parent::*[" + out + "]";
  }
  return out;
}

std::vector<std::string> path_tests(std::string_view path, bool indexed, QueryLanguage language) {
  std::vector<std::string> out;
  bool absolute = path.starts_with("/");
  if (absolute) path.remove_prefix(1);
  if (path.empty()) return out;
  std::vector<std::string_view> steps = split(path, '/');
  for (size_t i = steps.size(); i-- > 0;) out.push_back(step_test(steps[i], indexed, language));
  return out;
}

struct Piece {
  std::string element;  // test of the element
  std::string text;     // test of the text node (XPath only)
};

// One condition; nothing when it has no equivalent.
std::optional<Piece> piece_of(const Condition& c, QueryLanguage language) {
  const bool css = language == QueryLanguage::css;
  Test t = c.test;
  auto with_name = [&](std::vector<std::string> below) -> std::optional<Piece> {
    std::string name = name_test(c.a, language);
    if (name.empty()) return std::nullopt;
    below.push_back(name);
    return Piece{chain(below, language), ""};
  };
  if (t <= Test::own_tag) return with_name({});
  if (t <= Test::in_tag) {
    std::string name = name_test(c.a, language);
    if (name.empty()) return std::nullopt;
    return Piece{css ? name + " *" : "ancestor::*[" + name + "]", ""};
  }
  if (t <= Test::below_tag) return with_name(path_tests(c.b, t >= Test::below_id, language));
  if (t <= Test::place_all) return Piece{chain(path_tests(c.a, t >= Test::place1, language), language), ""};
  if (t <= Test::classes4) {
    std::vector<std::string> tests;
    std::vector<std::string_view> steps = split(c.a, '/');
    for (size_t i = steps.size(); i-- > 0;) tests.push_back(name_test(steps[i], language));
    return Piece{chain(tests, language), ""};
  }
  if (t <= Test::last3) {
    bool last = t >= Test::last0;
    std::vector<std::string> tests(size_t(int(t) - int(last ? Test::last0 : Test::nth0)), "*");
    if (css)
      tests.push_back(last ? fmt::format("{}:nth-last-of-type({})", c.a, c.n + 1)
                           : fmt::format("{}:nth-of-type({})", c.a, c.n));
    else
      tests.push_back(last ? fmt::format("self::{0} and count(following-sibling::{0})={1}", c.a, c.n)
                           : fmt::format("self::{0} and count(preceding-sibling::{0})={1}", c.a, c.n - 1));
    return Piece{chain(tests, language), ""};
  }
  if (t == Test::attr) return with_name({});
  if (is_negative(t) || t == Test::attr_in) {
    const std::string name = name_test(c.a, language);
    if (name.empty()) return std::nullopt;
    const std::string above = css ? name + " *" : "ancestor-or-self::*[" + name + "]";
    if (t == Test::attr_in) return Piece{above, ""};
    const std::string inside = t == Test::not_in ? above : name;
    return Piece{css ? ":not(" + inside + ")" : "not(" + inside + ")", ""};
  }
  if (css) return std::nullopt;
  switch (t) {
    case Test::text_number:
      return Piece{"", fmt::format("count(preceding-sibling::text()[normalize-space()])={}", c.n)};
    case Test::text_from_end:
      return Piece{"", fmt::format("count(following-sibling::text()[normalize-space()])={}", c.n)};
    case Test::text_count: return Piece{"", fmt::format("count(../text()[normalize-space()])={}", c.n)};
    case Test::child_count: return Piece{fmt::format("count(*)={}", c.n), ""};
    default: return std::nullopt;
  }
}

}  // namespace

// The rule as a query; an empty text, and the conditions it cannot say, when it has no equivalent.
static std::string rule_query(const Plan& plan, const std::vector<ConditionId>& rule, QueryLanguage language,
                              std::string& cannot) {
  const std::string& form = plan.form(rule[0]);
  if (form == "data") {
    cannot = "embedded data";
    return {};
  }
  std::vector<std::string> elements;
  std::string texts;
  for (ConditionId id : rule) {
    auto piece = piece_of(plan.condition(id), language);
    if (!piece) {
      cannot += (cannot.empty() ? "" : ", ") + plan.condition(id).words();
      continue;
    }
    if (!piece->element.empty()) elements.push_back(piece->element);
    if (!piece->text.empty()) texts += "[" + piece->text + "]";
  }
  if (!cannot.empty()) return {};
  std::string out;
  if (language == QueryLanguage::css) {
    if (elements.empty()) elements.push_back("*");
    if (elements.size() == 1) out = elements[0];
    else
      for (const std::string& e : elements) out += ":is(" + e + ")";
    return out;
  }
  out = "//*";
  for (const std::string& e : elements) out += "[" + e + "]";
  if (form == "text") out += "/text()[normalize-space()]" + texts;
  else if (form.starts_with("@")) out += "/" + form;
  return out;
}

namespace {

void convert_level(const Level& level, const std::string& prefix, QueryLanguage language, std::string& out) {
  if (level.records) {
    for (const auto& rule : level.records->rules) {
      std::string cannot, query = rule_query(level.records->plan, rule, language, cannot);
      out += query.empty() ? fmt::format("# {}record: cannot express: {}\n", prefix, cannot)
                           : fmt::format("{}record: {}{}\n", prefix, query,
                                         level.records->runs ? "   # and the siblings up to the next" : "");
    }
  }
  for (const FieldModel& f : level.fields)
    for (const Slot& slot : f.slots) {
      std::string first, query;
      size_t used = 0;
      for (size_t i = 0; i < slot.votes.size() && query.empty(); ++i) {
        std::string cannot;
        query = rule_query(level.plan, slot.votes[i].conditions, language, cannot);
        if (i == 0) first = cannot;
        used = i;
      }
      if (query.empty()) {
        out += fmt::format("# {}{}: cannot express: {}\n", prefix, f.name, first);
        continue;
      }
      out += fmt::format("{}{}: {}\n", prefix, f.name, query);
      const std::string& form = level.plan.form(slot.votes[used].conditions[0]);
      if (language == QueryLanguage::css && form == "text") out += "#   then a text node of it\n";
      if (language == QueryLanguage::css && form.starts_with("@"))
        out += fmt::format("#   then its attribute {}\n", form.substr(1));
      if (used > 0)
        out += fmt::format("#   rule {} of {}; the first says: {}\n", used + 1, slot.votes.size(), first);
      if (f.cut) out += fmt::format("#   then {}\n", f.cut->words());
      if (f.raw) out += fmt::format("#   then the part {}\n", f.raw->words());
      if (!f.ordered && slot.votes.size() > 1)
        out += fmt::format("#   the wrapper itself takes a vote of {} rules\n", slot.votes.size());
    }
  for (const auto& below : level.nested) convert_level(*below, prefix + below->name + ".", language, out);
}

}  // namespace

std::string convert(const PatternWrapper& wrapper, QueryLanguage language) {
  std::string out;
  convert_level(wrapper.root(), "", language, out);
  return out;
}

}  // namespace gleaner::pattern
