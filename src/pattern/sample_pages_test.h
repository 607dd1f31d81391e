// Pages of a small invented shop and helpers to learn from and look at them. For tests only.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "page/document.h"
#include "pattern/learn/learner.h"
#include "wrap/label.h"
#include "wrap/wrapper.h"
#include "wrap/wrapper_file.h"

namespace gleaner::pattern::testing_pages {

inline DocumentPtr document(const std::string& html) {
  auto made = Document::from_bytes(
      html, {.name = "page.html", .url = {}, .transport_charset = "utf-8", .media_type = MediaType::html});
  return made.ok() ? *made : nullptr;
}

inline std::string camera_page(const std::string& name, const std::string& price, const std::string& stock) {
  std::string row =
      price.empty() ? "" : "<tr><th>Our price:</th><td><b class=\"price big\">" + price + "</b></td></tr>";
  return "<!doctype html><html><head><title>" + name +
         " - Lens &amp; Light</title></head><body>"
         "<div id=menu><ul><li><a href='/c/1'>Cameras</a></li><li><a href='/c/2'>Lenses</a></li></ul></div>"
         "<div id=main class='product page'><h1 itemprop=name>" +
         name +
         "</h1>"
         "<table class=facts>" +
         row + "<tr><th>Stock:</th><td>" + stock +
         "</td></tr>"
         "<tr><th>Weight:</th><td>410 g</td></tr></table>"
         "<p>Ships within <i>two</i> days. Also see <a href='/p/77?ref=1&amp;x=2'>a tripod</a> for "
         "$25.00</p></div>"
         "<div id=footer>Lens &amp; Light, Main Street 5</div></body></html>";
}

// Names that need escaping, empty attributes, deep and odd markup.
inline std::string odd_page() {
  return "<title>x</title><div class='w-1/2 a.b 100%' id='p123456'><p data-testid='q \"uote' class=' two  "
         "words '>One<br>Two &amp; three: four</p>"
         "<unknown-tag title='tip' rel=nofollow><b></b>5 <i>6</i> 7</unknown-tag></div>"
         "<table><tr><td>A<td>B<tr><td>C:<td>D <a href='/x/12/y?id=3;s=4'>E</a></table>"
         "<h2>Part\xE2\x80\xA6</h2><dl><dt>K\xC3\xB6nig<dd>12/03/2011<dd>$5</dl>"
         "<script "
         "type='application/"
         "ld+json'>{\"@type\":\"Product\",\"name\":\"N\",\"offers\":[{\"price\":5},{\"price\":\"6.0\"}]}</"
         "script>";
}

inline wrap::LabelledPage labelled(const std::string& html,
                                   const std::vector<std::pair<std::string, std::string>>& fields) {
  wrap::LabelledPage page;
  page.document = document(html);
  page.label.page = "page.html";
  page.label.complete = true;
  wrap::Record record;
  for (const auto& [name, text] : fields) record.add(name, wrap::Value::make_text(text));
  page.label.records.push_back(std::move(record));
  return page;
}

inline wrap::WrapperPtr learn(const std::vector<wrap::LabelledPage>& pages,
                              const wrap::LearnOptions& options = {}) {
  Budget budget;
  auto learned = PatternLearner{}.learn(pages, options, budget);
  EXPECT_TRUE(learned.ok()) << (learned.ok() ? "" : learned.error().to_string());
  return learned.ok() ? learned->wrapper : nullptr;
}

// All values of a field on a page, joined by " | ", records by " || ".
inline std::string values(const wrap::Wrapper& wrapper, const std::string& html, const std::string& field) {
  auto records = wrap::extract_all(wrapper, *document(html));
  if (!records.ok()) return "(" + records.error().message + ")";
  std::string out;
  for (size_t i = 0; i < records->size(); ++i) {
    if (i) out += " || ";
    bool first = true;
    wrap::for_each_leaf((*records)[i], [&](const std::string& path, const wrap::Value& v) {
      if (path != field) return;
      out += (first ? "" : " | ") + v.text;
      first = false;
    });
  }
  return out;
}

inline wrap::WrapperPtr reload(const wrap::Wrapper& wrapper) {
  wrap::Registry registry;
  register_family(registry);
  auto file = wrap::parse_wrapper(wrap::format_wrapper(wrapper), "x.wrapper", registry);
  EXPECT_TRUE(file.ok()) << (file.ok() ? "" : file.error().to_string());
  return file.ok() ? file->wrapper : nullptr;
}

}  // namespace gleaner::pattern::testing_pages
