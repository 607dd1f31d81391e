// Conformance: on every test of html5lib and every page of the corpora (../shared; skipped when absent),
//  1. the flat Tree equals the DOM of a second, untouched lexbor parse, node for node;
//  2. every text and attribute value, cut from the source by its span and decoded, equals what the tree says;
//  3. charsets are determined as html5lib's encoding tests say.
// The decoder used for 2 is lexbor itself on the cut-out alone, so it shares nothing with the code under
// test.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

extern "C" {
#include <lexbor/dom/dom.h>
#include <lexbor/html/html.h>
#include <lexbor/html/interfaces/template_element.h>
}

#include "base/json.h"
#include "base/seed_test.h"
#include "base/text.h"
#include "html/tree.h"
#include "page/charset.h"
#include "page/load.h"

namespace gleaner::html {
namespace {

namespace fs = std::filesystem;

constexpr size_t kEveryPage = at_length(1, 12);

std::optional<fs::path> corpora() {
  const char* shared = std::getenv("GLEANER_SHARED");
  fs::path path = shared ? fs::path(shared) : fs::path(GLEANER_SOURCE_DIR) / ".." / "shared";
  if (!fs::exists(path / "corpora" / "html5lib-tests")) return {};
  return path / "corpora";
}
#define NEEDS_CORPORA(name)                                                         \
  const std::optional<fs::path> name##_found = corpora();                           \
  if (!name##_found) GTEST_SKIP() << "needs ../shared/corpora (or GLEANER_SHARED)"; \
  const fs::path& name = *name##_found

std::string slurp(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<fs::path> files_below(const fs::path& folder, std::initializer_list<const char*> endings) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    for (const char* ending : endings)
      if (entry.path().extension() == ending) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

// --- the second parse

class Reference {
 public:
  explicit Reference(std::string_view text) : document_(lxb_html_document_create()) {
    lxb_html_document_parse(document_, reinterpret_cast<const lxb_char_t*>(text.data()), text.size());
  }
  ~Reference() { lxb_html_document_destroy(document_); }
  Reference(const Reference&) = delete;
  Reference& operator=(const Reference&) = delete;
  lxb_dom_node_t* root() const { return lxb_dom_interface_node(document_); }

 private:
  lxb_html_document_t* document_;
};

std::string_view view(const lxb_char_t* text, size_t length) {
  return {reinterpret_cast<const char*>(text), text ? length : 0};
}

std::string_view data_of(lxb_dom_node_t* node) {
  auto& data = lxb_dom_interface_character_data(node)->data;
  return view(data.data, data.length);
}

// A template's content counts as its children, as in Tree.
lxb_dom_node_t* first_child(lxb_dom_node_t* node) {
  bool is_template = node->type == LXB_DOM_NODE_TYPE_ELEMENT && node->local_name == LXB_TAG_TEMPLATE &&
                     node->ns == LXB_NS_HTML && !node->first_child;
  if (is_template && lxb_html_interface_template(node)->content)
    return lxb_html_interface_template(node)->content->node.first_child;
  return node->first_child;
}

std::vector<lxb_dom_node_t*> in_order(lxb_dom_node_t* root, std::vector<size_t>* parents) {
  std::vector<lxb_dom_node_t*> nodes{root};
  std::vector<size_t> open{0};
  parents->assign(1, kNoNode);
  lxb_dom_node_t* at = first_child(root);
  while (at) {
    parents->push_back(open.back());
    nodes.push_back(at);
    if (lxb_dom_node_t* child = first_child(at)) {
      open.push_back(nodes.size() - 1);
      at = child;
      continue;
    }
    while (!at->next && open.size() > 1) {
      at = nodes[open.back()];
      open.pop_back();
    }
    at = at->next;
  }
  return nodes;
}

// --- comparing

struct Mismatches {
  static constexpr size_t kShown = 40;
  size_t count = 0;
  std::string first;
  void add(const std::string& where, const std::string& what) {
    if (count++ < kShown) first += "\n  " + where + ": " + what;
  }
};

bool same_attributes(const Tree& tree, NodeId n, lxb_dom_node_t* node) {
  std::vector<Attribute> scratch;
  const auto& ours = tree.attributes_of(n, scratch);
  size_t i = 0;
  for (auto* a = lxb_dom_interface_element(node)->first_attr; a; a = a->next, ++i) {
    size_t name_length = 0, value_length = 0;
    const lxb_char_t* name = lxb_dom_attr_qualified_name(a, &name_length);
    const lxb_char_t* value = lxb_dom_attr_value(a, &value_length);
    if (i >= ours.size() || !equals_ignoring_case(ours[i].name, view(name, name_length)) ||
        ours[i].value != view(value, value_length))
      return false;
  }
  return i == ours.size();
}

bool same_node(const Tree& tree, NodeId n, lxb_dom_node_t* node) {
  switch (node->type) {
    case LXB_DOM_NODE_TYPE_DOCUMENT: return tree.kind(n) == NodeKind::document;
    case LXB_DOM_NODE_TYPE_DOCUMENT_TYPE: return tree.kind(n) == NodeKind::doctype;
    case LXB_DOM_NODE_TYPE_PROCESSING_INSTRUCTION: return tree.kind(n) == NodeKind::comment;
    case LXB_DOM_NODE_TYPE_COMMENT: return tree.kind(n) == NodeKind::comment && tree.text(n) == data_of(node);
    case LXB_DOM_NODE_TYPE_ELEMENT: {
      size_t length = 0;
      const lxb_char_t* name = lxb_dom_element_local_name(lxb_dom_interface_element(node), &length);
      return tree.is_element(n) && equals_ignoring_case(tree.name(n), view(name, length)) &&
             same_attributes(tree, n, node);
    }
    default: return tree.is_text(n) && tree.text(n) == data_of(node);
  }
}

void compare_with_reference(const Tree& tree, const std::string& where, Mismatches& wrong) {
  Reference reference(tree.document().text());
  std::vector<size_t> parents;
  std::vector<lxb_dom_node_t*> nodes = in_order(reference.root(), &parents);
  if (nodes.size() != tree.size())
    return wrong.add(
        where, "tree of " + std::to_string(tree.size()) + " nodes, not " + std::to_string(nodes.size()));
  for (NodeId n = 0; n < tree.size(); ++n)
    if (!same_node(tree, n, nodes[n]) || tree.parent(n) != NodeId(parents[n]))
      return wrong.add(where, "node " + std::to_string(n) + " (" + std::string(tree.name(n)) + ") differs");
}

// Whether a NUL was dropped or replaced depends on where it stood; both decoders agree up to that.
std::string without_replacements(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i, 3) == "\xef\xbf\xbd") i += 2;
    else if (text[i]) out += text[i];
  }
  return out;
}

bool plain(std::string_view source) {
  return source.find_first_of(std::string_view("&\r\0", 3)) == source.npos;
}

std::string decode_as_text(std::string_view source) {
  if (plain(source)) return std::string(source);
  Reference page("<textarea>\n" + std::string(source));
  std::vector<size_t> parents;
  for (lxb_dom_node_t* node : in_order(page.root(), &parents))
    if (node->type == LXB_DOM_NODE_TYPE_TEXT) return std::string(data_of(node));
  return {};
}

std::string decode_as_attribute(std::string_view source) {
  if (plain(source)) return std::string(source);
  std::string_view quote = source.find('"') == source.npos    ? "\""
                           : source.find('\'') == source.npos ? "'"
                                                              : "";
  Reference page("<i x=" + std::string(quote) + std::string(source) + std::string(quote) + ">");
  std::vector<size_t> parents;
  for (lxb_dom_node_t* node : in_order(page.root(), &parents)) {
    if (node->type != LXB_DOM_NODE_TYPE_ELEMENT || !lxb_dom_interface_element(node)->first_attr) continue;
    size_t length = 0;
    const lxb_char_t* value = lxb_dom_attr_value(lxb_dom_interface_element(node)->first_attr, &length);
    return std::string(view(value, length));
  }
  return {};
}

// Line ends are normalised also where character references are not read.
std::string raw(std::string_view source) {
  std::string out;
  for (size_t i = 0; i < source.size(); ++i) {
    if (source[i] != '\r') out += source[i];
    else if (i + 1 >= source.size() || source[i + 1] != '\n') out += '\n';
  }
  return out;
}

bool reads_as(std::string_view source, std::string_view text) {
  if (source == text) return true;
  std::string wanted = without_replacements(text);
  return without_replacements(decode_as_text(source)) == wanted ||
         without_replacements(raw(source)) == wanted;
}

// A single character: its source reads as it, or as the two characters of which it is one.
bool character_reads_as(std::string_view source, std::string_view character) {
  if (reads_as(source, character)) return true;
  return decode_as_text(source).find(character) != std::string::npos;
}

// Text may come from several places (an ignored tag in between, foster parenting); then every character is
// asked.
void check_text(const Tree& tree, NodeId n, const std::string& where, Mismatches& wrong,
                bool every_character) {
  const Document& page = tree.document();
  std::string_view text = tree.text(n);
  Span whole = tree.text_span(n);
  if (whole.end > page.text().size() || whole.begin > whole.end)
    return wrong.add(where, "text span out of the page");
  bool at_once = reads_as(page.text(whole), text);
  if (at_once && !every_character) return;
  constexpr size_t kMostCharacters = 4000;
  for (size_t i = 0, seen = 0; i < text.size() && seen < kMostCharacters; ++seen) {
    uint32_t length = code_point_at(text, i).length;
    std::string_view source = page.text(tree.text_span(n, i, i + length));
    if (!character_reads_as(source, text.substr(i, length)))
      return wrong.add(
          where, "text '" + std::string(text.substr(i, 40)) + "' is cut as '" + std::string(source) + "'");
    i += length;
  }
}

void check_attributes(const Tree& tree, NodeId n, const std::string& where, Mismatches& wrong) {
  std::vector<Attribute> scratch;
  for (const Attribute& a : tree.attributes_of(n, scratch)) {
    std::optional<Span> span = tree.attribute_span(n, a.name);
    // A later <html> or <body> tag adds its attributes to the first: written, but not in that tag.
    bool merged = tree.name(n) == "html" || tree.name(n) == "body";
    if (!span && (merged || tree.start_tag(n).empty())) continue;
    if (!span) {
      wrong.add(where, "attribute " + std::string(a.name) + " has no span");
      continue;
    }
    std::string_view source = tree.document().text(*span);
    if (source != a.value &&
        without_replacements(decode_as_attribute(source)) != without_replacements(a.value))
      wrong.add(where, "attribute " + std::string(a.name) + "='" + std::string(a.value) + "' is cut as '" +
                           std::string(source) + "'");
  }
}

void check_element_spans(const Tree& tree, NodeId n, const std::string& where, Mismatches& wrong) {
  const uint32_t size = uint32_t(tree.document().text().size());
  for (Span span : {tree.span(n), tree.start_tag(n), tree.end_tag(n), tree.content(n)})
    if (span.begin > span.end || span.end > size) return wrong.add(where, "element span out of the page");
  std::string_view tag = tree.document().text(tree.start_tag(n));
  if (!tag.empty() && (tag.front() != '<' || tag.size() < 2))
    wrong.add(where, "start tag is '" + std::string(tag) + "'");
}

void check_page(const Document& page, const std::string& where, Mismatches& wrong, bool every_character) {
  const Tree& tree = page.view<Tree>();
  compare_with_reference(tree, where, wrong);
  for (NodeId n = 0; n < tree.size(); ++n) {
    if (tree.is_text(n)) check_text(tree, n, where, wrong, every_character);
    if (!tree.is_element(n)) continue;
    check_attributes(tree, n, where, wrong);
    check_element_spans(tree, n, where, wrong);
  }
}

void check_source(std::string source, const std::string& where, Mismatches& wrong) {
  DocumentOptions options;
  options.media_type = MediaType::html;
  options.transport_charset = "utf-8";
  auto page = Document::from_bytes(std::move(source), options);
  if (!page) return wrong.add(where, page.error().message);
  check_page(**page, where, wrong, true);
}

// --- html5lib's files

// Sections of a .dat file: "#data", its lines, "#errors", ... ; a new "#data" begins the next test.
std::vector<std::map<std::string, std::string>> read_dat(const fs::path& path) {
  std::vector<std::map<std::string, std::string>> tests;
  std::string text = slurp(path), section;
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.find('\n', at), text.size());
    std::string line = text.substr(at, end - at);
    at = end + 1;
    if (line == "#data") tests.emplace_back();
    if (line == "#data" || line == "#errors" || line == "#document" || line == "#encoding" ||
        line == "#document-fragment") {
      section = line;
      continue;
    }
    if (!tests.empty()) tests.back()[section] += line + "\n";
  }
  for (auto& test : tests)
    for (auto& [name, value] : test)
      if (!value.empty()) value.pop_back();
  return tests;
}

TEST(Conformance, TreeConstruction) {
  NEEDS_CORPORA(folder);
  Mismatches wrong;
  size_t tests = 0;
  for (const fs::path& file : files_below(folder / "html5lib-tests" / "tree-construction", {".dat"})) {
    size_t number = 0;
    for (auto& test : read_dat(file)) {
      ++tests;
      check_source(test["#data"], file.filename().string() + " test " + std::to_string(++number), wrong);
    }
  }
  EXPECT_EQ(wrong.count, 0u) << wrong.first;
  EXPECT_GT(tests, 1500u);
}

// The tokenizer's initial states are reached by an element that switches to them.
std::string prefix_of_state(std::string_view state, std::string_view last_start_tag) {
  if (state == "PLAINTEXT state") return "<plaintext>";
  if (state == "Script data state") return "<script>";
  if (state == "CDATA section state") return "<svg><![CDATA[";
  if (state == "RCDATA state") return last_start_tag == "textarea" ? "<textarea>" : "<title>";
  if (state == "RAWTEXT state") return last_start_tag == "style" ? "<style>" : "<xmp>";
  return "";
}

// "\\u00e9" written twice over. Nothing for lone surrogates, which no UTF-8 page can hold.
std::optional<std::string> unescape_again(std::string_view text) {
  const std::string quoted = "\"" + std::string(text) + "\"";
  auto parsed = json::parse(quoted, {.control_characters = true});
  if (!parsed) return {};
  return std::string(parsed->root.text);
}

TEST(Conformance, Tokenizer) {
  NEEDS_CORPORA(folder);
  Mismatches wrong;
  size_t inputs = 0;
  for (const fs::path& file : files_below(folder / "html5lib-tests" / "tokenizer", {".test"})) {
    std::string source = slurp(file);
    auto parsed = json::parse(source);
    ASSERT_TRUE(parsed.ok()) << file << ": " << parsed.error().to_string();
    const json::Value* tests = parsed->root.find("tests");
    if (!tests) tests = parsed->root.find("xmlViolationTests");
    ASSERT_TRUE(tests) << file;
    for (const json::Value& test : tests->items) {
      const json::Value* twice = test.find("doubleEscaped");
      std::optional<std::string> input(test.find("input")->text);
      if (twice && twice->boolean) input = unescape_again(*input);
      if (!input) continue;
      const json::Value* last = test.find("lastStartTag");
      std::vector<std::string> prefixes{""};
      if (const json::Value* states = test.find("initialStates"))
        for (const json::Value& state : states->items)
          prefixes.push_back(prefix_of_state(state.text, last ? last->text : ""));
      for (const std::string& prefix : prefixes) {
        ++inputs;
        std::string where =
            file.filename().string() + " " + std::string(test.find("description")->text) + " " + prefix;
        check_source(prefix + *input, where, wrong);
      }
    }
  }
  EXPECT_EQ(wrong.count, 0u) << wrong.first;
  EXPECT_GT(inputs, 6000u);
}

TEST(Conformance, Encoding) {
  NEEDS_CORPORA(folder);
  Mismatches wrong;
  size_t tests = 0;
  for (const char* name : {"tests1.dat", "tests2.dat", "test-yahoo-jp.dat"}) {
    size_t number = 0;
    for (auto& test : read_dat(folder / "html5lib-tests" / "encoding" / name)) {
      ++tests, ++number;
      std::string want = canonical_charset(trim(test["#encoding"])).value_or("?");
      std::string got = determine_charset(test["#data"], "", true).name;
      if (got != want)
        wrong.add(std::string(name) + " test " + std::to_string(number), got + ", not " + want);
    }
  }
  EXPECT_EQ(wrong.count, 0u) << wrong.first;
  EXPECT_GT(tests, 80u);
}

TEST(Conformance, AllPagesOfTheCorpora) {
  NEEDS_CORPORA(folder);
  Mismatches wrong;
  size_t pages = 0;
  std::vector<fs::path> files = files_below(folder, {".html", ".htm"});
  for (size_t i = 0; i < files.size(); i += kEveryPage) {
    auto page = load_document(files[i].string());
    ASSERT_TRUE(page.ok()) << page.error().to_string();
    ++pages;
    check_page(**page, fs::relative(files[i], folder).string(), wrong, false);
  }
  EXPECT_EQ(wrong.count, 0u) << wrong.first;
  EXPECT_GT(pages * kEveryPage, 1000u);
}

}  // namespace
}  // namespace gleaner::html
