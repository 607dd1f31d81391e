// See list_or_detail.h.
#include "learn/list_or_detail.h"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <string>

#include "base/text.h"
#include "base/unicode.h"
#include "html/texts.h"
#include "learn/weights.h"
#include "records/names.h"

namespace gleaner::learn {
namespace {

double detail(const wrap::LearnReport& report, const std::string& name) {
  auto at = report.details.find(name);
  return at == report.details.end() ? 0 : std::strtod(at->second.c_str(), nullptr);
}

// Of a sentence with a date in it nothing.
std::string_view kind_of_short(std::string_view text) {
  return words(text).size() <= kKindWords ? records::kind_of_value(text) : std::string_view();
}

// A number before a title is no name.
std::string name_of(std::string_view text) {
  std::string letters = letters_of(text);
  return std::ranges::all_of(letters, is_digit) ? std::string() : letters;
}

// The name that stands before a value in its row: with a colon, at its own beginning ("Publisher: Knopf", or
// a name alone), in its text or the one before, or in th or dt.
std::string name_before(const html::Texts& texts, Span row, const std::string& given, Span value) {
  if (const size_t colon = given.find(':'); colon != std::string::npos && colon > 0 && colon <= kNameBytes)
    if (colon + 1 == given.size() || given[colon + 1] == ' ') return name_of(given.substr(0, colon));
  const html::Tree& tree = texts.tree();
  const html::NodeId node = tree.node_at(value.begin);
  if (node == html::kNoNode || texts.empty(node)) return {};
  const uint32_t text = texts.begin(node);
  const uint32_t begin = tree.text_span(texts[text].node).begin;
  if (begin < value.begin) {
    const std::string_view before = html::strip(tree.document().text().substr(begin, value.begin - begin));
    if (before.ends_with(':')) return name_of(before);
  }
  if (text == 0 || tree.text_span(texts[text - 1].node).begin < row.begin) return {};
  const html::Text& name = texts[text - 1];
  const html::TagId tag = tree.tag(name.element);
  return name.text.ends_with(':') || given.starts_with(':') || tag == html::tag_id("th") ||
                 tag == html::tag_id("dt")
             ? name_of(name.text)
             : std::string();
}

}  // namespace

bool are_lists(const std::vector<wrap::LabelledPage>& pages) {
  size_t records = 0;
  for (const wrap::LabelledPage& page : pages) records += page.label.records.size();
  return records >= kListRecords * pages.size();
}

bool any_part_of_list(const std::vector<wrap::LabelledPage>& pages) {
  return std::ranges::any_of(pages,
                             [](const wrap::LabelledPage& page) { return is_part_of_list(page.label); });
}

bool are_nested(const std::vector<wrap::LabelledPage>& pages) {
  return std::ranges::any_of(pages, [](const wrap::LabelledPage& page) { return page.label.is_nested(); });
}

bool is_plain_list(const wrap::LearnReport& report, bool nested) {
  return detail(report, "rows.least_members") >= double(nested ? kNestedListRecords : kPlainListRecords) &&
         detail(report, "rows.least_cover") >= (nested ? kNestedListCover : kPlainListCover) &&
         detail(report, "rows.share") >= kPlainListShare;
}

bool is_about_record(const wrap::LabelledPage& page) {
  const std::string title = letters_of(page.document->view<html::Texts>().title());
  bool about = false;
  wrap::for_each_leaf(page.label.records, [&](const std::string&, const wrap::Value& value) {
    const std::string letters = letters_of(value.text);
    about |= !letters.empty() && words(value.text).size() >= kTitleWords &&
             title.find(letters) != std::string::npos;
  });
  return about;
}

bool are_facts(const Document& page, const wrap::Record& label, const std::vector<wrap::Record>& rows) {
  if (label.fields.size() != 1 || !label.fields[0].value.is_text()) return false;
  const html::Texts& texts = page.view<html::Texts>();
  const std::string_view kind = kind_of_short(label.fields[0].value.text);
  size_t values = 0, of_kind = 0, named = 0;
  std::set<std::string> names;
  for (const wrap::Record& row : rows) {
    const wrap::Value* value = row.find(label.fields[0].name);
    if (!value || !value->span || !row.span) continue;
    ++values;
    of_kind += kind_of_short(value->text) == kind;
    if (std::string name = name_before(texts, *row.span, value->text, *value->span); !name.empty())
      ++named, names.insert(std::move(name));
  }
  if (double(of_kind) < kSameKind * double(values)) return true;
  if (!kind.empty() && double(of_kind) >= kOfOneKind * double(values))
    return false;  // prices behind their titles
  return double(named) >= kNamedFacts * double(values) && double(names.size()) >= kOwnNames * double(named);
}

bool gives_lists(const wrap::Wrapper& wrapper) {
  return wrapper.kind() == "rows" || wrapper.kind() == "lines";
}

}  // namespace gleaner::learn
