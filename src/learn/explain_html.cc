// See explain_html.h. The page's style and script, and how marks that overlap become nested elements.
#include "learn/explain_html.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/lists.h"
#include "base/text.h"
#include "html/tree.h"

namespace gleaner::learn {
namespace {

constexpr size_t kMaxSource = 4 << 20;  // a larger source is cut, and says so
constexpr size_t kMaxRecords = 1000;    // what a browser still shows with ease; more are left out

constexpr const char* kStyle = R"css(
:root{color-scheme:light dark;--ink:#1c2330;--quiet:#5b6575;--ground:#f4f5f7;--paper:#fff;--bar:#eceef2;--line:#d4d8df;--mark:86%;--cell:95%}
@media (prefers-color-scheme:dark){:root{--ink:#e4e8ee;--quiet:#a3adbb;--ground:#14181f;--paper:#1b2029;--bar:#252b36;--line:#3a4250;--mark:28%;--cell:20%}}
*{box-sizing:border-box}html,body{margin:0;height:100%;font:14px/1.45 system-ui,sans-serif;color:var(--ink);background:var(--ground)}
body{display:grid;grid-template-rows:auto minmax(0,1fr) fit-content(36vh)}
header{padding:.6rem 1rem;background:#1c2330;color:#fff;display:flex;gap:1rem;align-items:baseline;flex-wrap:wrap}
header h1{font-size:1rem;margin:0;overflow-wrap:anywhere}header span{opacity:.8}
.panes{display:grid;grid-template-columns:1fr 1fr;min-height:0}
.pane{min-width:0;min-height:0;display:flex;flex-direction:column;border-right:1px solid var(--line);background:var(--paper)}
.pane h2{font-size:.75rem;letter-spacing:.05em;text-transform:uppercase;margin:0;padding:.3rem .8rem;color:var(--quiet);background:var(--bar)}
iframe{border:0;width:100%;flex:1;background:#fff;color-scheme:light}
pre{margin:0;padding:.6rem .8rem;overflow:auto;flex:1;font:12px/1.5 ui-monospace,monospace;white-space:pre-wrap;word-break:break-word}
mark{border-radius:2px;cursor:default;background:hsl(var(--h) 80% var(--mark));color:inherit}mark.on,td.on,td:focus{outline:2px solid hsl(var(--h,210) 70% 50%);outline-offset:1px}
.table{overflow:auto;padding:.6rem 1rem;border-top:1px solid var(--line)}table{border-collapse:collapse;background:var(--paper)}
th,td{border:1px solid var(--line);padding:.25rem .5rem;text-align:left;vertical-align:top;max-width:28rem;overflow-wrap:break-word}th{position:sticky;top:-.6rem;background:var(--bar)}
td.v{background:hsl(var(--h) 60% var(--cell));cursor:pointer}td.none{color:var(--quiet);font-style:italic;cursor:help}
#why{position:fixed;right:1rem;bottom:1rem;max-width:min(34rem,calc(100vw - 2rem));max-height:60vh;overflow:hidden;background:#1c2330;color:#fff;padding:.6rem .8rem;border:1px solid #fff3;border-radius:6px;display:none;white-space:pre-wrap;overflow-wrap:anywhere;box-shadow:0 4px 18px #0005}
#why.top{bottom:auto;top:1rem}
details{padding:.2rem 1rem;background:var(--bar)}details p{margin:.1rem 0;font:12px/1.5 ui-monospace,monospace;white-space:pre-wrap}
@media (max-width:50rem){.panes{grid-template-columns:1fr}}
)css";

constexpr const char* kScript = R"js(
const why=document.getElementById('why'),frame=document.querySelector('iframe');
const all=c=>[...document.querySelectorAll(`[data-c~="${c}"]`),...(frame.contentDocument?frame.contentDocument.querySelectorAll(`[data-c~="${c}"]`):[])];
let on=[];
function tell(text,from){why.textContent=text;why.style.display=text?'block':'none';
 why.classList.toggle('top',!!from&&from.ownerDocument===document&&from.getBoundingClientRect().bottom>innerHeight-why.offsetHeight-24)}
function show(c,from){on.forEach(e=>e.classList.remove('on'));on=all(c);on.forEach(e=>{e.classList.add('on');if(from!==e&&!(from&&from.closest('pre')&&e.closest('pre')))e.scrollIntoView({block:'nearest',inline:'nearest'})});
 const cell=document.querySelector(`td[data-c~="${c}"]`);tell(cell&&cell.dataset.why?cell.dataset.why+(on.some(e=>e.ownerDocument!==document)?'':'  shown    in the source only: the page keeps it in an attribute or in data\n'):'',from)}
function at(e){const t=e.target.closest&&e.target.closest('[data-c],td.none');if(!t)return;if(t.dataset.c)show(t.dataset.c.split(' ')[0],t);else show('-'),tell(t.dataset.why,t)}
function listen(d){d.addEventListener('mouseover',at);d.addEventListener('focusin',at)}
function first(){const m=frame.contentDocument&&frame.contentDocument.querySelector('[data-c]'),c=document.querySelector('td[data-c]');
 if(m)m.scrollIntoView({block:'center'});const s=c&&document.querySelector(`pre [data-c~="${c.dataset.c.split(' ')[0]}"]`);if(s)s.scrollIntoView({block:'center'})}
listen(document);frame.addEventListener('load',()=>{try{listen(frame.contentDocument);first()}catch(e){}});
const step={ArrowLeft:[0,-1],ArrowRight:[0,1],ArrowUp:[-1,0],ArrowDown:[1,0]};
document.addEventListener('keydown',e=>{if(e.key==='Escape'){show('-');return}
 const d=step[e.key];if(!d)return;const td=document.activeElement.closest('td'),rows=[...document.querySelectorAll('tbody tr')];
 let r=td?rows.indexOf(td.parentNode):0,c=td?td.cellIndex:0;if(!td&&document.activeElement!==document.body)return;
 do{r+=d[0];c+=d[1]}while(rows[r]&&rows[r].cells[c]&&!rows[r].cells[c].hasAttribute('tabindex'));
 const to=rows[r]&&rows[r].cells[c];if(to){e.preventDefault();to.focus()}});
)js";

// Colours by field, in order of first appearance, far apart on the wheel.
class Hues {
 public:
  int of(const std::string& field) {
    auto [it, added] = hues_.try_emplace(field, int(hues_.size() * 137 % 360));
    return it->second;
  }

 private:
  std::map<std::string, int> hues_;
};

struct Mark {
  uint32_t begin, end;
  size_t cell;
};

std::vector<Mark> marks_of(const std::vector<ExplainedCell>& cells) {
  std::vector<Mark> marks;
  for (size_t i = 0; i < cells.size(); ++i)
    if (cells[i].span && !cells[i].span->empty())
      marks.push_back({cells[i].span->begin, cells[i].span->end, i});
  std::ranges::sort(marks, [](const Mark& a, const Mark& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.end != b.end ? a.end > b.end : a.cell < b.cell;
  });
  return marks;
}

// The text cut at every mark's begin and end; each piece knows the cells that cover it.
template <class Emit>
void for_each_piece(std::string_view text, const std::vector<Mark>& marks, Emit&& emit) {
  std::vector<uint32_t> cuts{0, uint32_t(text.size())};
  for (const Mark& mark : marks) cuts.push_back(mark.begin), cuts.push_back(mark.end);
  sort_unique(cuts);
  std::vector<const Mark*> open;
  size_t next = 0;
  for (size_t i = 0; i + 1 < cuts.size() && cuts[i] < text.size(); ++i) {
    while (next < marks.size() && marks[next].begin <= cuts[i]) open.push_back(&marks[next++]);
    std::erase_if(open, [&](const Mark* mark) { return mark->end <= cuts[i]; });
    emit(text.substr(cuts[i], std::min<size_t>(cuts[i + 1], text.size()) - cuts[i]), cuts[i], open);
  }
}

std::string mark_tag(const std::vector<const Mark*>& open, const std::vector<ExplainedCell>& cells,
                     Hues& hues) {
  std::string ids;
  for (const Mark* mark : open) ids += (ids.empty() ? "" : " ") + std::to_string(mark->cell);
  return fmt::format("<mark data-c=\"{}\" style=\"--h:{}\">", ids, hues.of(cells[open.back()->cell].field));
}

std::string marked_source(const Document& page, const std::vector<ExplainedCell>& cells, Hues& hues) {
  std::string_view text = page.text().substr(0, kMaxSource);
  std::string out;
  for_each_piece(text, marks_of(cells),
                 [&](std::string_view piece, uint32_t, const std::vector<const Mark*>& open) {
                   if (open.empty()) {
                     out += escape_html(piece);
                   } else {
                     out += mark_tag(open, cells, hues) + escape_html(piece) + "</mark>";
                   }
                 });
  if (text.size() < page.text().size()) out += "\n... (the source goes on)";
  return out;
}

// Marks go only into text that a reader sees: not into tags, scripts or titles.
std::vector<Mark> visible_marks(const Document& page, const std::vector<ExplainedCell>& cells) {
  std::vector<Mark> out;
  if (!page.is_html()) return out;
  const html::Tree& tree = page.view<html::Tree>();
  std::vector<Mark> marks = marks_of(cells);
  const html::TagId skip[] = {html::tag_id("script"),   html::tag_id("style"),  html::tag_id("title"),
                              html::tag_id("textarea"), html::tag_id("option"), html::tag_id("noscript")};
  std::vector<Span> texts;
  for (html::NodeId n = 0; n < tree.size(); ++n)
    if (tree.is_text(n) && !contains(skip, tree.tag(tree.parent(n)))) texts.push_back(tree.text_span(n));
  std::ranges::sort(texts);
  for (const Mark& mark : marks) {
    auto it = std::lower_bound(texts.begin(), texts.end(), mark.begin,
                               [](Span s, uint32_t at) { return s.end <= at; });
    for (; it != texts.end() && it->begin < mark.end; ++it) {
      uint32_t begin = std::max(mark.begin, it->begin), end = std::min(mark.end, it->end);
      if (begin < end) out.push_back({begin, end, mark.cell});
    }
  }
  return out;
}

std::string marked_page(const Document& page, const std::vector<ExplainedCell>& cells, Hues& hues,
                        const std::string& shown) {
  std::string out =
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
      "img-src data:\">"
      "<style>mark[data-c]{background:hsl(var(--h) 80% "
      "82%)!important;color:#111!important}mark.on{outline:2px solid hsl(var(--h) 70% 40%)}</style>";
  if (!shown.empty()) return out + shown;
  std::string_view text = page.text().substr(0, kMaxSource);
  if (!page.is_html()) return out + "<pre>" + marked_source(page, cells, hues) + "</pre>";
  for_each_piece(text, visible_marks(page, cells),
                 [&](std::string_view piece, uint32_t, const std::vector<const Mark*>& open) {
                   if (open.empty()) out += piece;
                   else out += mark_tag(open, cells, hues) + std::string(piece) + "</mark>";
                 });
  return out;
}

std::string why_of(const ExplainedCell& cell, const Document& page) {
  return escape_html(format_text(cell, page));
}

// Columns in the order given, then as they come; an absent nested record is told in its first column.
std::vector<std::string> columns_of(const std::vector<ExplainedCell>& cells,
                                    const std::vector<std::string>& order) {
  std::vector<std::string> fields;
  auto add = [&](const std::string& field) { add_new(fields, field); };
  auto used = [&](const std::string& field) {
    return std::ranges::any_of(cells, [&](const ExplainedCell& c) { return c.field == field; });
  };
  for (const std::string& field : order)
    if (used(field)) add(field);
  for (const ExplainedCell& cell : cells)
    if (!cell.absent) add(cell.field);
  for (const ExplainedCell& cell : cells)
    if (std::ranges::none_of(
            fields, [&](const std::string& f) { return f == cell.field || f.starts_with(cell.field + "."); }))
      add(cell.field);
  return fields;
}

std::string table(const Document& page, const std::vector<ExplainedCell>& cells, Hues& hues,
                  const std::vector<std::string>& order) {
  std::vector<std::string> fields = columns_of(cells, order);
  auto column = [&](const ExplainedCell& cell) {
    for (const std::string& field : fields)
      if (field == cell.field || (cell.absent && field.starts_with(cell.field + "."))) return field;
    return cell.field;
  };
  std::string out = "<table><thead><tr><th>#</th>";
  for (const std::string& field : fields) out += "<th>" + escape_html(field) + "</th>";
  out += "</tr></thead><tbody>";
  std::map<size_t, std::map<std::string, std::vector<size_t>>> rows;
  for (size_t i = 0; i < cells.size(); ++i) rows[cells[i].record][column(cells[i])].push_back(i);
  for (const auto& [record, row] : rows) {
    out += fmt::format("<tr><td>{}</td>", record);
    for (const std::string& field : fields) {
      auto it = row.find(field);
      if (it == row.end()) {
        out += "<td></td>";
        continue;
      }
      const ExplainedCell& first = cells[it->second.front()];
      if (first.absent) {
        out += fmt::format("<td class=none tabindex=0 data-why=\"{}\">absent</td>", why_of(first, page));
        continue;
      }
      std::string ids, text, why;
      for (size_t i : it->second) {
        ids += (ids.empty() ? "" : " ") + std::to_string(i);
        text += (text.empty() ? "" : "<br>") + escape_html(cells[i].text);
        why += why_of(cells[i], page);
      }
      out += fmt::format("<td class=v tabindex=0 data-c=\"{}\" data-why=\"{}\" style=\"--h:{}\">{}</td>", ids,
                         why, hues.of(field), text);
    }
    out += "</tr>";
  }
  return out + "</tbody></table>";
}

}  // namespace

std::string explanation_html(const Document& page, const std::vector<ExplainedCell>& all_cells,
                             const HtmlOptions& options) {
  std::vector<ExplainedCell> cells;
  size_t last = 0, records = 0;  // the cells come record by record
  for (const ExplainedCell& cell : all_cells) {
    if (!records || cell.record != last) ++records, last = cell.record;
    if (records <= kMaxRecords) cells.push_back(cell);
  }
  const std::string cut =
      records > kMaxRecords
          ? fmt::format(" Shown are {} of {} records; --record N shows another.", kMaxRecords, records)
          : std::string();
  Hues hues;
  for (const ExplainedCell& cell : cells) hues.of(cell.field);
  size_t values = size_t(std::ranges::count_if(cells, [](const ExplainedCell& c) { return !c.absent; }));
  std::string rules;
  for (const std::string& rule : options.rules) rules += "<p>" + escape_html(rule) + "</p>";
  if (!rules.empty()) rules = "<details><summary>Rules</summary>" + rules + "</details>";
  // also where a page would lead its frame to: nowhere
  return fmt::format(
      "<!doctype html><html lang=en><meta charset=utf-8>"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
      "style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\">"
      "<meta name=viewport content=\"width=device-width\"><title>{0}</title><style>{1}</style>"
      "<body><header><h1>{0}</h1><span>{2} values, {3} absent. Point at a value, or walk the table with the "
      "arrow keys, to "
      "see where it stands and why.{9}</span></header>"
      "<div class=panes><div class=pane><h2>Page</h2><iframe sandbox=\"allow-same-origin\" title=\"the page "
      "with its values marked\" srcdoc=\"{4}\"></iframe></div>"
      "<div class=pane><h2>Source</h2><pre>{5}</pre></div></div>"
      "<div class=table>{6}{7}</div><div id=why role=status></div><script>{8}</script></body></html>\n",
      escape_html(options.title), kStyle, values, cells.size() - values,
      escape_html(marked_page(page, cells, hues, options.shown)), marked_source(page, cells, hues), rules,
      table(page, cells, hues, options.columns), kScript, cut);
}

}  // namespace gleaner::learn
