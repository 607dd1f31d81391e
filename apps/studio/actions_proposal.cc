// The table that a page proposes by itself, and how it becomes labels. See studio.h.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/shell_words.h"
#include "base/text.h"
#include "label_edit.h"
#include "propose.h"
#include "studio.h"
#include "views.h"

namespace gleaner::studio {
namespace {

constexpr size_t kAcceptedRows = 500, kAcceptedLines = 3;  // of a proposal that become labels
constexpr size_t kProposalRows = 200;
constexpr size_t kMostKin = 4;                // pages beside a page that are looked at
constexpr uint64_t kLargestKin = 512u << 10;  // bytes of such a page

// The columns as a person names them: each has a name of its own, or is left out.
Status check_names(const wrap::Schema& schema, const json::Value& names) {
  std::set<std::string> taken;
  for (const wrap::FieldSchema& field : schema.fields) {
    const json::Value* given = names.find(field.name);
    const std::string name = given && given->is_string() ? std::string(given->text) : field.name;
    if (name.find('.') != std::string::npos)
      return error(Code::usage, "a column cannot be called \"" + name + "\"", {},
                   "a dot in a name means a list in the row: make that from the fields later");
    if (!name.empty() && !taken.insert(name).second)
      return error(Code::usage, "two columns are called " + name, {}, "give one of them another name");
  }
  if (taken.empty()) return error(Code::usage, "all columns are left out", {}, "keep one of them");
  return {};
}

}  // namespace

// Pages of the project that may be like this one: of its folder, named alike but for their
// numbers, or next to it by name.
std::vector<DocumentPtr> Studio::kin_of(const std::string& name) {
  const auto shape = [](const std::string& text) {
    std::string out;
    for (char c : text)
      if (!is_digit(c)) out += c;
      else if (out.empty() || out.back() != '0') out += '0';
    return out;
  };
  const std::string folder = name.substr(0, name.rfind('/') + 1), own = shape(name);
  std::vector<std::string> like, beside;
  const auto pages = project_.pages();
  if (!pages.ok() || name.find('#') != std::string::npos) return {};
  for (const PageFile& page : *pages) {
    if (page.name == name || page.bytes > kLargestKin ||
        page.name.substr(0, page.name.rfind('/') + 1) != folder)
      continue;
    if (shape(page.name) == own) like.push_back(page.name);
    else beside.push_back(page.name);
  }
  if (lower_ascii(name).ends_with(".pdf")) beside.clear();  // PDFs of one folder are seldom of one kind
  std::vector<std::string>& from = like.empty() ? beside : like;
  const size_t at = size_t(std::lower_bound(from.begin(), from.end(), name) - from.begin());
  const size_t begin =
      at > kMostKin / 2 ? std::min(at - kMostKin / 2, from.size() - std::min(from.size(), kMostKin)) : 0;
  std::vector<DocumentPtr> out;
  for (size_t i = begin; i < from.size() && out.size() < kMostKin; ++i)
    if (auto page = documents_.load(from[i]); page.ok() && (*page)->is_html()) out.push_back(*page);
  return out;
}

Answer Studio::proposal_view(const Asked& asked) {
  const std::string name = asked("page");
  GLEANER_TRY(const DocumentPtr page, documents_.load(name));
  Budget budget({.time = std::chrono::milliseconds(10'000)});
  GLEANER_TRY(Proposal found, propose(page, kin_of(name), number_asked(asked("choice"), 0), budget));
  JsonOut out;
  out.object().members("page", name, "kind", found.kind, "confidence", found.confidence, "why", found.why);
  out.key("fields");
  write_schema(out, found.schema.fields);
  out.member("total", found.records.size()).key("records").array();
  for (size_t r = 0; r < found.records.size() && r < kProposalRows; ++r)
    write_record(out, found.records[r], r, *page, {});
  out.end().key("choices").array();
  for (const Proposal::Choice& choice : found.choices)
    out.raw(json_object("records", choice.records, "columns", choice.columns, "confidence", choice.confidence,
                        "first", choice.first));
  std::vector<std::string> words = std::move(found.command);
  words.insert(words.begin(), "gleaner");
  return out.end().member("command", command_line(words)).end().take();
}

// The proposed table becomes labels. "names": {"text1": "name", "text2": ""}; "" leaves a column out.
Answer Studio::accept(const json::Value& request) {
  const std::string name = text_of(request, "page");
  GLEANER_TRY(const DocumentPtr page, documents_.load(name));
  GLEANER_TRY(Table* const table, table_or_new(text_of(request, "table")));
  Budget budget;
  GLEANER_TRY(Proposal found, propose(page, kin_of(name), size_t(number_of(request, "choice")), budget));
  const std::lock_guard editing(edits_);
  const std::string before = table->labels_text();
  wrap::Label label = label_of(before, table->files().labels, table->files().name_in_labels(name), *page);
  label.records = std::move(found.records);
  const size_t rows = label.records.size();
  const size_t most = found.kind == "lines" ? kAcceptedLines : kAcceptedRows;
  label.complete = found.kind != "lines" && label.records.size() <= most;
  if (label.records.size() > most) label.records.resize(most);  // the others follow from them
  if (const json::Value* names = request.find("names")) {
    GLEANER_CHECK(check_names(found.schema, *names));
    for (wrap::Record& record : label.records) {
      for (wrap::Field& field : record.fields)
        if (const json::Value* to = names->find(field.name); to && to->is_string())
          field.name = std::string(to->text);
      std::erase_if(record.fields, [](const wrap::Field& field) { return field.name.empty(); });
    }
    std::erase_if(label.records, [](const wrap::Record& record) { return record.fields.empty(); });
  }
  std::string what = fmt::format("took the proposed table of {}: {} rows", name, rows);
  return change_labels(*table, name, what, before, with_label(before, label, *page));
}

}  // namespace gleaner::studio
