// See groups.h, and learner.h for the grammar:
//
//   strict rule item is no=[0-9]+ ' '+ title=[^\n]* end
//   strict rule group is '# ' club=[^\n]* '\n' (cds += item() '\n' | skipped() | '\n')* end
//   strict rule log is (groups += group() | skipped() | '\n')* end
// A group ends where the next head is read: a head must be told from any line by something, a mark or a form.
#include "lines/groups.h"

#include <algorithm>

#include <fmt/format.h>

#include "lines/grammar_text.h"
#include "lines/learner.h"
#include "lines/rule_reader.h"

namespace gleaner::lines {
namespace {

std::string one_of_kinds(const LineGrammar& grammar) {
  const std::string out = fmt::format("{}", fmt::join(grammar.kinds, " | "));
  return grammar.kinds.size() > 1 ? "(" + out + ")" : out;
}

}  // namespace

// The name of that list: "" if there is none, or several.
static std::string group_field(const std::vector<wrap::LabelledPage>& pages) {
  std::string name;
  for (const wrap::LabelledPage& page : pages)
    for (const wrap::Record& record : page.label.records)
      for (const wrap::Field& field : record.fields) {
        if (!field.value.holds_records()) continue;
        if (!name.empty() && name != field.name) return {};
        name = field.name;
      }
  return name;
}

bool has_groups(const std::vector<wrap::LabelledPage>& pages) { return !group_field(pages).empty(); }

std::vector<wrap::LabelledPage> inner_labels(const std::vector<wrap::LabelledPage>& pages) {
  std::vector<wrap::LabelledPage> out = pages;
  for (size_t p = 0; p < pages.size(); ++p) {
    out[p].label.records.clear();
    for (const wrap::Record& record : pages[p].label.records)
      for (const wrap::Field& field : record.fields) {
        auto add = [&](const wrap::Value& value) {
          if (!value.is_record()) return;
          wrap::Record inner;
          inner.fields = value.fields;
          out[p].label.records.push_back(std::move(inner));
        };
        add(field.value);
        for (const wrap::Value& item : field.value.items) add(item);
      }
  }
  return out;
}

static std::vector<wrap::LabelledPage> outer_labels(const std::vector<wrap::LabelledPage>& pages) {
  std::vector<wrap::LabelledPage> out = pages;
  for (wrap::LabelledPage& page : out)
    for (wrap::Record& record : page.label.records)
      std::erase_if(record.fields, [](const wrap::Field& field) { return field.value.holds_records(); });
  return out;
}

Result<std::shared_ptr<const LinesWrapper>> grammar_of_groups(const std::vector<wrap::LabelledPage>& pages,
                                                              const std::vector<std::string_view>& page,
                                                              const std::string& comment) {
  const std::string list = group_field(pages);
  const LabelledLines heads = find_labelled(outer_labels(pages)), items = find_labelled(inner_labels(pages));
  if (heads.lines.empty())
    return error(Code::cannot_learn,
                 fmt::format("the records around \"{}\" have no text of their own in one line", list), {},
                 "label what stands in the line above the group");
  Names names;
  GLEANER_TRY(LineGrammar item, productions_of(items, page, names));
  GLEANER_TRY(LineGrammar head, productions_of(heads, page, names));
  RuleReader reader(one_of_kinds(head),
                    head.helpers);  // a line above the first item that heads a group is no heading
  std::erase_if(item.heads, [&](const std::string& line) { return reader.reads(line); });
  std::string variable = variable_name(list);
  for (const std::string& field : heads.fields)
    if (variable == variable_name(field)) variable += '_';
  if (variable != list) names.emplace_back(variable, list);
  std::string text = "// " + comment + "\n" + item.helpers + rule_text("item", one_of_kinds(item));
  text += item.heading_rule();
  text += rule_text("group", fmt::format("{0} {1} ({2} += item() {1} | {3}skipped() | {1})*",
                                         one_of_kinds(head), kLineEnd, variable, item.heading_call()));
  text += "\nstrict rule skipped is [^\\n]+ '\\n' end  // a line of no kind\n";
  text += fmt::format("strict rule log is (groups += group() | skipped() | {})* end\n", kLineEnd);
  return LinesWrapper::make(std::move(text), std::move(names));
}

}  // namespace gleaner::lines
