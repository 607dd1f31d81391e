// Records with lists in them, learned from one: every record comes out with its own list, on the learned page
// and on others, and what is changed in one record changes no other.
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <random>

#include <fmt/format.h>

#include "rows/learner.h"
#include "wrap/wrapper_file.h"

namespace gleaner::rows {
namespace nested {
namespace {

struct Offer {
  std::string seller, price, state;
};
struct Product {
  std::string name, maker;
  std::vector<Offer> offers;
};
using Products = std::vector<Product>;
using PageOf = std::function<std::string(const Products&)>;

// The first has all; others lack makers, states and offers. Sellers are the same few everywhere.
Products make_products(unsigned seed, size_t count) {
  std::mt19937 random(seed);
  auto below = [&](unsigned n) { return unsigned(random() % n); };
  static const char* const kSellers[] = {"Amber Goods", "Nordhaus", "Old Mill", "Pier One"};
  static const char* const kMakers[] = {"Halden", "Morita", "Brix"};
  Products out;
  for (size_t i = 0; i < count; ++i) {
    Product product;
    product.name = fmt::format("Lamp {} {}", i, 100 + below(900));
    if (i == 0 || below(3)) product.maker = kMakers[below(3)];
    const size_t offers = i == 0 ? 2 : below(4);
    for (size_t k = 0; k < offers; ++k)
      product.offers.push_back({kSellers[below(4)], fmt::format("${}.{:02}", 1 + below(300), below(100)),
                                i == 0 || below(3) ? (below(2) ? "new" : "used") : ""});
    out.push_back(std::move(product));
  }
  return out;
}

std::string part(const std::string& before, const std::string& text, const std::string& after) {
  return text.empty() ? "" : before + text + after;
}

std::string each(const Products& all, const std::function<std::string(const Product&)>& begin,
                 const std::function<std::string(const Offer&)>& offer, const std::string& end) {
  std::string out;
  for (const Product& product : all) {
    out += begin(product);
    for (const Offer& one : product.offers) out += offer(one);
    out += end;
  }
  return out;
}

std::string line(const Offer& o) {
  return o.seller + " <b>" + o.price + "</b>" + part(" <i>", o.state, "</i>");
}

const std::map<std::string, PageOf>& page_layouts() {
  static const std::map<std::string, PageOf> kLayouts = {
      {"lists",
       [](const Products& all) {
         return "<ul>" +
                each(
                    all,
                    [](const Product& p) {
                      return "<li><a href=\"/p\">" + p.name + "</a>" + part(" <em>", p.maker, "</em>") +
                             "<ul>";
                    },
                    [](const Offer& o) { return "<li>" + line(o) + "</li>"; }, "</ul></li>") +
                "</ul>";
       }},
      {"cards",
       [](const Products& all) {
         return "<div>" +
                each(
                    all,
                    [](const Product& p) {
                      return "<div class=\"card\"><h3>" + p.name + "</h3>" + part("<p>by ", p.maker, "</p>") +
                             "<div class=\"offers\">";
                    },
                    [](const Offer& o) { return "<div>" + line(o) + "</div>"; }, "</div></div>") +
                "</div>";
       }},
      {"headings",
       [](const Products& all) {
         return each(
             all,
             [](const Product& p) {
               return "<h3>" + p.name + "</h3>" + part("<address>", p.maker, "</address>");
             },
             [](const Offer& o) { return "<p>" + line(o) + "</p>"; }, "");
       }},
      {"terms",
       [](const Products& all) {
         return each(
             all,
             [](const Product& p) {
               return "<section><h2>" + p.name + "</h2>" + part("<h4>", p.maker, "</h4>") + "<dl>";
             },
             [](const Offer& o) {
               return "<dt>" + o.seller + "</dt><dd><b>" + o.price + "</b>" + part(" <i>", o.state, "</i>") +
                      "</dd>";
             },
             "</dl></section>");
       }},
      {"rows", [](const Products& all) {
         return "<table>" +
                each(
                    all,
                    [](const Product& p) {
                      return "<tr class=\"head\"><td colspan=\"3\"><b>" + p.name + "</b>" +
                             part(" <i>", p.maker, "</i>") + "</td></tr>";
                    },
                    [](const Offer& o) {
                      return "<tr><td>" + o.seller + "</td><td>" + o.price + "</td><td>" + o.state +
                             "</td></tr>";
                    },
                    "") +
                "</table>";
       }}};
  return kLayouts;
}

std::string page_with(const std::string& list) {
  return "<html><body><h1>All</h1><p>Try <a href=\"/\">another word</a>.</p>" + list +
         "<hr><div>Prices may change. <a href=\"/about\">About</a></div></body></html>";
}

DocumentPtr document(const std::string& html) {
  DocumentOptions options;
  options.name = "page.html";
  options.media_type = MediaType::html;
  return Document::from_bytes(html, options).value();
}

std::string shown(const Products& all) {
  std::string out;
  for (const Product& p : all) {
    out += p.name + " " + p.maker;
    for (const Offer& o : p.offers) out += fmt::format(" [{}|{}|{}]", o.seller, o.price, o.state);
    out += "\n";
  }
  return out;
}

std::string text(const std::vector<wrap::Field>& fields, std::string_view name) {
  const wrap::Value* value = wrap::find(fields, name);
  return value ? value->text : "";
}

Products given(const wrap::Wrapper& wrapper, const std::string& html) {
  Products out;
  const DocumentPtr page = document(html);
  const std::vector<wrap::Record> records = wrap::extract_all(wrapper, *page).value();
  for (const wrap::Record& record : records) {
    Product product{text(record.fields, "name"), text(record.fields, "maker"), {}};
    if (const wrap::Value* offers = record.find("offers"))
      for (const wrap::Value& one : offers->items)
        product.offers.push_back(
            {text(one.fields, "seller"), text(one.fields, "price"), text(one.fields, "state")});
    out.push_back(std::move(product));
  }
  return out;
}

wrap::WrapperPtr learn_first(const std::string& html, const Product& first) {
  wrap::LabelledPage page;
  page.document = document(html);
  page.label.page = "page.html";
  auto value = [](const std::string& words) {
    wrap::Value out;
    out.kind = wrap::Value::Kind::text;
    out.text = words;
    return out;
  };
  wrap::Record record;
  record.add("name", value(first.name));
  record.add("maker", value(first.maker));
  std::vector<wrap::Value> offers;
  for (const Offer& o : first.offers)
    offers.push_back(wrap::Value::make_record(
        {{"seller", value(o.seller)}, {"price", value(o.price)}, {"state", value(o.state)}}));
  record.fields.push_back({"offers", wrap::Value::make_list(std::move(offers))});
  page.label.records.push_back(std::move(record));
  Budget budget;
  auto learned = RowsLearner().learn({page}, {}, budget);
  return learned.ok() ? learned->wrapper : nullptr;
}

TEST(NestedRows, OneLabelledRecordGivesAllWithTheirOwnLists) {
  for (const auto& [name, layout] : page_layouts())
    for (unsigned seed = 0; seed < 5; ++seed) {
      SCOPED_TRACE(fmt::format("{}, seed {}", name, seed));
      const Products first = make_products(seed, 9), second = make_products(seed + 100, 6);
      const wrap::WrapperPtr wrapper = learn_first(page_with(layout(first)), first[0]);
      ASSERT_TRUE(wrapper);
      EXPECT_EQ(shown(given(*wrapper, page_with(layout(first)))), shown(first));
      EXPECT_EQ(shown(given(*wrapper, page_with(layout(second)))), shown(second));
    }
}

TEST(NestedRows, WhatChangesInOneRecordChangesNoOther) {
  for (const auto& [name, layout] : page_layouts()) {
    const Products all = make_products(3, 9);
    const wrap::WrapperPtr wrapper = learn_first(page_with(layout(all)), all[0]);
    ASSERT_TRUE(wrapper) << name;
    for (size_t i : {0u, 4u, 8u}) {
      SCOPED_TRACE(fmt::format("{}, record {}", name, i));
      Products less = all;
      less[i].offers.clear();
      EXPECT_EQ(shown(given(*wrapper, page_with(layout(less)))), shown(less));
      less[i].maker.clear();
      EXPECT_EQ(shown(given(*wrapper, page_with(layout(less)))), shown(less));
      Products more = all;
      for (int k = 0; k < 12; ++k) more[i].offers.push_back({"Nordhaus", fmt::format("${}.50", k), ""});
      EXPECT_EQ(shown(given(*wrapper, page_with(layout(more)))), shown(more));
    }
  }
}

TEST(NestedRows, TheFileSaysAll) {
  const Products all = make_products(5, 8);
  for (const auto& [name, layout] : page_layouts()) {
    const std::string html = page_with(layout(all));
    const wrap::WrapperPtr wrapper = learn_first(html, all[0]);
    ASSERT_TRUE(wrapper) << name;
    wrap::Registry registry;
    register_family(registry);
    const auto again = wrap::parse_wrapper(wrap::format_wrapper(*wrapper), "w", registry);
    ASSERT_TRUE(again.ok()) << again.error().to_string();
    EXPECT_EQ(shown(given(*again->wrapper, html)), shown(all)) << name;
    EXPECT_EQ(wrap::format_wrapper(*again->wrapper), wrap::format_wrapper(*wrapper));
  }
}

}  // namespace
}  // namespace nested
}  // namespace gleaner::rows
