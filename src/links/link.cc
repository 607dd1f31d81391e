// See link.h. Cost: one pass over the nodes of the page.
#include "links/link.h"

#include <algorithm>

#include "base/contains.h"
#include "base/text.h"
#include "html/visible.h"
#include "links/lexicon.h"
#include "page/url.h"

namespace gleaner::links {
namespace {

constexpr size_t kNearText = 60;  // bytes kept of the text between two links, on each side
constexpr int kAncestors = 4;     // above the holder, whose class names are read

// "pageNav-next2" gives page nav next
void add_words(std::string_view text, std::vector<std::string>& into) {
  std::string word;
  const auto end = [&] {
    if (!word.empty() && !contains(into, word)) into.push_back(word);
    word.clear();
  };
  char last = 0;
  for (char c : text) {
    if (!is_alpha(c)) end();
    else {
      if (c >= 'A' && c <= 'Z' && last >= 'a' && last <= 'z') end();
      word += to_lower(c);
    }
    last = c;
  }
  end();
}

void add_attribute_words(const html::Tree& tree, html::NodeId n,
                         std::initializer_list<std::string_view> names, std::vector<std::string>& into) {
  if (!tree.may_have_attributes(n)) return;
  for (std::string_view name : names)
    if (const auto value = tree.attribute(n, name)) add_words(*value, into);
}

std::string_view file_name(std::string_view url) {
  const std::string_view path = split_url(url).path;
  const size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

void read_inside(const html::Tree& tree, Link& link) {
  const html::TagId img = html::tag_id("img");
  std::string pictures;
  for (html::NodeId n = link.node; n < tree.subtree_end(link.node); ++n) {
    if (!tree.is_element(n)) continue;
    add_attribute_words(tree, n, {"class", "id"}, link.own);
    if (tree.tag(n) != img) continue;
    for (std::string_view name : {"alt", "title"})
      if (const auto value = tree.attribute(n, name)) pictures.append(" ").append(*value);
    if (const auto source = tree.attribute(n, "src")) add_words(file_name(*source), link.image);
  }
  link.text = collapse(html::visible_text(tree, link.node));
  if (link.text.empty()) link.text = collapse(pictures);
  link.label = fold(link.text);
  std::string title;
  for (std::string_view name : {"title", "aria-label"})
    if (const auto value = tree.attribute(link.node, name)) title.append(" ").append(*value);
  link.title = fold(title);
  if (const auto rel = tree.attribute(link.node, "rel")) add_words(*rel, link.rel);
  link.number = number_of(link.label);
}

void read_around(const html::Tree& tree, Link& link) {
  html::NodeId up = tree.parent(link.node);
  if (up == html::kNoNode) return;
  add_attribute_words(tree, up, {"class", "id"}, link.holder);
  const html::TagId body = html::tag_id("body");
  for (int i = 0; i < kAncestors; ++i) {
    up = tree.parent(up);
    if (up == html::kNoNode || !tree.is_element(up) || tree.tag(up) == body) break;
    add_attribute_words(tree, up, {"class", "id", "role", "aria-label"}, link.around);
    if (tree.name(up) == "nav") add_words("nav", link.around);
  }
}

std::vector<Query> read_query(std::string_view query) {
  std::vector<Query> out;
  for (std::string_view part : split(query, '&')) {
    if (part.empty()) continue;
    const size_t equals = part.find('=');
    std::string key(part.substr(0, equals)), value;
    if (equals != std::string_view::npos) value = std::string(part.substr(equals + 1));
    std::replace(key.begin(), key.end(), '+', ' ');
    std::replace(value.begin(), value.end(), '+', ' ');
    out.push_back({lower_ascii(decode_percent(key)), decode_percent(value)});
  }
  return out;
}

std::string masked(std::string_view text) {
  std::string out;
  for (char c : text)
    if (!is_digit(c)) out += c;
    else if (out.empty() || out.back() != '0') out += '0';
  return out;
}

void read_address(std::string_view href, const std::string& base, Link& link) {
  link.href = std::string(trim(href));
  link.script =
      lower_ascii(link.href.substr(0, 10)).starts_with("javascript") || link.href.empty() || link.href == "#";
  link.absolute = resolve_url(link.href, base);
  const UrlParts parts = split_url(link.absolute);
  link.host = host_of(parts);
  link.path = decode_percent(parts.path);
  link.query_text = std::string(parts.query);
  link.query = read_query(parts.query);
  link.fragment = std::string(parts.fragment);
  link.mask = masked(link.path + "?" + link.query_text);
}

// The text between neighbouring links, as far as a person sees it.
void read_between(const html::Tree& tree, std::vector<Link>& links) {
  std::string between;
  size_t next = 0;
  const auto flush = [&](Link* left, Link* right) {
    const std::string text = fold(between);
    between.clear();
    if (left) left->after = text.substr(0, kNearText);
    if (right) right->before = text.size() > kNearText ? text.substr(text.size() - kNearText) : text;
  };
  for (html::NodeId n = 0; n < tree.size();) {
    if (next < links.size() && n == links[next].node) {
      flush(next ? &links[next - 1] : nullptr, &links[next]);
      ++next;
      n = tree.subtree_end(n);
      // a link inside a link's subtree cannot be, but a broken page may hold one
      while (next < links.size() && links[next].node < n) ++next;
      continue;
    }
    if (tree.is_element(n) && html::is_invisible(tree.tag(n))) {
      n = tree.subtree_end(n);
      continue;
    }
    if (tree.is_text(n)) between += tree.text(n);
    else if (tree.is_element(n)) between += ' ';
    ++n;
  }
  if (next) flush(&links[next - 1], nullptr);
}

bool alike(const Link& a, const Link& b) {
  if (a.script || b.script) return true;
  const size_t shorter = std::min(a.mask.size(), b.mask.size());
  size_t common = 0;
  while (common < shorter && a.mask[common] == b.mask[common]) ++common;
  return 2 * common >= shorter;
}

}  // namespace

std::vector<Link> read_links(const html::Tree& tree, const std::string& url) {
  const std::string base = base_of(tree, url);
  const html::TagId a = html::tag_id("a");
  std::vector<Link> out;
  for (html::NodeId n = 0; n < tree.size(); ++n) {
    if (tree.tag(n) != a) continue;
    const auto href = tree.attribute(n, "href");
    if (!href) continue;
    Link& link = out.emplace_back();
    link.node = n;
    link.place = double(n) / tree.size();
    read_inside(tree, link);
    read_around(tree, link);
    read_address(*href, base, link);
  }
  read_between(tree, out);
  find_runs(out);
  return out;
}

void find_runs(std::vector<Link>& links) {
  constexpr size_t kNearest = 25;  // bytes of text that may stand between two numbers of a run
  const size_t n = links.size();
  uint32_t runs = 0;
  for (size_t i = 0; i < n;) {
    if (!links[i].number) {
      ++i;
      continue;
    }
    std::vector<size_t> members = {i};
    uint32_t last = *links[i].number;
    size_t j = i;
    while (j + 1 < n) {
      const Link& next = links[j + 1];
      const bool goes_on =
          next.number && *next.number > last && next.before.size() < kNearest && alike(links[i], next);
      // an arrow or dots may stand between
      const bool between = !next.number && next.label.size() < 3 && j + 2 < n && links[j + 2].number &&
                           *links[j + 2].number > last;
      if (!goes_on && !between) break;
      ++j;
      if (goes_on) members.push_back(j), last = *next.number;
    }
    ++runs;
    for (size_t m : members) {
      links[m].run = runs;
      links[m].run_length = uint32_t(members.size());
      links[m].run_top = last;
    }
    i = j + 1;
  }
}

}  // namespace gleaner::links
