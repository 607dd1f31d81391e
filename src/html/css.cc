// See css.h. Selectors read by lexbor, its error turned into a place; matching is in css_match.cc.
#include "html/css.h"

#include <mutex>

extern "C" {
#include <lexbor/css/css.h>
#include <lexbor/dom/dom.h>
#include <lexbor/selectors/selectors.h>
}

#include <fmt/format.h>

#include "html/css_match.h"

namespace gleaner::html {

struct Css::Impl {
  std::string source;
  lxb_css_parser_t* parser = nullptr;
  lxb_css_selector_list_t* list = nullptr;
  std::unique_ptr<SelectorList> ready;
  bool relative = false;  // begins with :scope
  // lexbor tests what css_match.cc does not (attributes, states of forms). Its engines keep state meanwhile;
  // idle ones wait here for the next thread.
  mutable std::mutex mutex;
  mutable std::vector<lxb_selectors_t*> idle;

  ~Impl() {
    for (lxb_selectors_t* engine : idle) lxb_selectors_destroy(engine, true);
    if (list) lxb_css_selector_list_destroy_memory(list);
    if (parser) lxb_css_parser_destroy(parser, true);
  }

  lxb_selectors_t* take() const {
    std::lock_guard lock(mutex);
    if (!idle.empty()) {
      lxb_selectors_t* engine = idle.back();
      idle.pop_back();
      return engine;
    }
    lxb_selectors_t* engine = lxb_selectors_create();
    lxb_selectors_init(engine);
    lxb_selectors_opt_set(engine, LXB_SELECTORS_OPT_MATCH_FIRST);
    return engine;
  }
  void give_back(lxb_selectors_t* engine) const {
    std::lock_guard lock(mutex);
    idle.push_back(engine);
  }
};

namespace {

// lexbor has no :scope, but relative selectors ("> li"), which mean the same when :scope stands in front.
std::string without_scope(std::string_view selector) {
  std::string out;
  for (size_t i = 0; i < selector.size();) {
    if (selector.substr(i, 6) == ":scope") {
      i += 6;
      while (i < selector.size() && selector[i] == ' ') ++i;
    } else {
      out += selector[i++];
    }
  }
  return out;
}

// lexbor tells what it could not read, not where; the place is found by reading ever longer prefixes.
uint32_t error_column(std::string_view selector) {
  uint32_t good = 0;
  for (size_t length = 1; length <= selector.size() && length < 500; ++length) {
    lxb_css_parser_t* parser = lxb_css_parser_create();  // a failed parse leaves one unusable
    lxb_css_parser_init(parser, nullptr);
    lxb_css_selector_list_t* list =
        lxb_css_selectors_parse(parser, reinterpret_cast<const lxb_char_t*>(selector.data()), length);
    if (list) good = uint32_t(length), lxb_css_selector_list_destroy_memory(list);
    lxb_css_parser_destroy(parser, true);
  }
  return good + 1;
}

}  // namespace

const std::string& Css::source() const { return impl_->source; }

Result<Css> Css::compile(std::string_view selector) {
  const auto impl = std::make_shared<Impl>();
  impl->source = std::string(selector);
  impl->parser = lxb_css_parser_create();
  if (lxb_css_parser_init(impl->parser, nullptr) != LXB_STATUS_OK)
    return error(Code::internal, "the CSS parser could not be started");
  const std::string& source = impl->source;
  std::string relative = without_scope(source);
  impl->relative = relative != source;
  auto parse = relative == source ? lxb_css_selectors_parse : lxb_css_selectors_parse_relative_list;
  impl->list = parse(impl->parser, reinterpret_cast<const lxb_char_t*>(relative.data()), relative.size());
  if (!impl->list) {
    Where where;
    where.line = 1;
    where.column = error_column(source);
    return error(
        Code::bad_input,
        fmt::format("not a CSS selector: \"{}\" (readable up to column {})", source, where.column - 1),
        where);
  }
  impl->ready = SelectorList::compile(impl->list);
  if (!impl->ready)
    return error(Code::bad_input, fmt::format("too long or too deeply nested a CSS selector: \"{}...\"",
                                              source.substr(0, 60)));
  Css css;
  css.impl_ = impl;
  return css;
}

std::vector<NodeId> Css::search(const Tree& tree, NodeId context, bool first_only) const {
  lxb_selectors_t* engine = impl_->take();
  auto& view = const_cast<CssView&>(tree.document().view<CssView>());  // it locks
  std::vector<NodeId> nodes =
      view.select(impl_->source, *impl_->ready, impl_->relative, engine, context, first_only);
  impl_->give_back(engine);
  return nodes;
}

std::vector<NodeId> Css::select(const Tree& tree, NodeId context) const {
  return search(tree, context, false);
}

NodeId Css::first(const Tree& tree, NodeId context) const {
  const std::vector<NodeId> nodes = search(tree, context, true);
  return nodes.empty() ? kNoNode : nodes.front();
}

}  // namespace gleaner::html
