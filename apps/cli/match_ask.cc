// See match_ask.h.
#include "match_ask.h"

#include <algorithm>
#include <iostream>

#include <fmt/format.h>

#include "base/contains.h"
#include "base/json.h"
#include "base/shorten.h"
#include "base/text.h"
#include "cli.h"
#include "match_tables.h"

namespace gleaner::cli {
namespace {

constexpr size_t kBatch = 10;   // answers after which it learns again
constexpr size_t kColumn = 48;  // width of a record beside the other
constexpr size_t kReasons = 6;

// Both records, a line for each field that is compared.
std::string side_by_side(const match::Matcher& matcher, const match::Table& left, const match::Table& right,
                         uint32_t a, uint32_t b) {
  size_t width = 2;
  for (const match::Field& field : matcher.fields().all)
    width = std::max(width, count_code_points(field.name));
  const auto line = [&](const std::string& name, std::string_view x, std::string_view y) {
    return "  " + padded(name, width) + "  " + padded(shortened(collapse(x), kColumn), kColumn) + "  " +
           shortened(collapse(y), kColumn) + "\n";
  };
  std::string out = line("id", left.id(a), right.id(b));
  for (const match::Field& field : matcher.fields().all)
    out +=
        line(field.name, left.cell(a, field.left), right.cell(b, &left == &right ? field.left : field.right));
  return out;
}

std::string or_dash(const std::vector<std::string>& words) {
  return words.empty() ? "-" : fmt::format("{}", fmt::join(words, " "));
}

std::string record_json(const match::Table& table, uint32_t row) {
  std::string out = "{";
  for (size_t i = 0; i < table.columns().size(); ++i)
    out += fmt::format("{}{}: {}", i ? ", " : "", json::quote(table.columns()[i]),
                       json::quote(table.cell(row, i)));
  return out + "}";
}

}  // namespace

std::string pair_text(const match::Matcher& matcher, const match::Table& left, const match::Table& right,
                      uint32_t left_row, uint32_t right_row, size_t reasons) {
  const match::Explanation why = matcher.explain(left_row, right_row);
  std::string out = side_by_side(matcher, left, right, left_row, right_row);
  out += fmt::format("  in both titles: {}\n  only left: {}\n  only right: {}\n", or_dash(why.common),
                     or_dash(why.left_only), or_dash(why.right_only));
  if (!why.piece.empty()) out += fmt::format("  most telling piece: {}\n", why.piece);
  double rest = 0;
  size_t shown = 0, hidden = 0;
  std::string lines;
  for (size_t i = 0; i < why.reasons.size(); ++i) {
    const match::Reason& reason = why.reasons[i];
    const bool frame = i == 0 || i + 3 >= why.reasons.size();  // the average, the prior, the rivals
    if (!frame && shown++ >= reasons) {
      rest += reason.adds, ++hidden;
      continue;
    }
    if (frame && i && hidden) {
      lines += fmt::format("  {:>+7.2f}  {} smaller reasons\n", rest, hidden);
      hidden = 0;
    }
    lines += fmt::format("  {:>+7.2f}  {}\n", reason.adds, reason.words);
  }
  if (hidden) lines += fmt::format("  {:>+7.2f}  {} smaller reasons\n", rest, hidden);
  out += lines +
         fmt::format("  {:>+7.2f}  log odds, so the probability is {:.4f}", why.log_odds, why.probability);
  if (!why.decided.empty()) out += fmt::format(" ({})", why.decided);
  if (!why.candidate) out += " (nothing rare in common: not among the candidates)";
  return out + "\n";
}

std::string pair_json(const match::Matcher& matcher, const match::Table& left, const match::Table& right,
                      uint32_t left_row, uint32_t right_row) {
  const match::Explanation why = matcher.explain(left_row, right_row);
  const std::string reasons = joined(why.reasons, [](const match::Reason& reason) {
    return fmt::format("{{\"adds\": {:.4f}, \"why\": {}}}", reason.adds, json::quote(reason.words));
  });
  return fmt::format(
      "{{\"left\": {}, \"right\": {}, \"match\": null, \"probability\": {:.6f}, \"log_odds\": {:.4f}, \"label\": {}, \"candidate\": {}, \"common\": {}, "
      "\"left_only\": {}, \"right_only\": {}, \"piece\": {}, \"reasons\": [{}], \"left_record\": {}, \"right_record\": {}}}\n",
      json::quote(left.id(left_row)), json::quote(right.id(right_row)), why.probability, why.log_odds,
      json::quote(why.decided), why.candidate, json_list(why.common), json_list(why.left_only),
      json_list(why.right_only), json::quote(why.piece), reasons, record_json(left, left_row),
      record_json(right, right_row));
}

Result<size_t> ask_pairs(match::Matcher& matcher, const match::Table& left, const match::Table& right,
                         const MatchQuestions& questions, std::vector<match::Label>& labels) {
  size_t asked = 0, answered = 0;
  std::vector<std::pair<std::string, std::string>> skipped;
  while (asked < questions.count) {
    size_t now = 0;
    for (size_t k : matcher.to_ask(questions.count + skipped.size())) {
      if (now == kBatch || asked == questions.count) break;
      const match::Pair pair = matcher.pairs()[k];
      match::Label label{left.id(pair.left), right.id(pair.right), false};
      if (contains(skipped, std::pair(label.left, label.right))) continue;
      ++now, ++asked;
      put(stderr,
          fmt::format("\n{} of {}\n{}the same? [y]es, [n]o, Enter: skip, [q]uit: ", asked, questions.count,
                      pair_text(matcher, left, right, pair.left, pair.right, kReasons)));
      std::string reply;
      if (!std::getline(std::cin, reply) || reply == "q" || reply == "quit") return answered;
      if (reply.empty() || (to_lower(reply[0]) != 'y' && to_lower(reply[0]) != 'n')) {
        skipped.emplace_back(label.left, label.right);
        continue;
      }
      label.match = to_lower(reply[0]) == 'y';
      GLEANER_CHECK(append_pair_label(questions.labels_file, label));
      labels.push_back(label);
      ++answered;
    }
    if (!now) break;
    GLEANER_CHECK(matcher.relearn(labels));
  }
  return answered;
}

}  // namespace gleaner::cli
