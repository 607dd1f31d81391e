// See why.h. The three forms of a proof, one function each, and the place of a value in it.
#include "logic/why.h"

#include <fmt/format.h>

#include "base/json.h"
#include "base/shorten.h"
#include "base/text.h"

namespace gleaner::logic {
namespace {

std::string cell_text(const PrologValue& cell) {
  if (cell.kind == PrologValue::Kind::list || cell.kind == PrologValue::Kind::compound)
    return cell.text.empty() ? "..." : cell.text;
  return cell.text;
}

// Every cell with a place; those of a record are inside its list.
template <class Visit>
void for_each_located(const std::vector<PrologValue>& cells, const Visit& visit) {
  for (const PrologValue& cell : cells) {
    if (cell.kind == PrologValue::Kind::list && !cell.items.empty()) for_each_located(cell.items, visit);
    else if (cell.span) visit(cell);
  }
}

std::string excerpt(const Document& document, Span span, size_t most = 80) {
  return shortened(collapse(document.text(span)), most);
}

std::string_view kind_name(Proof::Kind kind) {
  switch (kind) {
    case Proof::Kind::all: return "all";
    case Proof::Kind::rule: return "rule";
    case Proof::Kind::fact: return "fact";
    case Proof::Kind::negation: return "not";
    case Proof::Kind::built_in: return "built-in";
    case Proof::Kind::tabled: return "tabled";
    case Proof::Kind::collected: return "collected";
  }
  return "";
}

void append_text(std::string& out, const Proof& proof, size_t depth) {
  const std::string indent(depth * 2, ' ');
  if (proof.kind != Proof::Kind::all) {
    out += indent;
    if (proof.kind == Proof::Kind::negation) out += "not ";
    out += proof.goal.to_prolog();
    if (proof.kind == Proof::Kind::built_in) out += "   (built in)";
    if (proof.kind == Proof::Kind::tabled) out += "   (tabled)";
    out += '\n';
  }
  if (proof.source && proof.source->document) {
    const Document& page = *proof.source->document;
    for_each_located(proof.source->cells, [&](const PrologValue& cell) {
      Span bytes = page.to_bytes(*cell.span);
      out += fmt::format("{}    {}  {} bytes {}-{}, line {}\n", indent, excerpt(page, *cell.span),
                         proof.source->page, bytes.begin, bytes.end, page.line_column(cell.span->begin).line);
    });
  }
  for (const Proof& part : proof.parts)
    append_text(out, part, depth + (proof.kind == Proof::Kind::all ? 0 : 1));
}

void append_json(std::string& out, const Proof& proof) {
  out += fmt::format("{{\"kind\": \"{}\"", kind_name(proof.kind));
  if (proof.kind != Proof::Kind::all) out += ", \"goal\": " + json::quote(proof.goal.to_prolog());
  if (proof.source) {
    out += ", \"page\": " + json::quote(proof.source->page);
    if (!proof.source->rule.empty()) out += ", \"rule\": " + json::quote(proof.source->rule);
    out += ", \"values\": [";
    bool first = true;
    auto add = [&](const PrologValue& cell) {
      if (!first) out += ", ";
      first = false;
      out += "{\"text\": " + json::quote(cell_text(cell));
      if (cell.span && proof.source->document) {
        Span bytes = proof.source->document->to_bytes(*cell.span);
        out += fmt::format(", \"span\": [{}, {}]", bytes.begin, bytes.end);
      }
      out += "}";
    };
    for (const PrologValue& cell : proof.source->cells) {
      if (cell.kind == PrologValue::Kind::list && !cell.items.empty()) for_each_located(cell.items, add);
      else add(cell);
    }
    out += "]";
  }
  if (!proof.parts.empty()) {
    out += ", \"because\": [";
    for (size_t i = 0; i < proof.parts.size(); ++i) {
      if (i) out += ", ";
      append_json(out, proof.parts[i]);
    }
    out += "]";
  }
  out += "}";
}

// The source around a value, the value marked.
void append_excerpt(std::string& out, const FactSource& source, const PrologValue& cell) {
  constexpr uint32_t kAround = 60;
  const Document& page = *source.document;
  std::string_view text = page.text();
  uint32_t from = cell.span->begin > kAround ? cell.span->begin - kAround : 0;
  uint32_t to = uint32_t(std::min<size_t>(text.size(), size_t(cell.span->end) + kAround));
  while (from < cell.span->begin && is_utf8_tail(text[from])) ++from;
  while (to > cell.span->end && to < text.size() && is_utf8_tail(text[to])) --to;
  Span bytes = page.to_bytes(*cell.span);
  out += fmt::format(
      "<div class=at><span>{} bytes {}-{}, line {}</span><code>{}<mark>{}</mark>{}</code></div>\n",
      escape_html(source.page), bytes.begin, bytes.end, page.line_column(cell.span->begin).line,
      escape_html(text.substr(from, cell.span->begin - from)), escape_html(page.text(*cell.span)),
      escape_html(text.substr(cell.span->end, to - cell.span->end)));
}

void append_html(std::string& out, const Proof& proof) {
  if (proof.kind == Proof::Kind::all) {
    for (const Proof& part : proof.parts) append_html(out, part);
    return;
  }
  const bool leaf = proof.parts.empty() && !proof.source;
  out += leaf ? "<div class=leaf>" : "<details open><summary>";
  out += fmt::format("<b class=\"{}\">{}</b> {}", kind_name(proof.kind), kind_name(proof.kind),
                     escape_html(proof.goal.to_prolog()));
  out += leaf ? "</div>\n" : "</summary>\n";
  if (proof.source && proof.source->document)
    for_each_located(proof.source->cells,
                     [&](const PrologValue& cell) { append_excerpt(out, *proof.source, cell); });
  for (const Proof& part : proof.parts) append_html(out, part);
  if (!leaf) out += "</details>\n";
}

std::string heading(const Answer& answer) {
  const auto equation = [](const auto& one) { return one.first + " = " + one.second.to_prolog(); };
  return answer.values.empty() ? "true" : joined(answer.values, equation);
}

}  // namespace

std::string why_text(const Answer& answer, size_t number) {
  std::string out = fmt::format("answer {}: {}\n", number, heading(answer));
  if (answer.proof) append_text(out, *answer.proof, 1);
  return out;
}

std::string why_json(const Answer& answer) {
  std::string out = "{\"answer\": {";
  for (size_t i = 0; i < answer.values.size(); ++i) {
    if (i) out += ", ";
    json::append_string(out, answer.values[i].first);
    out += ": ";
    const Term& value = answer.values[i].second;
    if (value.kind == Term::Kind::integer) out += value.text;
    else if (value.kind == Term::Kind::real) json::append_number(out, value.real);
    else json::append_string(out, value.to_text());
  }
  out += "}";
  if (answer.proof) {
    out += ", \"why\": ";
    append_json(out, *answer.proof);
  }
  return out + "}";
}

std::string why_html(const std::vector<Answer>& answers, const std::string& goal) {
  std::string out =
      "<!doctype html>\n<html lang=en>\n<meta charset=utf-8>\n<title>Why: " + escape_html(goal) +
      "</title>\n<style>\n"
      "body{font:15px/1.5 system-ui,sans-serif;max-width:70em;margin:2em auto;padding:0 1em;color:#222}\n"
      "details,.leaf{margin-left:1.2em;padding-left:.6em;border-left:2px solid "
      "#ddd}\nsummary{cursor:pointer}\n"
      "b{font-weight:600;font-size:.8em;padding:0 .4em;border-radius:.5em;background:#eee}\n"
      "b.fact{background:#d6f0d6}\nb.rule{background:#dde7f7}\nb.not{background:#f7dddd}\n"
      ".at{margin:.2em 0 .2em 1.2em}.at span{color:#666;font-size:.85em;display:block}\n"
      "code{background:#f6f6f6;padding:.1em "
      ".3em;white-space:pre-wrap}\nmark{background:#ffe680;color:#111}\n"
      ":root{color-scheme:light dark}\n@media "
      "(prefers-color-scheme:dark){body{background:#14181f;color:#e4e8ee}"
      "details,.leaf{border-color:#3a4250}.at "
      "span{color:#a3adbb}code{background:#252b36}b{background:#3a4250}"
      "b.fact{background:#1f4a2a}b.rule{background:#24406a}b.not{background:#5c2626}}\n</style>\n<h1>" +
      escape_html(goal) + "</h1>\n";
  size_t number = 0;
  for (const Answer& answer : answers) {
    out += fmt::format("<h2 id=\"answer-{0}\">{0}. {1}</h2>\n", number + 1, escape_html(heading(answer)));
    ++number;
    if (answer.proof) append_html(out, *answer.proof);
  }
  if (answers.empty()) out += "<p>No answer.</p>\n";
  return out + "</html>\n";
}

std::optional<FactPlace> place_of(const Proof& proof, const Term& value) {
  std::optional<FactPlace> found_here;
  if (proof.source && proof.source->document)
    for_each_located(proof.source->cells, [&](const PrologValue& cell) {
      if (found_here) return;
      bool same = value.kind == Term::Kind::integer && cell.kind == PrologValue::Kind::integer
                      ? value.integer == cell.integer
                  : value.kind == Term::Kind::real && cell.kind == PrologValue::Kind::real
                      ? value.real == cell.real
                      : cell.text == value.to_text();
      if (same) found_here = FactPlace{proof.source->document, *cell.span};
    });
  if (found_here) return found_here;
  for (const Proof& part : proof.parts)
    if (auto found = place_of(part, value)) return found;
  return std::nullopt;
}

}  // namespace gleaner::logic
