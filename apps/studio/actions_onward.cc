// Pages beyond the one in view: the list's further pages and the pages behind links, as a run
// gives them. See studio.h, onward.h.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/shell_words.h"
#include "page/url.h"
#include "run/extract.h"
#include "studio.h"
#include "views.h"

namespace gleaner::studio {
namespace {

namespace fs = std::filesystem;

constexpr size_t kBeyondRowsAtOnce = 200;  // of an answer: pages are opened for each
constexpr size_t kMissingNamed = 5;

// Named by a person, so they may lie in a network that is closed to pages.
bool is_near(const std::string& address) {
  const std::string host(host_of(split_url(address)));
  return host == "localhost" || host == "[::1]" || host.starts_with("127.") || host.starts_with("10.") ||
         host.starts_with("192.168.") || host.ends_with(".local");
}

// The run that fetches what is missing: it keeps every page it meets in an archive of the project.
std::vector<std::string> run_on_the_web(const Table& table, const std::string& address,
                                        const std::string& job) {
  std::vector<std::string> words{
      "extract", table.files().wrapper, address, "--job", job, "-o", "out/" + table.files().name + ".csv"};
  if (is_near(address)) words.push_back("--allow-private");
  return words;
}

std::string text_without(const std::string& text, const std::string& key) {
  wrap::Config empty, whole;
  whole.set(key, empty);
  std::string out = wrap::replace_table(text, key, empty);
  const std::string added = wrap::format_config(whole);
  out.resize(out.size() - std::min(out.size(), added.size()));
  while (out.ends_with("\n\n")) out.pop_back();
  return out;
}

}  // namespace

// The number of pages that are missing, and the first of them.
static void write_missing(JsonOut& out, const std::vector<std::string>& missing) {
  const auto end = missing.begin() + ptrdiff_t(std::min(missing.size(), kMissingNamed));
  out.member("missing_total", missing.size())
      .texts("missing", std::vector<std::string>(missing.begin(), end));
}

// The rows that a run on this page gives, from `from` to `to`: with what is behind their links, and those of
// the pages that its list goes on with; and what is missing of both.
Answer Studio::onward_view(const Asked& asked) {
  GLEANER_TRY(Table* const table, this->table(asked("table")));
  GLEANER_TRY(const OutcomePtr outcome, table->learned());
  const std::string page = asked("page");
  const auto own = table->result_on(outcome, page);
  if (own->failed) return *own->failed;
  const auto further = table->further_of(outcome, page);
  size_t total = own->records.size();
  if (further)
    for (const auto& [name, document] : further->pages)
      total += table->result_on(outcome, name)->records.size();
  const size_t from = number_asked(asked("from"), 0),
               to = std::min(
                   {number_asked(asked("to"), from + kBeyondRowsAtOnce), from + kBeyondRowsAtOnce, total});
  const wrap::Label label = label_of(table->labels_text(), table->files().labels,
                                     table->files().name_in_labels(page), *own->document);
  const LabelledPlaces vouched = labelled_places(label);
  JsonOut out;
  out.object().member("revision", double(outcome->revision)).member("total", total);
  out.member("own", own->records.size()).member("pages", further ? further->pages.size() : size_t(0));
  Diagnostics notes = further ? further->notes : Diagnostics{};
  out.key("rows").array();
  for (size_t row = from; row < to;) {  // page by page: links that lead to one page are opened once
    const auto at = table->row_at(outcome, page, row);
    if (!at) break;
    const size_t end = std::min(at->row + (to - row), at->result->records.size());
    const Joined joined = table->join(outcome, at->page, *at->result, at->row, end);
    notes.insert(notes.end(), joined.notes.begin(), joined.notes.end());
    const bool here = at->page == page;
    for (size_t r = at->row; r < end; ++r, ++row)
      write_record(out, at->result->records[r], row, *at->result->document, here ? vouched : LabelledPlaces{},
                   {joined.fields.empty() ? nullptr : &joined.fields[r - at->row], here ? "" : at->page});
  }
  out.end();
  write_diagnostics(out, "notes", notes);
  const std::vector<std::string> missing =
      missing_behind(outcome->onward, documents_, page, *own->document, own->records);
  write_missing(out, missing);
  out.member("missing_next", further ? further->missing : "").member("more", further && further->more);
  const std::string address = own->document->url();
  const bool lacks = !missing.empty() || (further && !further->missing.empty());
  if (lacks && web::is_web_address(address)) {
    const std::string job = "pages/" + file_name_of(host_of(split_url(address))) + ".job";
    const std::vector<std::string> words = run_on_the_web(*table, address, job);
    std::vector<std::string> command{"gleaner"};
    command.insert(command.end(), words.begin(), words.end());
    out.texts("words", words)
        .members("command", command_line(command), "then", job + "/pages.warc.gz#" + address);
  }
  return out.end().take();
}

Answer Studio::why_behind(const Asked& asked, const RowAt& at, const run::Follow& follow,
                          const std::string& field) {
  GLEANER_TRY(Table* const table, this->table(asked("table")));
  const Joined joined = table->join(table->outcome(), at.page, *at.result, at.row, at.row + 1);
  std::string page;
  for (const wrap::Field& one : joined.fields.empty() ? std::vector<wrap::Field>{} : joined.fields[0]) {
    if (one.name != follow.as) continue;
    const wrap::Value* value = &one.value;
    if (value->is_list() && !value->items.empty()) value = &value->items.front();
    if (const wrap::Value* where = value->is_record() ? wrap::find(value->fields, "page") : nullptr)
      page = where->text;
  }
  if (page.empty())
    return error(Code::not_found,
                 "the page behind " + follow.field + " is not in this project, or says nothing");
  GLEANER_TRY(const DocumentPtr document, documents_.load(page));
  Budget budget;
  GLEANER_TRY(const wrap::RecordList list,
              run::extract(*follow.wrapper.wrapper, follow.schema, *document, budget));
  JsonOut out;
  out.object().key("cells").array();
  for (learn::ExplainedCell& cell : run::explain(follow.wrapper, *document, list.records, {field, 1})) {
    cell.field = follow.as + "." + cell.field;
    write_cell(out, cell, *document, page);
  }
  std::string file = follow.as;
  const OutcomePtr outcome = table->outcome();
  for (size_t i = 0; i < outcome->onward.follows.size() && i < outcome->onward.files.size(); ++i)
    if (outcome->onward.follows[i].as == follow.as) file = outcome->onward.files[i];
  return out.end()
      .member("command", command_line({"gleaner", "explain", file, page, "--record", "1", "--field", field}))
      .end()
      .take();
}

Answer Studio::lead_on(Table& table, const json::Value& request) {
  const OutcomePtr outcome = table.settled(false);
  if (!outcome || !outcome->wrapper) return error(Code::not_found, "nothing is learned yet");
  const std::string op = text_of(request, "op"), field = text_of(request, "field"),
                    to = text_of(request, "to"), own = table.files().wrapper;
  const std::string text = project_.read(own).value_or(outcome->wrapper->text);
  if (op == "next") {
    wrap::Config rule;
    const std::string fresh =
        to.empty() ? text_without(text, "next") : wrap::replace_table(text, "next", rule);
    return change_wrapper(table,
                          to.empty() ? "the list ends with its page" : "the list goes on over several pages",
                          command_line({"gleaner", "extract", own, text_of(request, "page"),
                                        to.empty() ? "--no-next" : "--next"}),
                          fresh);
  }
  wrap::Config follows;
  if (const wrap::Config* known = outcome->wrapper->file.whole.find("follow"))
    for (const auto& [name, one] : known->members())
      if (name != field) follows.set(name, one);
  if (to.empty()) {
    const std::string fresh = follows.members().empty() ? text_without(text, "follow")
                                                        : wrap::replace_table(text, "follow", follows);
    return change_wrapper(table, "the links of " + field + " are not opened any more",
                          command_line({"gleaner", "extract", own, text_of(request, "page")}), fresh);
  }
  const auto& fields = outcome->wrapper->schema.fields;
  if (std::ranges::none_of(fields, [&](const wrap::FieldSchema& one) { return one.name == field; }))
    return error(Code::not_found, "there is no field " + field);
  if (std::ranges::any_of(fields, [&](const wrap::FieldSchema& one) { return one.name == to; }))
    return error(Code::usage, "there is a field " + to + " already, as the table is called", {},
                 "rename the field");
  const auto other = project_.table(to);
  if (!other || !other->has_wrapper)
    return error(Code::not_found, "there is no table " + to + " with rules yet", {},
                 "make it first: open a page behind one of the links");
  if (fs::path(other->wrapper).parent_path() != fs::path(own).parent_path())
    return error(Code::usage, other->wrapper + " does not lie beside " + own, {},
                 "a wrapper names those of its own folder");
  wrap::Config one;
  one.set("with", fs::path(other->wrapper).filename().string());
  one.set("as", to);
  follows.set(field, one);
  return change_wrapper(table, fmt::format("the links of {} are opened and read as {}", field, to),
                        command_line({"gleaner", "extract", own, text_of(request, "page"), "--follow", field,
                                      "--with", other->wrapper}),
                        wrap::replace_table(text, "follow", follows));
}

}  // namespace gleaner::studio
