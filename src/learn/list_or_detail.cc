// See list_or_detail.h.
#include "learn/list_or_detail.h"

#include <algorithm>
#include <cstdlib>
#include <string>

#include "base/text.h"
#include "base/unicode.h"
#include "html/texts.h"
#include "learn/weights.h"

namespace gleaner::learn {
namespace {

double detail(const wrap::LearnReport& report, const std::string& name) {
  auto at = report.details.find(name);
  return at == report.details.end() ? 0 : std::strtod(at->second.c_str(), nullptr);
}

}  // namespace

bool are_lists(const std::vector<wrap::LabelledPage>& pages) {
  size_t records = 0;
  for (const wrap::LabelledPage& page : pages) records += page.label.records.size();
  return records >= kListRecords * pages.size();
}

bool any_part_of_list(const std::vector<wrap::LabelledPage>& pages) {
  return std::any_of(pages.begin(), pages.end(),
                     [](const wrap::LabelledPage& page) { return is_part_of_list(page.label); });
}

bool are_nested(const std::vector<wrap::LabelledPage>& pages) {
  for (const wrap::LabelledPage& page : pages)
    for (const wrap::Record& record : page.label.records)
      for (const wrap::Field& field : record.fields)
        if (field.value.is_record() || std::any_of(field.value.items.begin(), field.value.items.end(),
                                                   [](const wrap::Value& item) { return item.is_record(); }))
          return true;
  return false;
}

bool is_plain_list(const wrap::LearnReport& report, bool nested) {
  return detail(report, "rows.least_members") >= double(nested ? kNestedListRecords : kPlainListRecords) &&
         detail(report, "rows.least_cover") >= (nested ? kNestedListCover : kPlainListCover) &&
         detail(report, "rows.share") >= kPlainListShare;
}

bool is_about_record(const wrap::LabelledPage& page) {
  const std::string title = letters_of(page.document->view<html::Texts>().title());
  bool about = false;
  for (const wrap::Record& record : page.label.records)
    wrap::for_each_leaf(record, [&](const std::string&, const wrap::Value& value) {
      const std::string letters = letters_of(value.text);
      about |= !letters.empty() && words(value.text).size() >= kTitleWords &&
               title.find(letters) != std::string::npos;
    });
  return about;
}

bool gives_lists(const wrap::Wrapper& wrapper) {
  return wrapper.kind() == "rows" || wrapper.kind() == "lines";
}

}  // namespace gleaner::learn
