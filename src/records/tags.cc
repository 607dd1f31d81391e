// See tags.h. The sets.
#include "records/tags.h"

#include <initializer_list>
#include <string_view>

namespace gleaner::records {

using html::tag_id;

Tags::Tags() {
  auto mark = [this](uint8_t bit, std::initializer_list<std::string_view> names) {
    for (std::string_view name : names) {
      html::TagId id = tag_id(name);
      if (id == 0) continue;
      if (bits_.size() <= id) bits_.resize(id + 1);
      bits_[id] |= bit;
    }
  };
  mark(kSkip, {"script", "style", "noscript", "template", "head", "select", "option", "iframe", "object",
               "svg", "textarea", "title", "meta", "link"});
  mark(kFormatting, {"b",   "i",   "em", "strong", "font", "u", "small",  "big", "tt",   "code", "mark",
                     "sup", "sub", "br", "wbr",    "nobr", "s", "strike", "q",   "cite", "abbr", "hr"});
  mark(kBlock, {"div",        "p",       "li",       "ul",         "ol",     "table",  "thead",
                "tbody",      "tfoot",   "caption",  "tr",         "td",     "th",     "h1",
                "h2",         "h3",      "h4",       "h5",         "h6",     "dl",     "dt",
                "dd",         "section", "article",  "header",     "footer", "nav",    "aside",
                "main",       "form",    "fieldset", "blockquote", "pre",    "center", "figure",
                "figcaption", "address", "details",  "summary",    "body",   "img",    "input",
                "button",     "video",   "audio",    "canvas",     "embed",  "br",     "hr"});
  mark(kHeading, {"h1", "h2", "h3", "h4", "h5", "h6"});
  a = tag_id("a"), br = tag_id("br"), hr = tag_id("hr"), img = tag_id("img"), span = tag_id("span");
  td = tag_id("td"), th = tag_id("th"), tr = tag_id("tr"), thead = tag_id("thead");
  dt = tag_id("dt"), dd = tag_id("dd"), li = tag_id("li"), label = tag_id("label"), body = tag_id("body"),
  html = tag_id("html");
  style = tag_id("style"), title = tag_id("title"), meta = tag_id("meta");
}

const Tags& Tags::get() {
  static const Tags tags;
  return tags;
}

}  // namespace gleaner::records
