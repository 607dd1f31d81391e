// See respondent.h.
#include "respondent.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>

#include "base/json.h"
#include "base/text.h"
#include "cli.h"
#include "learn/explain.h"

namespace gleaner::cli {
namespace {

std::string question_json(const learn::Question& q, const Document& page) {
  std::string span = "null";
  if (q.span) {
    Span bytes = page.to_bytes(*q.span);
    span = fmt::format("[{}, {}]", bytes.begin, bytes.end);
  }
  return fmt::format(
      "{{\"page\": {}, \"field\": {}, \"text\": {}, \"span\": {}, \"rival\": {}, \"doubt\": {:.3f}, "
      "\"says\": {}, \"objects\": {}}}\n",
      json::quote(page.name()), json::quote(q.field), q.text.empty() ? "null" : json::quote(q.text), span,
      q.rival.empty() ? "null" : json::quote(q.rival), q.doubt, json_list(q.says), json_list(q.objects));
}

std::string row_json(const learn::RowQuestion& q, const Document& page) {
  std::string fields;
  wrap::for_each_leaf(q.record, [&](const std::string& field, const wrap::Value& v) {
    fields += fmt::format("{}{}: {}", fields.empty() ? "" : ", ", json::quote(field), json::quote(v.text));
  });
  const Span bytes = q.record.span ? page.to_bytes(*q.record.span) : Span{};
  return fmt::format(
      "{{\"page\": {}, \"question\": \"record\", \"record\": {{{}}}, \"span\": [{}, {}], \"lacks\": {}, "
      "\"doubt\": {:.3f}{}}}\n",
      json::quote(page.name()), fields, bytes.begin, bytes.end, json_list(q.lacks), q.doubt,
      q.field.empty() ? ""
                      : fmt::format(", \"field\": {}, \"text\": {}, \"rival\": {}", json::quote(q.field),
                                    q.text.empty() ? "null" : json::quote(q.text),
                                    q.rival.empty() ? "null" : json::quote(q.rival)));
}

wrap::Value list_value(const std::vector<std::string>& texts) {
  wrap::Value list = wrap::Value::make_list({});
  for (const std::string& text : texts) list.items.push_back(wrap::Value::make_text(text));
  return list;
}

// The labelled record that shares most with it.
const wrap::Record* gold_of(const wrap::Record& record, const wrap::Label& label) {
  const Texts here = texts_of({record});
  const wrap::Record* best = nullptr;
  size_t most = 0;
  for (const wrap::Record& gold : label.records) {
    const Texts there = texts_of({gold});
    const size_t common =
        size_t(std::ranges::count_if(here, [&](const auto& t) { return there.contains(t); }));
    if (common > most) most = common, best = &gold;
  }
  return best;
}

// Do the labels of the page have most of its values?
RowReply row_by_labels(const learn::RowQuestion& q, const wrap::Label& label) {
  const Texts gold = texts_of(label.records), here = texts_of({q.record});
  const auto common = std::ranges::count_if(here, [&](const auto& t) { return gold.contains(t); });
  const size_t asked =
      here.size() - (q.field.empty() || q.text.empty() ? 0 : 1);  // that field is asked for by itself
  return size_t(common) * 2 > asked ? RowReply::yes : RowReply::no;
}

wrap::Value value_by_labels(const learn::Question& question, const wrap::Label& label) {
  if (question.list) {
    const std::string& text = question.text.empty() ? question.rival : question.text;
    return texts_of(label.records).contains({question.field, collapse(text)}) ? wrap::Value::make_text(text)
                                                                              : wrap::Value::make_null();
  }
  const wrap::Value* gold = label.records.empty() ? nullptr : label.records[0].find(question.field);
  return gold ? *gold : wrap::Value::make_null();
}

}  // namespace

Texts texts_of(const std::vector<wrap::Record>& records) {
  Texts out;
  for (const wrap::Record& record : records)
    wrap::for_each_leaf(record, [&](const std::string& field, const wrap::Value& v) {
      out.emplace(field, collapse(v.text));
    });
  return out;
}

const wrap::Label* Respondent::known(const std::string& page) const {
  const auto at = known_.find(page);
  return at == known_.end() ? nullptr : &at->second;
}

bool Respondent::has_terminal() const { return isatty(0) && !only_print_; }

std::optional<wrap::Value> Respondent::value(const learn::Question& question, const Document& page) {
  if (const wrap::Label* label = known(page.name())) return value_by_labels(question, *label);
  if (has_terminal()) return ask_person(question, page);
  put(stdout, question_json(question, page));
  printed_ = true;
  return std::nullopt;
}

RowReply Respondent::row(const learn::RowQuestion& question, const Document& page) {
  if (const wrap::Label* label = known(page.name())) return row_by_labels(question, *label);
  if (has_terminal()) return ask_person(question, page);
  put(stdout, row_json(question, page));
  printed_ = true;
  return RowReply::none;
}

void Respondent::complete(learn::RowQuestion& question, const Document& page) {
  ask_field(question, page);
  ask_lacks(question, page);
}

// A line of the person's. Nothing at the end of input and at "q": the questions are over.
std::optional<std::string> Respondent::read_reply() {
  std::string reply;
  if (std::getline(std::cin, reply) && reply != "q" && reply != "quit") return reply;
  stopped_ = true;
  return std::nullopt;
}

RowReply Respondent::read_row_reply() {
  const auto reply = read_reply();
  if (!reply) return RowReply::none;
  return reply->starts_with("y")   ? RowReply::yes
         : reply->starts_with("n") ? RowReply::no
         : reply->starts_with("u") ? RowReply::undo
                                   : RowReply::skip;
}

// Several values of one record are one question, lest a yes to the first drops the others. Gives whether it
// is answered, or to be asked text by text.
bool Respondent::ask_all(const learn::Question& q, std::optional<wrap::Value>& answer) {
  put(stderr,
      fmt::format("are these {} the {}: \"{}\"?\n[y]es all, [1] only the first, [n]o, [s]kip, [q]uit: ",
                  q.texts.size(), q.field, fmt::join(q.texts, "\", \"")));
  const auto reply = read_reply();
  if (!reply) return true;
  if (reply->starts_with("y")) answer = list_value(q.texts);
  else if (reply->starts_with("1")) answer = wrap::Value::make_text(q.texts.front());
  return !reply->starts_with("n");
}

// Asks on the terminal. Nothing: skipped; a null value: the field is absent.
std::optional<wrap::Value> Respondent::ask_person(const learn::Question& q, const Document& page) {
  std::string where = page.name();
  if (q.span)
    where += fmt::format(":{}\n  {}", page.line_column(q.span->begin).line,
                         learn::line_around(page, q.span->begin));
  put(stderr, where + "\n");
  if (q.texts.size() > 1) {
    std::optional<wrap::Value> answer;
    if (ask_all(q, answer)) return answer;
  }
  for (const std::string& text : {q.text, q.rival}) {
    if (text.empty() || q.texts.size() > 1) continue;
    put(stderr,
        fmt::format("is \"{}\" {} {}? [y]es, [n]o, [s]kip, [q]uit: ", text, q.list ? "a" : "the", q.field));
    const auto reply = read_reply();
    if (!reply) return std::nullopt;
    if (reply->starts_with("y")) return wrap::Value::make_text(text);
    if (!reply->starts_with("n")) return std::nullopt;
    if (q.list) return wrap::Value::make_null();
  }
  const bool none = q.text.empty() && q.rival.empty();
  put(stderr, fmt::format("{} no \"{}\" here? [y]es, [s]kip, [q]uit, or the text as the page shows it: ",
                          none ? "is there" : "then is there", q.field));
  const auto reply = read_reply();
  if (!reply || reply->empty() || *reply == "s" || *reply == "skip") return std::nullopt;
  return *reply == "y" || *reply == "yes" ? wrap::Value::make_null() : wrap::Value::make_text(*reply);
}

RowReply Respondent::ask_person(const learn::RowQuestion& q, const Document& page) {
  if (q.record.fields.empty()) {
    put(stderr,
        fmt::format(
            "{}:{}\n  {}\n  (refused: {})\nis this a record of the list all the same? [y]es, [n]o, [s]kip, "
            "[u]ndo, [q]uit: ",
            page.name(), q.record.span->begin, q.text, q.rival));
    return read_row_reply();
  }
  std::string shown;
  wrap::for_each_leaf(q.record, [&](const std::string& field, const wrap::Value& v) {
    shown += fmt::format("  {}: {}\n", field, v.text.substr(0, 100));
  });
  const uint32_t line = q.record.span ? page.line_column(q.record.span->begin).line : 0;
  put(stderr, fmt::format("{}:{}\n{}{}is this a record of the list{}? [y]es, [n]o, [s]kip, [u]ndo, [q]uit: ",
                          page.name(), line, shown,
                          q.lacks.empty() ? "" : fmt::format("  (no {})\n", fmt::join(q.lacks, ", ")),
                          q.given ? "" : " (it is not taken now)"));
  return read_row_reply();
}

// A field of the record that can be read in two ways.
void Respondent::ask_field(learn::RowQuestion& q, const Document& page) {
  if (q.field.empty() || only_print_) return;
  auto set = [&](wrap::Value value) {
    if (wrap::Value* old = q.record.find(q.field)) *old = std::move(value);
    else q.record.fields.push_back({q.field, std::move(value)});
    std::erase(q.lacks, q.field);
  };
  auto value_of = [](const std::string& text) {
    return text.empty() ? wrap::Value::make_null() : wrap::Value::make_text(text);
  };
  if (const wrap::Label* label = known(page.name())) {
    const wrap::Record* gold = gold_of(q.record, *label);
    const wrap::Value* value = gold ? gold->find(q.field) : nullptr;
    return set(value ? *value : wrap::Value::make_null());
  }
  if (!has_terminal()) return;
  auto shown = [](const std::string& text) {
    return text.empty() ? std::string("none") : "\"" + text + "\"";
  };
  put(stderr, fmt::format("its {}: [1] {}, [2] {}, [s]kip, or the text as the page shows it: ", q.field,
                          shown(q.text), shown(q.rival)));
  const auto reply = read_reply();
  if (!reply || reply->empty() || *reply == "s" || *reply == "skip") return;
  set(*reply == "1" ? value_of(q.text) : *reply == "2" ? value_of(q.rival) : wrap::Value::make_text(*reply));
}
// A record that lacks what others have: does it, or is the field written in another way?
void Respondent::ask_lacks(learn::RowQuestion& q, const Document& page) {
  if (!has_terminal() || known(page.name())) return;
  for (const std::string& field : q.lacks) {
    put(stderr, fmt::format("has it no {}? [y]es, [s]kip, or the text as the page shows it: ", field));
    const auto reply = read_reply();
    if (!reply) return;
    if (reply->empty() || *reply == "s" || *reply == "skip") continue;
    q.record.fields.push_back({field, *reply == "y" || *reply == "yes" ? wrap::Value::make_null()
                                                                       : wrap::Value::make_text(*reply)});
  }
}

bool Respondent::wants_undo() {
  if (!has_terminal() || plays()) return false;
  put(stderr, "no other record is in doubt. Enter ends, [u]ndo takes the last answer back: ");
  const auto reply = read_reply();
  stopped_ = false;
  return reply && reply->starts_with("u");
}

}  // namespace gleaner::cli
