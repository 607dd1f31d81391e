// See trace.h. The page's script, its data, and the sink that gathers the marks.
#include "grammar/trace.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/json.h"
#include "base/lists.h"
#include "base/text.h"

namespace gleaner::grammar {
namespace {

// Everything the page does: it cuts the source into chunks at line ends, and draws a chunk when it comes into
// view. Offsets in the data are UTF-16 units, which is what scripts in a page count.
constexpr const char* kStyle = R"(
:root{color-scheme:light dark;--line:#d7dce2;--quiet:#5b6570;--ink:#1b1f24;--paper:#fff;--side:#f7f8fa;--hover:#eef1f5;--hatch:#e3e5e8;--hatch2:#f1f2f4;--mark:86%}
@media (prefers-color-scheme:dark){:root{--line:#3a4250;--quiet:#a3adbb;--ink:#e4e8ee;--paper:#1b2029;--side:#14181f;--hover:#2c3440;--hatch:#39414d;--hatch2:#2a313b;--mark:28%}}
*{box-sizing:border-box}
body{margin:0;font:14px/1.45 system-ui,sans-serif;color:var(--ink);background:var(--paper);display:grid;grid-template-columns:19rem 1fr;height:100vh}
aside{border-right:1px solid var(--line);padding:1rem;overflow:auto;background:var(--side)}
h1{font-size:1rem;margin:0 0 .2rem;overflow-wrap:anywhere}
aside p{margin:.1rem 0 .6rem;color:var(--quiet)}
label{display:flex;gap:.45rem;align-items:baseline;padding:.1rem 0;cursor:pointer}
label small{color:var(--quiet);margin-left:auto;font-variant-numeric:tabular-nums}
h2{font-size:.78rem;text-transform:uppercase;letter-spacing:.05em;color:var(--quiet);margin:1rem 0 .3rem}
.key{display:inline-block;width:.9rem;height:.9rem;border-radius:3px;flex:none;align-self:center}
nav{display:flex;gap:.4rem;margin:.4rem 0;align-items:center}
button{font:inherit;padding:.2rem .6rem;border:1px solid var(--line);border-radius:5px;background:var(--paper);color:inherit;cursor:pointer}
button:hover{background:var(--hover)}button:disabled{opacity:.45;cursor:default}
main{overflow:auto;padding:1rem 1.2rem;position:relative}
pre{margin:0;font:13px/1.6 ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:anywhere;min-height:1.6em}
.v{border-radius:3px;background:hsl(var(--h) 70% var(--mark))}
.r{box-shadow:inset 0 -2px 0 hsl(var(--h) 55% 48%)}
.r .r{box-shadow:inset 0 -2px 0 hsl(var(--h) 55% 48%),inset 0 -4px 0 var(--paper)}
.s{background:repeating-linear-gradient(45deg,var(--hatch) 0 4px,var(--hatch2) 4px 8px);color:var(--quiet);border-radius:3px}
.s.now{outline:2px solid #c22;outline-offset:1px}
.no-r .r{box-shadow:none}.no-v .v{background:none}.no-s .s{background:none;color:inherit}
#tip{position:fixed;z-index:9;display:none;max-width:34rem;background:#1b1f24;color:#fff;padding:.4rem .6rem;border-radius:6px;font-size:12.5px;pointer-events:none;white-space:pre-wrap}
@media (max-width:45rem){body{grid-template-columns:1fr;grid-template-rows:fit-content(40vh) 1fr}aside{border-right:0;border-bottom:1px solid var(--line)}}
)";

constexpr const char* kScript = R"(
const D=JSON.parse(document.getElementById('data').textContent),T=document.getElementById('text').textContent.slice(1);
const main=document.querySelector('main'),tip=document.getElementById('tip');
const KINDS=['r','v','s'],hue=(k,n)=>k==1?(200+D.bindings[n][3]*67)%360:(30+n*67)%360;
// marks: kind, number, begin, length, in order of their beginning; an outer mark stands before the marks
// inside it
const M=D.marks,N=M.length/4,B=[],chunks=[];
{let at=0;for(let i=0;i<N;i++){at+=M[i*4+2];B.push(at)}}
const END=i=>B[i]+M[i*4+3];
{let at=0;while(at<T.length){let end=Math.min(T.length,at+6000);const line=T.indexOf('\n',end);
 if(line>=0&&line-end<4000)end=line+1;chunks.push([at,end]);at=end}}
// for each chunk: the marks open at its beginning and the first that begins in it
const starts=[];{let i=0,open=[];for(const [b] of chunks){while(i<N&&B[i]<b){open.push(i);i++}
 open=open.filter(j=>END(j)>b);starts.push([i,open.slice()])}}
function node(i){const k=M[i*4],n=M[i*4+1],s=document.createElement('span');s.className=KINDS[k];
 if(k<2)s.style.setProperty('--h',hue(k,n));s.dataset.i=i;return s}
function draw(c){const [b,e]=chunks[c],pre=c2e[c];if(pre.firstChild)return;let at=b,stack=[pre];
 const ends=[];const text=to=>{if(to>at){stack[stack.length-1].append(T.slice(at,to));at=to}};
 const open=i=>{const s=node(i);stack[stack.length-1].append(s);stack.push(s);ends.push(Math.min(END(i),e))};
 const close=to=>{while(ends.length&&ends[ends.length-1]<=to){text(ends[ends.length-1]);ends.pop();stack.pop()}};
 let [i,outer]=starts[c];outer.forEach(open);
 for(;i<N&&B[i]<e;i++){close(B[i]);text(B[i]);open(i)}close(e);text(e);pre.style.minHeight=''}
function erase(c){const pre=c2e[c];if(!pre.firstChild)return;pre.style.minHeight=pre.offsetHeight+'px';pre.textContent=''}
const c2e=chunks.map(([b,e],c)=>{const pre=document.createElement('pre');pre.dataset.c=c;
 const lines=T.slice(b,e).split('\n').reduce((n,l)=>n+1+Math.floor(l.length/130),0)-1;
 pre.style.minHeight=lines*20.8+'px';main.append(pre);return pre});
const seen=new IntersectionObserver(es=>es.forEach(x=>x.isIntersecting?draw(+x.target.dataset.c):erase(+x.target.dataset.c)),
 {root:main,rootMargin:'1200px'});c2e.forEach(p=>seen.observe(p));
function words(i){const k=M[i*4],n=M[i*4+1];if(k==2)return 'skipped: nothing in the grammar matches here';
 if(k==0){const r=D.rules[n];return 'rule '+r[0]+'  ('+D.file+':'+r[1]+')\n'+r[2]}
 const v=D.bindings[n];return v[0]+(v[1]?' +=':' =')+'  in rule '+D.rules[v[2]][0]+'  ('+D.file+':'+D.rules[v[2]][1]+')'}
main.addEventListener('mousemove',ev=>{let s=ev.target.closest('span[data-i]'),out=[];
 while(s){const k=M[s.dataset.i*4];if(!main.classList.contains('no-'+KINDS[k]))out.push(words(+s.dataset.i));s=s.parentElement.closest('span[data-i]')}
 tip.style.display=out.length?'block':'none';tip.textContent=out.join('\n\n');
 tip.style.left=Math.min(ev.clientX+14,innerWidth-tip.offsetWidth-8)+'px';
 tip.style.top=(ev.clientY+18+tip.offsetHeight>innerHeight?ev.clientY-tip.offsetHeight-10:ev.clientY+18)+'px'});
main.addEventListener('mouseleave',()=>tip.style.display='none');
document.querySelectorAll('input[data-layer]').forEach(x=>x.onchange=()=>main.classList.toggle('no-'+x.dataset.layer,!x.checked));
const skips=[];for(let i=0;i<N;i++)if(M[i*4]==2)skips.push(i);
let now=-1;const where=document.getElementById('where');
function chunkOf(p){let a=0,b=chunks.length-1;while(a<b){const m=(a+b+1)>>1;if(chunks[m][0]<=p)a=m;else b=m-1}return a}
function go(d){if(!skips.length)return;now=(now+d+skips.length)%skips.length;const i=skips[now],c=chunkOf(B[i]);
 document.querySelectorAll('.now').forEach(x=>x.classList.remove('now'));draw(c);
 const s=c2e[c].querySelector('[data-i="'+i+'"]');if(s){s.classList.add('now');s.scrollIntoView({block:'center'})}
 where.textContent=(now+1)+' of '+skips.length}
document.getElementById('next').onclick=()=>go(1);document.getElementById('previous').onclick=()=>go(-1);
document.addEventListener('keydown',e=>{if(e.key=='n')go(1);if(e.key=='p')go(-1)});
if(!skips.length){document.getElementById('next').disabled=document.getElementById('previous').disabled=true;where.textContent='none'}
else where.textContent=skips.length+' in all';
)";

// A browser reads no carriage return and no zero byte as they are written.
std::string escape(std::string_view text) {
  std::string out;
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find_first_of(std::string_view("\r\0", 2), at), text.size());
    append_html(out, text.substr(at, end - at));
    if (end < text.size()) out += text[end] == '\r' ? "&#13;" : "\xEF\xBF\xBD";
    at = end + 1;
  }
  return out;
}

// A text for a <script> element of data: nothing in it may end the element.
std::string data_safe(const std::string& json) {
  std::string out;
  for (const char c : json) c == '<' ? out += "\\u003c" : out += c;
  return out;
}

// Byte offsets in increasing order -> UTF-16 units.
class Units {
 public:
  explicit Units(std::string_view text) : text_(text) {}
  uint64_t at(uint64_t byte) {
    if (byte < byte_) byte_ = units_ = 0;
    for (; byte_ < byte && byte_ < text_.size(); ++byte_) {
      const uint8_t c = uint8_t(text_[byte_]);
      if ((c & 0xC0) != 0x80) units_ += c >= 0xF0 ? 2 : 1;
    }
    return units_;
  }

 private:
  std::string_view text_;
  uint64_t byte_ = 0, units_ = 0;
};

// A variable of a rule: all its assignments have one colour.
struct Coloured {
  uint32_t rule, variable;
  uint64_t uses = 0;
};

std::vector<Coloured> variables_of(const Program& program) {
  std::vector<Coloured> out;
  for (const Binding& b : program.bindings)
    if (std::ranges::none_of(out,
                             [&](const Coloured& c) { return c.rule == b.rule && c.variable == b.variable; }))
      out.push_back({b.rule, b.variable});
  return out;
}

size_t colour_of(const std::vector<Coloured>& variables, const Binding& b) {
  size_t i = 0;
  while (variables[i].rule != b.rule || variables[i].variable != b.variable) ++i;
  return i;
}

std::string data_of(const Program& program, std::string_view text, const TraceSink& trace) {
  const Grammar& grammar = *program.grammar;
  std::string out = "{\"file\":" + json::quote(grammar.file) + ",\"rules\":[";
  for (size_t i = 0; i < grammar.rules.size(); ++i) {
    const Rule& rule = grammar.rules[i];
    std::string body = grammar.source.substr(rule.begin, std::min<size_t>(rule.end - rule.begin, 400));
    out += fmt::format("{}[{},{},{}]", i ? "," : "", json::quote(rule.name), grammar.line_of(rule.offset),
                       json::quote(body));
  }
  out += "],\"bindings\":[";
  const std::vector<Coloured> variables = variables_of(program);
  for (size_t i = 0; i < program.bindings.size(); ++i) {
    const Binding& b = program.bindings[i];
    out += fmt::format("{}[{},{},{},{}]", i ? "," : "",
                       json::quote(grammar.rules[b.rule].variables[b.variable].name), b.append ? 1 : 0,
                       b.rule, colour_of(variables, b));
  }
  out += "],\"marks\":[";
  Units begins(text), ends(text);
  // Ends are not in order: they are mapped through a sorted copy.
  std::vector<uint64_t> sorted = mapped(trace.marks, [](const auto& m) { return m.end; });
  std::ranges::sort(sorted);
  std::vector<uint64_t> moved = mapped(sorted, [&](uint64_t end) { return ends.at(end); });
  uint64_t before = 0;
  for (size_t i = 0; i < trace.marks.size(); ++i) {
    const auto& m = trace.marks[i];
    const uint64_t begin = begins.at(m.begin);
    const uint64_t end =
        moved[size_t(std::lower_bound(sorted.begin(), sorted.end(), m.end) - sorted.begin())];
    out += fmt::format("{}{},{},{},{}", i ? "," : "", int(m.kind), m.number, begin - before, end - begin);
    before = begin;
  }
  return out + "]}";
}

}  // namespace

void TraceSink::take(const Event* events, size_t count) {
  for (const Event* e = events; e != events + count; ++e) {
    switch (e->op) {
      case Op::enter:
      case Op::begin:
      case Op::skip_begin:
        open_.push_back(marks.size());
        marks.push_back({e->op == Op::enter   ? Kind::rule
                         : e->op == Op::begin ? Kind::variable
                                              : Kind::skip,
                         e->op == Op::skip_begin ? 0 : e->argument, e->position, e->position});
        break;
      case Op::exit:
      case Op::end:
      case Op::skip_end:
        if (open_.empty()) break;
        marks[open_.back()].end = e->position;
        open_.pop_back();
        break;
      default: break;
    }
  }
}

std::string trace_page(const Program& program, std::string_view text, const std::string& name,
                       const TraceSink& trace, const Coverage& coverage) {
  const Grammar& grammar = *program.grammar;
  std::vector<uint64_t> uses(grammar.rules.size());
  uint64_t variables = 0, rules = 0;
  std::vector<Coloured> coloured = variables_of(program);
  for (const auto& m : trace.marks) {
    if (m.kind == TraceSink::Kind::rule) ++uses[m.number], ++rules;
    if (m.kind != TraceSink::Kind::variable) continue;
    ++variables;
    ++coloured[colour_of(coloured, program.bindings[m.number])].uses;
  }
  std::string names;
  for (size_t i = 0; i < coloured.size(); ++i)
    names += fmt::format(
        "<label><span class=key style=\"background:hsl({} 70% var(--mark))\">"
        "</span>{}<small>{} in {}</small></label>",
        (200 + i * 67) % 360, escape(grammar.rules[coloured[i].rule].variables[coloured[i].variable].name),
        coloured[i].uses, escape(grammar.rules[coloured[i].rule].name));
  std::string list;
  for (size_t i = 0; i < grammar.rules.size(); ++i)
    list += fmt::format(
        "<label><span class=key style=\"background:hsl({} 55% 48%)\"></span>{}<small>{}</small></label>",
        (30 + i * 67) % 360, escape(grammar.rules[i].name), uses[i]);
  const double total = coverage.total ? double(coverage.total) : 1;
  return fmt::format(
      "<!doctype html><meta charset=utf-8><title>{0}: {1}</title><style>{2}</style>"
      "<aside><h1>{0}</h1><p>read by rule {1} of {3}</p>"
      "<p>{4:.2f} % matched, {5:.2f} % in variables, {6:.2f} % skipped</p>"
      "<h2>Show</h2>"
      "<label><input type=checkbox checked data-layer=r> rules (underlined)<small>{7}</small></label>"
      "<label><input type=checkbox checked data-layer=v> variables (coloured)<small>{8}</small></label>"
      "<label><input type=checkbox checked data-layer=s> skipped (hatched)<small>{9}</small></label>"
      "<h2>Skipped portions</h2><nav><button id=previous title=\"key p\">Previous</button><button id=next "
      "title=\"key n\">Next</button>"
      "<span id=where></span></nav>"
      "<h2>Variables</h2>{14}<h2>Rules</h2>{10}</aside><main></main><div id=tip></div>"
      "<script type=application/json id=data>{11}</script><textarea id=text "
      "hidden>|{12}</textarea><script>{13}</script>\n",
      escape(name), escape(grammar.rules[program.entry].name), kStyle, escape(grammar.file),
      100.0 * double(coverage.matched()) / total, 100.0 * double(coverage.assigned) / total,
      100.0 * double(coverage.skipped) / total, rules, variables, coverage.skips, list,
      data_safe(data_of(program, text, trace)), escape(text), kScript, names);
}

}  // namespace gleaner::grammar
