// See tags.h. The sets.
#include "html/tags.h"

#include <initializer_list>
#include <string_view>

namespace gleaner::html {

const Tags& Tags::all() {
  static const Tags kTags;
  return kTags;
}

Tags::Tags() {
  const auto mark = [this](int traits, std::initializer_list<std::string_view> names) {
    for (const std::string_view name : names)
      if (const TagId tag = tag_id(name); tag && tag < traits_.size()) traits_[tag] |= uint16_t(traits);
  };
  mark(kUnseen | kOffPage, {"script", "style", "template", "noscript"});
  mark(kOffPage,
       {"head", "title", "meta", "link", "base", "iframe", "object", "noframes", "noembed", "datalist"});
  mark(kChoice, {"select", "option", "textarea"});
  mark(kBlock, {"address",    "article", "aside",  "blockquote", "body",   "br",       "caption", "center",
                "dd",         "details", "dialog", "dir",        "div",    "dl",       "dt",      "fieldset",
                "figcaption", "figure",  "footer", "form",       "h1",     "h2",       "h3",      "h4",
                "h5",         "h6",      "header", "hgroup",     "hr",     "html",     "legend",  "li",
                "listing",    "main",    "menu",   "nav",        "ol",     "optgroup", "option",  "p",
                "plaintext",  "pre",     "search", "section",    "select", "summary",  "table",   "tbody",
                "td",         "tfoot",   "th",     "thead",      "tr",     "ul",       "xmp",     "textarea",
                "button",     "input",   "img",    "video",      "audio",  "svg",      "canvas",  "embed"});
  mark(kBreak, {"br", "wbr", "hr"});
  mark(kStyling | kFormatting, {"abbr", "b", "big", "cite", "code", "em", "font", "i", "mark", "nobr", "q",
                                "s", "small", "strike", "strong", "sub", "sup", "tt", "u"});
  mark(kFormatting, {"a", "acronym", "bdi", "bdo", "blink", "data", "del", "dfn", "ins", "kbd", "label",
                     "samp", "span", "time", "var", "wbr"});
  mark(kVoid, {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
               "track", "wbr"});
  mark(kHeading | kTelling | kLabelling, {"h1", "h2", "h3", "h4", "h5", "h6"});
  mark(kTelling, {"title", "address", "dt", "dd", "th", "figcaption", "time"});
  mark(kLabelling, {"b", "strong", "th", "dt", "label", "em", "i"});
  mark(kCell, {"td", "th"});
  mark(kDrawing, {"svg"});
  a = tag_id("a"), b = tag_id("b"), body = tag_id("body"), br = tag_id("br"), caption = tag_id("caption");
  dd = tag_id("dd"), del = tag_id("del"), dt = tag_id("dt"), head = tag_id("head"), hr = tag_id("hr"),
  html = tag_id("html");
  img = tag_id("img"), label = tag_id("label"), li = tag_id("li"), link = tag_id("link"),
  meta = tag_id("meta");
  s = tag_id("s"), span = tag_id("span"), strike = tag_id("strike"), strong = tag_id("strong"),
  style = tag_id("style"), table = tag_id("table");
  tbody = tag_id("tbody"), td = tag_id("td"), tfoot = tag_id("tfoot"), th = tag_id("th"),
  thead = tag_id("thead");
  title = tag_id("title"), tr = tag_id("tr");
}

}  // namespace gleaner::html
