// Data that a page carries for machines: JSON-LD, microdata, RDFa, OpenGraph and the like, and the state that
// scripts of a page start from (__NEXT_DATA__, window.__INITIAL_STATE__ = {...}).
//
// Everything becomes a record whose texts have their places in the page, so that it can be labelled,
// learned from and explained like what people see. Standards: JSON-LD 1.1 as sites write it
// (contexts are not resolved), HTML microdata (WHATWG), RDFa Lite 1.1, ogp.me. Cost: one pass over
// the tree, and the scripts once.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "page/document.h"
#include "wrap/record.h"

namespace gleaner::embedded {

enum class Syntax : uint8_t { json_ld, microdata, rdfa, opengraph, state };
std::string_view name_of(Syntax syntax);  // "json-ld", ...

struct Item {
  Syntax syntax = Syntax::json_ld;
  // "Product", "https://schema.org/Product" as written; state: the variable's or script's name
  std::string type;
  wrap::Record record;  // its properties; several of one name are a list, items inside are records
};

// In page order, by syntax. Damaged JSON is passed over; `url` makes links absolute.
std::vector<Item> read_embedded(const Document& document, const std::string& url = {});

// The parts, for read_embedded().
void add_json(const Document& document, std::vector<Item>& into);
void add_microdata(const Document& document, const std::string& base, std::vector<Item>& into);
void add_rdfa(const Document& document, const std::string& base, std::vector<Item>& into);
void add_opengraph(const Document& document, std::vector<Item>& into);

}  // namespace gleaner::embedded
