// See check_spread.h.
#include "learn/check_spread.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/text.h"
#include "learn/own_list.h"
#include "learn/weights.h"

namespace gleaner::learn {
namespace {

// Known values convince the more, the more there are; so do odd ones.
double sure(uint32_t known, size_t odd) {
  return double(known) / (known + 2.0) * std::min(1.3, 0.5 + 0.25 * std::log2(1.0 + double(odd)));
}

std::string count_words(size_t n, std::string_view what) {
  return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
}

std::string short_number(double amount) { return fmt::format("{:.6g}", amount); }

void check_range(const FieldProfile& field, const Seen& seen, std::vector<Finding>& out, size_t index) {
  const Spread& known = field.spread;
  if (known.numbers * 2 < field.values) return;
  size_t amounts = 0, beyond = 0, zeros = 0;
  std::string_view first;
  for (std::string_view value : seen.values) {
    const std::optional<double> amount = amount_of(value);
    if (!amount) continue;
    ++amounts;
    zeros += *amount == 0;
    if (known.beyond(*amount) && ++beyond == 1) first = value;
  }
  if (!beyond || double(beyond) < kOutOfRange * double(amounts)) return;
  const std::string usual = fmt::format("{} to {}", short_number(known.low), short_number(known.high));
  out.push_back({index, kRangeWeight * sure(known.numbers, beyond),
                 zeros == beyond
                     ? fmt::format("{} of {} are \"{}\" ({} before)", zeros, amounts, first, usual)
                     : fmt::format("{} of {} amounts are out of range (\"{}\", {} before)", beyond, amounts,
                                   first, usual)});
}

void check_mark(const FieldProfile& field, const Seen& seen, std::vector<Finding>& out, size_t index) {
  const char usual = field.spread.mark();
  if (!usual) return;
  size_t other = 0, same = 0;
  std::string_view first;
  for (std::string_view value : seen.values) {
    const char mark = amount_of(value) ? decimal_mark(value) : char(0);
    if (mark == usual) ++same;
    else if (mark && ++other == 1) first = value;
  }
  if (other <= same) return;
  out.push_back({index, kMarkWeight * sure(field.spread.points + field.spread.commas, other),
                 fmt::format("\"{}\" has a decimal {} (always a {} before)", first,
                             usual == '.' ? "comma" : "point", usual == '.' ? "point" : "comma")});
}

void check_variety(const FieldProfile& field, const Seen& seen, std::vector<Finding>& out, size_t index) {
  const double known = field.spread.commonest;
  if (known < 0 || known > kVaried || seen.values.size() < kVarietyValues) return;
  if (commonest_share(seen.values) < kAllSame) return;
  // One name in all records is what a search for it gives; one amount in all of them is not.
  const bool amounts = field.spread.numbers * 2 > field.values;
  out.push_back({index, amounts ? kSameWeight : kSameTextWeight,
                 fmt::format("\"{}\" in {} (at most {:.0f} % of a page had the same before)",
                             seen.values.front().substr(0, 60), count_words(seen.values.size(), "record"),
                             known * 100)});
}

void check_headers(const Profile& profile, const Document& page, const std::vector<wrap::Record>& records,
                   std::vector<Finding>& out) {
  if (std::ranges::none_of(profile.fields,
                           [](const FieldProfile& field) { return !field.spread.header().empty(); }))
    return;
  const auto headers = headers_of(page, records);
  for (size_t i = 0; i < profile.fields.size(); ++i) {
    const std::string_view usual = profile.fields[i].spread.header();
    auto it = headers.find(profile.fields[i].field);
    if (usual.empty() || it == headers.end()) continue;
    const auto other = std::ranges::find_if(
        it->second, [&](const std::string& text) { return !text.empty() && text != usual; });
    const size_t same = size_t(std::ranges::count(it->second, usual));
    if (other == it->second.end() || same * 2 > it->second.size()) continue;
    const bool of_another = std::ranges::any_of(
        profile.fields, [&](const FieldProfile& field) { return field.spread.header() == *other; });
    out.push_back({i, of_another ? kHeaderWeight : kNewHeaderWeight,
                   fmt::format("stands below \"{}\" (\"{}\" before)", *other, usual)});
  }
}

void check_struck(const Profile& profile, const std::vector<Seen>& seen, const Document& page,
                  const std::vector<wrap::Record>& records, std::vector<Finding>& out) {
  for (const auto& [name, struck] : struck_in(page, records))
    for (size_t i = 0; i < profile.fields.size(); ++i) {
      const FieldProfile& field = profile.fields[i];
      if (field.field != name || field.spread.struck * 2 > field.values) continue;
      const bool never = field.spread.struck == 0 && field.values >= kVarietyValues;
      if (!never && struck * 2 < seen[i].values.size()) continue;
      const double sure = double(field.values) / (field.values + kStruckFew);
      out.push_back({i, never ? std::max(kStruckWeight, kStruckNeverWeight * sure) : kStruckWeight,
                     fmt::format("{} of {} are struck through (as {} of {} before)", struck,
                                 seen[i].values.size(), field.spread.struck, field.values)});
    }
}

// Do the values stand where they stood? One text of two that is gone waits for the other pages of a batch.
void check_beside(const Profile& profile, const Document& page, const std::vector<wrap::Record>& records,
                  std::vector<Finding>& out) {
  if (std::ranges::all_of(profile.fields, [](const FieldProfile& field) {
        return field.beside.before.text().empty() && field.beside.behind.text().empty();
      }))
    return;
  const PageSurroundings around = surroundings_of(page, records);
  for (size_t i = 0; i < profile.fields.size(); ++i) {
    auto here = around.find(profile.fields[i].field);
    if (here == around.end()) continue;
    const BesideTexts& known = profile.fields[i].beside;
    const BesideLost lost = beside_lost(known, here->second);
    if (!lost.before && !lost.behind) continue;
    Finding& found = out.emplace_back(Finding{i, 0, lost.words});
    auto oddity = [&](Oddity::Of of, const BesideText& side) {
      found.oddities.push_back({of, side.values(), side.having()});
      return double(side.having()) / (side.values() + 2.0);
    };
    double sure = 0;
    if (lost.before) sure = oddity(Oddity::Of::text_before, known.before);
    if (lost.behind) sure = std::max(sure, oddity(Oddity::Of::text_behind, known.behind));
    const bool elsewhere = lost.passed || (lost.before && lost.behind);
    found.surprise = sure * (lost.swallowed ? kSwallowedWeight
                             : elsewhere    ? kBesideWeight
                                            : kBesideOneWeight);
  }
}

// How well values fit a field's profile, as a mean logarithm of likelihood; only differences mean something.
double fit_of(const FieldProfile& field, const std::vector<std::string_view>& values) {
  const Spread& spread = field.spread;
  const bool amounts = spread.numbers * 2 > field.values, words = field.has_vocabulary();
  double sum = 0;
  for (std::string_view value : values) {
    auto shape = field.shapes.find(shape_of(value));
    sum += std::log(((shape == field.shapes.end() ? 0 : shape->second) + 0.5) /
                    (field.values + 0.5 * double(kShapesKept)));
    if (amounts) {
      const std::optional<double> amount = amount_of(value);
      sum += !amount ? kFitNever : *amount < spread.low || *amount > spread.high ? kFitOutside : 0;
    }
    if (words) sum += field.vocabulary.contains(vocabulary_key(value)) ? kFitKnownWord : kFitUnknownWord;
  }
  return sum / double(values.size());
}

// Two fields of which each holds what the other held.
void check_places(const Profile& profile, const std::vector<Seen>& seen, std::vector<Finding>& out) {
  auto enough = [&](size_t i) {
    return seen[i].values.size() >= kVarietyValues && profile.fields[i].values >= kVarietyValues;
  };
  std::vector<double> own(seen.size(), 0);
  for (size_t i = 0; i < seen.size(); ++i)
    if (enough(i)) own[i] = fit_of(profile.fields[i], seen[i].values);
  for (size_t a = 0; a < seen.size(); ++a)
    for (size_t b = a + 1; b < seen.size(); ++b) {
      if (!enough(a) || !enough(b)) continue;
      if (fit_of(profile.fields[b], seen[a].values) < own[a] + kSwapGain ||
          fit_of(profile.fields[a], seen[b].values) < own[b] + kSwapGain)
        continue;
      for (auto [one, other] : {std::pair(a, b), std::pair(b, a)})
        out.push_back({one, kSwapWeight,
                       fmt::format("\"{}\" and the others look like {}: the two changed places",
                                   seen[one].values.front().substr(0, 60), profile.fields[other].field)});
    }
}

std::string usual_records(const Profile& profile) {
  return profile.fewest == profile.most ? fmt::format("{}", profile.most)
                                        : fmt::format("{} to {}", profile.fewest, profile.most);
}

}  // namespace

bool varies(const FieldProfile& field) {
  return field.values >= kVarietyValues && !field.has_vocabulary() &&
         field.spread.distinct >= std::min<size_t>(field.values, kVocabulary);
}

std::vector<Finding> odd_values(const Profile& profile, const std::vector<Seen>& seen, const Document& page,
                                const std::vector<wrap::Record>& records) {
  std::vector<Finding> out;
  for (size_t i = 0; i < seen.size(); ++i) {
    const FieldProfile& field = profile.fields[i];
    check_range(field, seen[i], out, i);
    check_mark(field, seen[i], out, i);
    check_variety(field, seen[i], out, i);
  }
  check_headers(profile, page, records, out);
  check_struck(profile, seen, page, records, out);
  check_places(profile, seen, out);
  check_beside(profile, page, records, out);
  return out;
}

std::optional<Finding> odd_records(const Profile& profile, const Document& page,
                                   const std::vector<wrap::Record>& records) {
  const size_t n = records.size();
  if (!n) {
    if (!profile.fewest) return std::nullopt;
    return Finding{0, kBroken, fmt::format("no records (usual {})", usual_records(profile))};
  }
  if (n >= kVarietyValues && profile.twins >= 0)
    if (const double share = twin_share(records); share >= profile.twins + kTwinsMore)
      return Finding{0, kBroken,
                     fmt::format("{} of {} records repeat another", std::lround(share * double(n)), n)};
  if (profile.lines_left_share >= 0)
    if (const LinesLeft lines = lines_left(page, records);
        lines.left >= kLinesLeftLeast && lines.share() >= profile.lines_left_share + kLinesLeftMore)
      return Finding{0, kFieldChanged,
                     fmt::format("{} of {} lines are in no record (usual {:.0f} %)", lines.left, lines.lines,
                                 100 * profile.lines_left_share)};
  if (n >= profile.most && n <= 3.0 * profile.most + 3) return std::nullopt;
  const uint32_t members = profile.list_share >= 0 || n > profile.most ? members_around(page, records) : 0;
  if (profile.list_share >= 0 && n < profile.most && members >= n + kListLostRecords &&
      double(n) < kListLost * profile.list_share * members)
    return Finding{0, kBroken,
                   fmt::format("{} (usual {}), and the page shows a list of {}", count_words(n, "record"),
                               usual_records(profile), members)};
  const bool hardly_any = n <= kHardlyAny && double(n) * kFewTimes <= profile.fewest;
  const bool far_too_many = profile.most >= kManyFrom && double(n) >= kManyTimes * profile.most;
  const bool no_such_list = profile.pages > 1 && n > profile.most && !members;
  if (hardly_any || far_too_many || no_such_list)
    return Finding{0, kFieldChanged,
                   fmt::format("{} (usual {})", count_words(n, "record"), usual_records(profile))};
  return std::nullopt;
}

}  // namespace gleaner::learn
