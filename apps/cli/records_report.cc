// See records_report.h.
#include "records_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/json.h"
#include "base/shell_words.h"
#include "base/shorten.h"
#include "base/text.h"
#include "cli.h"
#include "records/weights.h"
#include "run/empty_page.h"
#include "wrap/schema.h"

namespace gleaner::cli {
namespace {

using records::Analysis;
using records::Candidate;
using records::FoundRecord;
using records::RegionKind;
using records::Selection;
using records::Site;
using records::SiteKind;

constexpr size_t kCellWidth = 28;
constexpr size_t kLineWidth = 110;
constexpr size_t kNamedPages = 3;  // in a line about several

std::string cell_text(const FoundRecord& record, uint32_t column) {
  std::string out;
  for (const records::Cell& cell : record.cells)
    if (cell.column == column) out += (out.empty() ? "" : " | ") + cell.text;
  return out;
}

// Aligned columns, as many as fit a line; what is left out is said.
std::string grid(const std::vector<const FoundRecord*>& rows, const Selection& selection,
                 size_t first_number) {
  std::vector<std::vector<std::string>> lines(rows.size() + 1);
  std::vector<size_t> widths;
  size_t line = 5, shown = 0;
  for (; shown < selection.columns.size(); ++shown) {
    std::vector<std::string> cells = {selection.names[shown]};
    for (const FoundRecord* row : rows) {
      const std::string text = cell_text(*row, selection.columns[shown]);
      cells.push_back(text.empty() ? "-" : shortened(text, kCellWidth));
    }
    size_t width = 0;
    for (const std::string& cell : cells) width = std::max(width, count_code_points(cell));
    if (shown > 0 && line + width + 2 > kLineWidth) break;
    line += width + 2;
    widths.push_back(width);
    for (size_t r = 0; r < cells.size(); ++r) lines[r].push_back(std::move(cells[r]));
  }
  std::string out;
  for (size_t r = 0; r < lines.size(); ++r)
    out += (r == 0 ? "  #" : fmt::format("{:>3}", first_number + r - 1)) + "  " +
           gleaner::aligned(lines[r], widths) + "\n";
  if (shown < selection.columns.size()) {
    out += "     and ";
    for (size_t c = shown; c < selection.columns.size(); ++c) {
      if (c - shown == 8) {
        out += fmt::format(" and {} more", selection.columns.size() - c);
        break;
      }
      out += (c > shown ? ", " : "") + selection.names[c];
    }
    out += "\n";
  }
  return out;
}

// "shop/page1.html" -> "shop.labels.jsonl"; a page without a folder gives its own name.
std::string labels_name(const std::string& page) {
  if (page == "-") return "page.labels.jsonl";
  std::vector<std::string_view> parts = split(page, '/');
  std::string_view name = parts.back();
  if (parts.size() > 1 && !parts[parts.size() - 2].empty() && parts[parts.size() - 2] != "." &&
      parts[parts.size() - 2] != "..")
    name = parts[parts.size() - 2];
  else name = name.substr(0, name.find('.'));
  return std::string(name) + ".labels.jsonl";
}

std::string keep_hint(const std::vector<std::string>& pages, const Site& site, const Selection& selection,
                      const RecordsView& view) {
  const std::string names = fmt::format("{}", fmt::join(selection.names, ","));
  size_t first = 0;  // page with records
  while (first + 1 < pages.size() && site.pages[first].empty()) ++first;
  std::string which = shell_word(pages[first]);
  if (pages.size() == 2 && first == 0) which += " " + shell_word(pages[1]);
  else if (pages.size() > 1) which += " ...";
  std::string out = "Keep it:  gleaner records " + which;
  if (site.kind == SiteKind::list) out += fmt::format(" --region {}", view.region ? view.region : 1);
  if (names.size() <= 160) out += " --name " + shell_word(names);
  else out += " --as-labels";
  return out + " -o " + shell_word(labels_name(pages[first])) + "\n";
}

std::string features_of(const Candidate& best, const Candidate* other) {
  std::string out = other ? "     feature      weight   value    adds  runner-up adds\n"
                          : "     feature      weight   value    adds\n";
  for (size_t i = 0; i < records::kFeatures; ++i) {
    const auto& info = records::kScore[i];
    out += fmt::format("     {:<11} {:>7.2f} {:>7.2f} {:>7.2f}", info.name, info.weight, best.features[i],
                       info.weight * best.features[i] + 0.0);
    if (other) out += fmt::format("  {:>14.2f}", info.weight * other->features[i] + 0.0);
    out += fmt::format("   {}\n", info.words);
  }
  out += fmt::format("     {:<11} {:>7} {:>7} {:>7.2f}", "sum", "", "", best.score);
  if (other) out += fmt::format("  {:>14.2f}", other->score);
  return out + "\n";
}

std::string describe_candidate(const Analysis& analysis, const Candidate& candidate) {
  return fmt::format("{} at {} ({}{}{})", counted(candidate.heads.size(), "record"),
                     analysis.outline().path_words(records::kNone, candidate.heads[0]),
                     name_of(candidate.origin),
                     candidate.trimmed ? ", those without the common paths dropped" : "",
                     candidate.whole.empty() ? "" : ", each with what follows it");
}

std::vector<const FoundRecord*> first_rows(const Site& site, size_t rows) {
  std::vector<const FoundRecord*> out;
  for (const auto& page : site.pages)
    for (const FoundRecord& record : page) {
      if (out.size() == rows) return out;
      out.push_back(&record);
    }
  return out;
}

size_t count_records(const Site& site) {
  size_t n = 0;
  for (const auto& page : site.pages) n += page.size();
  return n;
}

std::string first_words(size_t rows) {
  static constexpr std::string_view kWords[] = {"",           "First",     "First two", "First three",
                                                "First four", "First five"};
  return rows < 6 ? std::string(kWords[rows]) : fmt::format("First {}", rows);
}

std::string other_regions(const std::vector<const Analysis*>& analyses, const Site& site) {
  std::string out;
  const double best = site.choices[0].score;
  for (size_t k = 0; k < site.choices.size() && k < 6; ++k) {
    if (k == site.choice) continue;
    const RegionKind& kind = site.choices[k];
    if (k > 0 && kind.score < best - records::kOtherRegion) continue;
    std::string sample;
    for (size_t p = 0; p < kind.candidate.size() && sample.empty(); ++p) {
      if (kind.candidate[p] == RegionKind::npos) continue;
      const records::Outline& outline = analyses[p]->outline();
      const records::Stretch record = analyses[p]->candidates()[kind.candidate[p]].record(0);
      sample = shortened(
          outline.text(outline[record.first].leaf_begin,
                       std::min(outline[record.last].leaf_end, outline[record.first].leaf_begin + 12)),
          60);
    }
    out += fmt::format("  region {}: {}, e.g. {}\n", k + 1, counted(kind.records, "record"), sample);
  }
  return out.empty() ? out : "Other lists here:\n" + out;
}

std::string more_tables(const std::vector<const Analysis*>& analyses, const Site& site,
                        const RecordsView& view) {
  std::string out;
  for (size_t k = 1; k < view.regions && k < site.choices.size(); ++k) {
    if (k == site.choice) continue;
    for (size_t p = 0; p < analyses.size(); ++p) {
      if (site.choices[k].candidate[p] == RegionKind::npos) continue;
      records::Region region = analyses[p]->describe(site.choices[k].candidate[p]);
      Selection selection = records::select_all(region.columns, records::data_columns(region.columns));
      std::vector<const FoundRecord*> rows;
      for (size_t i = 0; i < region.records.size() && i < view.rows; ++i) rows.push_back(&region.records[i]);
      out += fmt::format("region {} of {} (score {:.2f}), {}:\n", k + 1, site.choices.size(),
                         region.confidence, counted(site.choices[k].records, "record"));
      out += grid(rows, selection, 1);
      break;
    }
  }
  return out;
}

void append_columns(std::string& out, const Site& site, const Selection& selection) {
  out += "\"columns\": [";
  for (size_t i = 0; i < selection.columns.size(); ++i) {
    const records::Column& column = site.columns[selection.columns[i]];
    out += fmt::format(
        "{}{{\"name\": {}, \"type\": \"{}\", \"present\": {:.3f}, \"list\": {}, \"link\": {}, \"path\": {}}}",
        i ? ", " : "", json::quote(selection.names[i]), wrap::name_of(column.type), column.present,
        column.list, column.is_link, json::quote(column.path));
  }
  out += "]";
}

void append_why(std::string& out, const Candidate& candidate) {
  out += "\"features\": {";
  for (size_t i = 0; i < records::kFeatures; ++i)
    out += fmt::format("{}\"{}\": {:.4f}", i ? ", " : "", records::kScore[i].name, candidate.features[i]);
  out += "}";
}

}  // namespace

std::string wrapper_name(const std::string& labels) {
  std::string name = labels;
  for (std::string_view ending : {".jsonl", ".labels"})
    if (name.ends_with(ending)) name.resize(name.size() - ending.size());
  return (name.empty() || name.ends_with('/') ? name + "page" : name) + ".wrapper";
}

std::string records_why(const std::vector<const Analysis*>& analyses, const Site& site) {
  std::string out = "Why:\n";
  if (analyses.size() > 1)
    out += fmt::format("  the pages are a {}: {}\n",
                       site.kind == SiteKind::list ? "list" : "set of single entities", site.why);
  if (site.kind != SiteKind::list) return out;
  const RegionKind& kind = site.choices[site.choice];
  for (size_t p = 0; p < analyses.size() && p < kind.candidate.size(); ++p) {
    if (kind.candidate[p] == RegionKind::npos) continue;
    const Analysis& analysis = *analyses[p];
    const Candidate& chosen = analysis.candidates()[kind.candidate[p]];
    const size_t other = kind.candidate[p] == 0 ? 1 : 0;
    const Candidate* runner = other < analysis.candidates().size() ? &analysis.candidates()[other] : nullptr;
    out += "  chosen     " + describe_candidate(analysis, chosen) + "\n";
    if (runner) out += "  runner-up  " + describe_candidate(analysis, *runner) + "\n";
    return out + features_of(chosen, runner);
  }
  return out;
}

std::vector<std::string> left_out_lines(const std::vector<std::string>& pages, const Site& site) {
  std::map<records::Absence, std::vector<size_t>> by_reason;
  for (const records::LeftOut& out : site.left_out) by_reason[out.why].push_back(out.page);
  std::vector<std::string> lines;
  for (const auto& [why, list] : by_reason) {
    std::string names;
    for (size_t i = 0; i < list.size() && i < kNamedPages; ++i) names += (i ? ", " : "") + pages[list[i]];
    if (list.size() > kNamedPages) names += fmt::format(" and {} more", list.size() - kNamedPages);
    lines.push_back(fmt::format("left out: {}: {}", names, words_of(why)));
  }
  return lines;
}

std::string records_table(const std::vector<std::string>& pages, const std::vector<const Analysis*>& analyses,
                          const Site& site, const Selection& selection, const RecordsView& view) {
  std::vector<const FoundRecord*> rows = first_rows(site, view.rows);
  std::string out = fmt::format("{} of {} found", counted(count_records(site), "record"),
                                counted(selection.columns.size(), "field"));
  if (!site.left_out.empty())
    out += fmt::format(" on {} of {}", pages.size() - site.left_out.size(), counted(pages.size(), "page"));
  else if (pages.size() > 1) out += fmt::format(" on {}", counted(pages.size(), "page"));
  if (site.kind == SiteKind::list)
    out += fmt::format(" (region {} of {}, score {:.2f})", site.choice + 1, site.choices.size(),
                       site.confidence);
  else out += " (one record a page)";
  out += rows.empty() ? ".\n" : fmt::format(". {}:\n", first_words(rows.size()));
  if (!rows.empty()) out += grid(rows, selection, 1);
  if (site.kind == SiteKind::list && view.regions > 1) out += more_tables(analyses, site, view);
  else if (site.kind == SiteKind::list) out += other_regions(analyses, site);
  for (const std::string& line : left_out_lines(pages, site)) out += line + "\n";
  if (view.why) out += records_why(analyses, site);
  return out + keep_hint(pages, site, selection, view);
}

std::string records_json(const std::vector<std::string>& pages, const std::vector<const Analysis*>& analyses,
                         const Site& site, const Selection& selection, const RecordsView& view) {
  std::string out = fmt::format(
      "{{\"kind\": \"{}\", \"why\": {}, \"pages\": {}, \"records\": {}, \"score\": {:.4f}, ",
      name_of(site.kind), json::quote(site.why), pages.size(), count_records(site), site.confidence);
  if (view.why && pages.size() > 1)
    out += fmt::format(
        "\"list_share\": {:.4f}, \"own_labels\": {:.4f}, \"leading\": {:.4f}, \"list_records\": {:.2f}, ",
        site.verdict.list_share, site.verdict.own_labels, site.verdict.leading, site.verdict.list_records);
  append_columns(out, site, selection);
  out += ", \"first\": [";
  const std::vector<const FoundRecord*> rows = first_rows(site, view.rows);
  for (size_t r = 0; r < rows.size(); ++r) {
    out += r ? ", {" : "{";
    bool any = false;
    for (size_t c = 0; c < selection.columns.size(); ++c) {
      const std::string text = cell_text(*rows[r], selection.columns[c]);
      if (text.empty()) continue;
      out += fmt::format("{}{}: {}", any ? ", " : "", json::quote(selection.names[c]), json::quote(text));
      any = true;
    }
    out += "}";
  }
  out += "], \"regions\": [";
  for (size_t k = 0; k < site.choices.size(); ++k) {
    const RegionKind& kind = site.choices[k];
    out += fmt::format(
        "{}{{\"region\": {}, \"chosen\": {}, \"records\": {}, \"pages\": {}, \"score\": {:.4f}, "
        "\"repeated\": {:.3f}, \"where\": {}",
        k ? ", " : "", k + 1, site.kind == SiteKind::list && k == site.choice, kind.records, kind.pages,
        kind.score, kind.repeated, json::quote(kind.where));
    for (size_t p = 0; view.why && p < kind.candidate.size(); ++p) {
      if (kind.candidate[p] == RegionKind::npos) continue;
      const Candidate& candidate = analyses[p]->candidates()[kind.candidate[p]];
      out += fmt::format(", \"sum\": {:.4f}, ", candidate.score);
      append_why(out, candidate);
      break;
    }
    out += "}";
  }
  out += "], \"left_out\": [";
  out += joined(site.left_out, [&](const records::LeftOut& one) {
    return fmt::format("{{\"page\": {}, \"why\": {}}}", json::quote(pages[one.page]),
                       json::quote(words_of(one.why)));
  });
  return out + "]}\n";
}

std::string candidates_json(const Analysis& analysis, size_t most) {
  std::string out = "[";
  for (size_t k = 0; k < most && k < analysis.candidates().size(); ++k) {
    const Candidate& candidate = analysis.candidates()[k];
    out += fmt::format("{}{{\"score\": {:.4f}, \"records\": {}, \"core\": {}, \"origin\": \"{}\", ",
                       k ? ", " : "", candidate.score, candidate.heads.size(), candidate.core,
                       name_of(candidate.origin));
    append_why(out, candidate);
    out += "}";
  }
  return out + "]";
}

int report_nothing(const std::vector<const Analysis*>& analyses, const Site& site, const RecordsView& view) {
  size_t texts = 0;
  for (const Analysis* analysis : analyses) texts += analysis->outline().leaves().size();
  std::string hint;
  if (texts == 0) {
    const Document* first = analyses.empty() ? nullptr : &analyses[0]->outline().tree().document();
    if (first) print(first->notes());
    if (first && first->notes().empty()) hint = run::why_empty(*first);
  } else if (!site.choices.empty() && view.region > site.choices.size())
    hint = fmt::format("there {} only {}", site.choices.size() == 1 ? "is" : "are",
                       counted(site.choices.size(), "region"));
  else if (analyses.size() == 1)
    hint = fmt::format(
        "{} {} on the page, but nothing that repeats looks like records; is it one entity? then give several "
        "pages of the site",
        counted(texts, "text"), texts == 1 ? "stands" : "stand");
  else hint = fmt::format("nothing varies between the {}", counted(analyses.size(), "page"));
  print(error(Code::not_found, "no records found", {}, hint));
  return kNothingFound;
}

}  // namespace gleaner::cli
