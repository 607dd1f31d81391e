// See query_page.h. One file without anything from elsewhere: styles and the few lines of script are in it.
#include "query_page.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "base/lists.h"
#include "base/text.h"
#include "web/server.h"

namespace gleaner::cli {
namespace {

using script::Kind;
using script::Value;

constexpr size_t kAround = 60;  // bytes of the page shown before and behind a value
constexpr int kMaxNested = 20;

constexpr const char* kStyle = R"(<style>
:root{color-scheme:light dark;--line:#d8dde3;--head:#f1f4f7;--link:#0b62c4;--soft:#667}
@media (prefers-color-scheme:dark){:root{--line:#3a4250;--head:#232a35;--link:#7db4ff;--soft:#9aa5b5}body{background:#14181f;color:#e4e8ee}}
body{font:15px/1.45 system-ui,sans-serif;margin:1.5rem}
h1{font-size:1.05rem;font-family:ui-monospace,monospace;font-weight:600}
.bar{display:flex;gap:1rem;align-items:center;margin:.8rem 0}
input{font:inherit;padding:.3rem .6rem;min-width:16rem}
table{border-collapse:collapse}
th,td{border:1px solid var(--line);padding:.25rem .6rem;text-align:left;vertical-align:top}
#answer>thead th{background:var(--head);position:sticky;top:0;padding:0}
th button{all:unset;cursor:pointer;padding:.3rem .6rem;display:block;font-weight:600}
th button:focus-visible{outline:2px solid var(--link)}
th[aria-sort=ascending] button::after{content:" \2191"}th[aria-sort=descending] button::after{content:" \2193"}
td.n{text-align:right;font-variant-numeric:tabular-nums}
td.null{color:var(--soft)}
a{color:var(--link)}
details{display:inline-block;margin-left:.4rem;font-size:.85em;color:var(--soft)}
summary{cursor:pointer;list-style:none}summary::before{content:"why"}
details pre{white-space:pre-wrap;max-width:34rem;margin:.3rem 0}
mark{background:#ffe680;color:#111}
tr[hidden]{display:none}
</style>)";

constexpr const char* kScript = R"(<script>
const table=document.getElementById('answer'),body=table.tBodies[0],count=document.getElementById('count');
const key=c=>c.dataset.v;
function sort(i,th){const down=th.getAttribute('aria-sort')==='ascending';
for(const o of table.tHead.rows[0].cells)o.removeAttribute('aria-sort');
th.setAttribute('aria-sort',down?'descending':'ascending');
const rows=[...body.rows];rows.sort((a,b)=>{const x=key(a.cells[i]),y=key(b.cells[i]);
if(x===undefined||y===undefined)return (x===undefined)-(y===undefined);
const n=Number(x)-Number(y);const c=x!==''&&y!==''&&!Number.isNaN(n)?n:x.localeCompare(y);return down?-c:c});
for(const r of rows)body.append(r)}
[...table.tHead.rows[0].cells].forEach((th,i)=>th.firstChild.addEventListener('click',()=>sort(i,th)));
document.getElementById('filter').addEventListener('input',e=>{const words=e.target.value.toLowerCase().split(/\s+/);let n=0;
for(const r of body.rows){const t=r.textContent.toLowerCase();r.hidden=!words.every(w=>t.includes(w));n+=!r.hidden}
count.textContent=n+' of '+body.rows.length+' rows'});
</script>)";

class Page {
 public:
  explicit Page(std::string from) : from_(std::move(from)) {}

  std::string of(const Value& answer, const std::string& title) {
    std::vector<Value> rows = answer.is(Kind::list) ? answer.as_list().items : std::vector<Value>{answer};
    std::vector<std::string> columns =
        answer.is(Kind::list) ? answer.as_list().columns : std::vector<std::string>();
    for (const Value& row : rows) add_columns(row, columns);
    if (columns.empty()) columns.push_back("value");
    std::string out =
        "<!doctype html>\n<html lang=en><head><meta charset=utf-8><meta name=viewport "
        "content=\"width=device-width\"><title>" +
        escape_html(title) + "</title>" + kStyle + "</head><body>\n<h1>" + escape_html(title) +
        "</h1>\n<div class=bar><input id=filter type=search placeholder=\"Filter rows\" aria-label=\"Filter rows\">"
        "<span id=count>" +
        fmt::format("{} rows", rows.size()) + "</span></div>\n<table id=answer><thead><tr>";
    for (const std::string& name : columns) out += "<th><button>" + escape_html(name) + "</button></th>";
    out += "</tr></thead><tbody>\n";
    for (const Value& row : rows) {
      out += "<tr>";
      for (const std::string& name : columns) out += cell(field(row, name, columns.size()));
      out += "</tr>\n";
    }
    return out + "</tbody></table>\n" + kScript + "</body></html>\n";
  }

 private:
  static void add_columns(const Value& row, std::vector<std::string>& columns) {
    if (const script::Fields* fields = fields_in(row))
      for (const auto& one : *fields) add_new(columns, one.first);
  }
  static Value field(const Value& row, const std::string& name, size_t columns) {
    const script::Fields* fields = fields_in(row);
    if (!fields) return columns == 1 ? row : Value();
    for (const auto& one : *fields)
      if (one.first == name) return one.second;
    return Value();
  }

  std::string cell(const Value& v) {
    if (v.is_null()) return "<td class=null></td>";
    const auto number = v.is_number() || v.is(Kind::exact) || (v.is_text() && v.as_text().typed)
                            ? script::to_number(v)
                            : std::nullopt;
    const bool plain = !v.is(Kind::list) && !fields_in(v);
    std::string out = number ? "<td class=n" : "<td";
    if (plain) out += " data-v=\"" + escape_html(script::to_text(v)) + "\"";
    return out + ">" + shown(v, 0) + "</td>";
  }

  std::string shown(const Value& v, int depth) {
    if (v.is_null()) return "";
    if (depth > kMaxNested) return "...";
    if (const script::Fields* fields = fields_in(v)) {
      std::string out = "<table>";
      for (const auto& [name, value] : *fields)
        out += "<tr><th>" + escape_html(name) + "</th><td>" + shown(value, depth + 1) + "</td></tr>";
      return out + "</table>";
    }
    if (v.is(Kind::list)) {
      std::string out = "<table>";
      for (const Value& item : v.as_list().items) out += "<tr><td>" + shown(item, depth + 1) + "</td></tr>";
      return out + "</table>";
    }
    return escape_html(script::to_text(v)) + why(v);
  }

  // Where a value stands, a link to its page, and the words around it.
  std::string why(const Value& v) {
    if (!v.is_text() || !v.as_text().page || !v.as_text().span) return "";
    const script::Text& text = v.as_text();
    const Document& page = *text.page;
    const std::string_view all = page.text();
    const Span span = *text.span;
    if (span.end > all.size() || span.begin > span.end) return "";
    size_t begin = span.begin > kAround ? span.begin - kAround : 0,
           end = std::min<size_t>(all.size(), span.end + kAround);
    while (begin > 0 && is_utf8_tail(all[begin])) --begin;
    while (end < all.size() && is_utf8_tail(all[end])) ++end;
    const Span bytes = page.to_bytes(span);
    std::string words = fmt::format("bytes {} to {}", bytes.begin, bytes.end);
    if (!text.rule.empty()) words += ", rule " + text.rule;
    if (text.typed) words += ", written: " + text.string;
    return "<details><summary></summary><a href=\"" + escape_html(link(page)) + "\">" +
           escape_html(page.name()) + "</a>, " + escape_html(words) + "<pre>" +
           escape_html(all.substr(begin, span.begin - begin)) + "<mark>" +
           escape_html(all.substr(span.begin, span.size())) + "</mark>" +
           escape_html(all.substr(span.end, end - span.end)) + "</pre></details>";
  }

  std::string link(const Document& page) const {
    const std::string& name = page.url().empty() ? page.name() : page.url();
    if (name.starts_with("http://") || name.starts_with("https://")) return name;
    std::error_code failed;
    const auto near = std::filesystem::proximate(page.name(), from_.empty() ? "." : from_, failed);
    std::string out;
    for (const auto& part : failed ? std::filesystem::path(page.name()) : near)
      out += (out.empty() || out.ends_with('/') ? "" : "/") +
             (part == "/" ? "/" : web::escape_url(part.string()));
    return out;
  }

  std::string from_;
};

}  // namespace

std::string query_page(const Value& answer, const std::string& title, const std::string& from) {
  return Page(from).of(answer, title);
}

}  // namespace gleaner::cli
