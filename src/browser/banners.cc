// See banners.h.
#include "browser/banners.h"

#include "base/json.h"
#include "base/text.h"

namespace gleaner::browser {
namespace {

constexpr const char* kKnown =
#include "browser/banners_txt.h"
    ;
constexpr const char* kPress = R"JS((rules) => {
  const done = new Set();
  const press = () => {
    for (const rule of rules) {
      if (done.has(rule)) continue;
      let e = null;
      try { e = document.querySelector(rule); } catch { done.add(rule); }
      if (e && e.checkVisibility()) {
        done.add(rule);
        e.click();
      }
    }
  };
  new MutationObserver(press).observe(document, {subtree: true, childList: true});
  addEventListener('load', press);
})JS";

}  // namespace

std::string_view known_banners() { return kKnown; }

std::string banner_script(std::string_view rules) {
  std::string list;
  for (std::string_view line : split(rules, '\n')) {
    line = trim(line);
    // "# words" is a comment, "#name" a selector.
    if (line.empty() || line == "#" || line.starts_with("# ")) continue;
    list += (list.empty() ? "" : ",") + json::quote(line);
  }
  return "(" + std::string(kPress) + ")([" + list + "]);";
}

}  // namespace gleaner::browser
