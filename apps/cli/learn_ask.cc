// See learn_ask.h.
#include "learn_ask.h"

#include <fmt/format.h>
#include <unistd.h>

#include <iostream>
#include <map>
#include <set>

#include "base/json.h"
#include "label/resolve.h"
#include "output.h"
#include "page/load.h"
#include "pattern/ask.h"
#include "pattern/wrapper.h"

namespace gleaner::cli {
namespace {

constexpr size_t kMostQuestions = 50;

std::string question_json(const pattern::Question& q, const Document& page) {
  std::string span = "null";
  if (q.span) {
    Span bytes = page.to_bytes(*q.span);
    span = fmt::format("[{}, {}]", bytes.begin, bytes.end);
  }
  return fmt::format("{{\"page\": {}, \"field\": {}, \"text\": {}, \"span\": {}, \"rival\": {}, \"doubt\": {:.3f}}}\n", json::quote(page.name()),
                     json::quote(q.field), q.text.empty() ? "null" : json::quote(q.text), span, q.rival.empty() ? "null" : json::quote(q.rival), q.doubt);
}

wrap::Value text_value(const std::string& text) {
  wrap::Value v;
  v.kind = wrap::Value::Kind::text;
  v.text = text;
  return v;
}
wrap::Value nothing() {
  wrap::Value v;
  v.kind = wrap::Value::Kind::null;
  return v;
}

// The label of the page among those learned from, made when it is new.
wrap::LabelledPage& page_of(std::vector<wrap::LabelledPage>& pages, const DocumentPtr& document) {
  for (wrap::LabelledPage& page : pages)
    if (page.document->name() == document->name()) return page;
  pages.push_back({document, {}});
  pages.back().label.page = document->name();
  return pages.back();
}

void set_field(std::vector<wrap::LabelledPage>& pages, const DocumentPtr& document, const std::string& field, wrap::Value value) {
  wrap::LabelledPage& page = page_of(pages, document);
  if (page.label.records.empty()) page.label.records.emplace_back();
  wrap::Record& record = page.label.records[0];
  if (wrap::Value* old = record.find(field)) *old = std::move(value);
  else record.fields.push_back({field, std::move(value)});
}

// Asks on the terminal. Nothing: skipped; a null value: the field is absent.
std::optional<wrap::Value> ask_person(const pattern::Question& q, const Document& page, bool* stop) {
  std::string line = q.span ? std::string(page.line(q.span->begin)) : "";
  std::fputs(fmt::format("{}{}\n  {}\n", page.name(), q.span ? fmt::format(":{}", page.line_column(q.span->begin).line) : "", line.substr(0, 200)).c_str(), stderr);
  for (const std::string& text : {q.text, q.rival}) {
    if (text.empty()) continue;
    std::fputs(fmt::format("is \"{}\" the {}? [y]es, [n]o, [s]kip: ", text, q.field).c_str(), stderr);
    std::string reply;
    if (!std::getline(std::cin, reply)) return *stop = true, std::nullopt;
    if (reply.starts_with("y")) return text_value(text);
    if (!reply.starts_with("n")) return std::nullopt;
  }
  std::fputs(fmt::format("the {} as the page shows it (nothing: absent): ", q.field).c_str(), stderr);
  std::string reply;
  if (!std::getline(std::cin, reply)) return *stop = true, std::nullopt;
  return reply.empty() ? nothing() : text_value(reply);
}

}  // namespace

Result<Asked> ask(std::vector<wrap::LabelledPage> pages, wrap::Learned learned, const wrap::Learner& learner,
                  const wrap::LearnOptions& learn_options, const AskOptions& options, const BudgetLimits& limits) {
  std::vector<DocumentPtr> documents;
  std::map<std::string, wrap::Label> known;
  if (!options.simulate.empty()) {
    GLEANER_TRY(label::Resolved full, label::resolve(options.simulate));
    for (wrap::LabelledPage& page : full.pages) {
      documents.push_back(page.document);
      known[page.document->name()] = page.label;
    }
  }
  GLEANER_TRY(auto paths, expand_inputs(options.pages));
  for (const std::string& path : paths) {
    GLEANER_TRY(DocumentPtr page, load_document(path));
    if (!known.contains(page->name())) documents.push_back(page);
  }
  Asked out{std::move(learned), 0, false, false};
  std::set<std::pair<size_t, std::string>> answered;
  for (size_t d = 0; d < documents.size(); ++d)  // what is labelled need not be asked
    for (const wrap::LabelledPage& page : pages)
      if (page.document->name() == documents[d]->name() && page.label.complete)
        for (const auto& field : out.learned.wrapper->schema().fields) answered.insert({d, field.name});
  const bool terminal = isatty(0) && !options.json;
  for (size_t asked = 0; asked < kMostQuestions; ++asked) {
    auto* wrapper = dynamic_cast<const pattern::PatternWrapper*>(out.learned.wrapper.get());
    if (!wrapper) return error(Code::unsupported, "questions need --kind pattern");
    auto question = pattern::next_question(*wrapper, documents, answered);
    if (!question) {
      out.agreed = true;
      break;
    }
    const DocumentPtr& page = documents[question->page];
    answered.insert({question->page, question->field});
    std::optional<wrap::Value> value;
    bool stop = false;
    if (auto at = known.find(page->name()); at != known.end()) {
      const wrap::Value* gold = at->second.records.empty() ? nullptr : at->second.records[0].find(question->field);
      value = gold ? *gold : nothing();
    } else if (terminal) {
      value = ask_person(*question, *page, &stop);
    } else {
      std::fputs(question_json(*question, *page).c_str(), stdout);
      out.only_question = true;
      return out;
    }
    if (stop) break;
    if (!value) continue;
    ++out.clicks;
    set_field(pages, page, question->field, std::move(*value));
    Budget budget(limits);
    auto again = learner.learn(pages, learn_options, budget);
    if (again.ok()) out.learned = std::move(*again);
  }
  return out;
}

}  // namespace gleaner::cli
