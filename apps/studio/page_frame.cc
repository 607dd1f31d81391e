// See page_frame.h.
#include "page_frame.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string_view>
#include <vector>

#include "base/contains.h"
#include "base/text.h"
#include "html/address.h"
#include "html/tree.h"
#include "html/visible.h"
#include "page/url.h"
#include "pdf/convert.h"
#include "pdf/png.h"
#include "resources.h"
#include "web/server.h"

namespace gleaner::studio {
namespace {

using html::NodeId;
using html::NodeKind;
using html::Tree;

constexpr std::string_view kLeftOut[] = {
    "script", "noscript", "template", "base",    "meta",   "object",      "embed", "applet",
    "frame",  "frameset", "noframes", "noembed", "portal", "fencedframe", "param", "bgsound"};
// Attributes that do or load something, or take the keyboard.
constexpr std::string_view kAttributesLeftOut[] = {
    "data-n",   "srcdoc",          "action",     "formaction",  "ping",          "target",      "autofocus",
    "download", "manifest",        "http-equiv", "nonce",       "integrity",     "crossorigin", "autoplay",
    "srcset",   "contenteditable", "accesskey",  "tabindex",    "popovertarget", "commandfor",  "form",
    "data",     "codebase",        "classid",    "imagesrcset", "sizes",         "popover",     "draggable",
    "inert"};

constexpr uint32_t kPictureDpi = 120;
constexpr double kPixels = 96.0 / 72;  // of the screen, a point
constexpr const char* kPdfStyle =
    "<style>body{margin:0;background:#e4e6ea;font-family:sans-serif}.sheet{position:relative;"
    "margin:16px auto;background:#fff;box-shadow:0 1px 4px #0004}"
    ".sheet img{width:100%;height:100%;display:block}.sheet span{position:absolute;color:transparent;"
    "white-space:pre;overflow:hidden;cursor:crosshair;line-height:1}"
    "</style>";

bool plain_name(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, [](char c) {
    return is_alnum(c) || c == '-' || c == '_' || c == ':' || c == '.';
  });
}

class FrameWriter {
 public:
  FrameWriter(const Document& page, const FrameOptions& options)
      : tree_(page.view<Tree>()),
        options_(options),
        base_(page.url().empty() ? "" : html::base_of(page, page.url())) {}

  std::string run() {
    for (NodeId n = 1; n < tree_.size();) {
      close_before(n);
      n = write(n);
    }
    close_before(tree_.size());
    return std::move(out_);
  }

 private:
  void close_before(NodeId n) {
    while (!open_.empty() && tree_.subtree_end(open_.back()) <= n) {
      out_ += "</" + std::string(written_name(open_.back())) + ">";
      open_.pop_back();
    }
  }

  // Elements whose content the browser would read as raw text.
  std::string_view written_name(NodeId n) const {
    const std::string_view name = tree_.name(n);
    return name == "xmp" || name == "plaintext" || name == "listing" ? std::string_view("pre") : name;
  }

  // Gives the node to go on with.
  NodeId write(NodeId n) {
    switch (tree_.kind(n)) {
      case NodeKind::text: return write_text(n), n + 1;
      case NodeKind::element: return write_element(n);
      case NodeKind::doctype: return write_doctype(n), n + 1;
      default: return out_ += "<!---->", n + 1;
    }
  }

  // As written, so that the browser takes the page in the mode that it is in elsewhere.
  void write_doctype(NodeId n) {
    const std::string_view source = tree_.document().text(tree_.span(n));
    const bool whole = source.size() > 9 && source.starts_with("<!") && source.ends_with('>') &&
                       source.find('<', 1) == std::string_view::npos;
    out_ += whole ? std::string(source) : "<!doctype html>";
  }

  void write_text(NodeId n) {
    const NodeId parent = tree_.parent(n);
    if (parent != html::kNoNode && tree_.name(parent) == "style" && !is_drawing(parent)) {
      for (char c : tree_.text(n))
        if (c != '/' || out_.back() != '<') out_ += c;  // nothing of it ends the element
      return;
    }
    for (char c : tree_.text(n)) {
      if (c == '&') out_ += "&amp;";
      else if (c == '<') out_ += "&lt;";
      else if (c == '>') out_ += "&gt;";
      else if (c == '\r') out_ += "&#13;";
      else if (c != '\0') out_ += c;
    }
  }

  // Inside of SVG and MathML the browser reads the text of a style as markup.
  bool is_drawing(NodeId n) const {
    for (; n != html::kNoNode; n = tree_.parent(n))
      if (tree_.name(n) == "svg" || tree_.name(n) == "math") return true;
    return false;
  }

  bool is_style_link(NodeId n) const {
    const auto rel = tree_.attribute(n, "rel");
    if (!rel) return false;
    for (std::string_view word : words(*rel))
      if (equals_ignoring_case(word, "stylesheet")) return true;
    return false;
  }

  NodeId write_element(NodeId n) {
    const std::string_view name = tree_.name(n);
    if (contains(kLeftOut, name) || !plain_name(name) || (name == "link" && !is_style_link(n))) {
      out_ += "<!---->";
      return tree_.subtree_end(n);
    }
    out_ += fmt::format("<{} data-n=\"{}\"", written_name(n), n);
    write_attributes(n, name);
    out_ += '>';
    if (name == "head")
      out_ += fmt::format("<script nonce=\"{}\" src=\"/picker.js\" data-secret=\"{}\"></script>",
                          options_.nonce, options_.secret);
    if (name == "iframe") {
      out_ += "</iframe>";
      return tree_.subtree_end(n);
    }
    if (name == "pre" || name == "textarea" || name == "listing")
      out_ += '\n';  // the parser drops the first one
    if (!html::is_void(tree_.tag(n))) open_.push_back(n);
    return n + 1;
  }

  void write_attributes(NodeId n, std::string_view name) {
    bool has_source = false;
    std::string_view lazy;
    for (const html::Attribute& attribute : tree_.attributes_of(n, scratch_)) {
      const std::string_view key = attribute.name;
      if (name == "img" && (key == "data-src" || key == "data-original" || key == "data-lazy-src") &&
          lazy.empty())
        lazy = attribute.value;
      if (!plain_name(key) || key.starts_with("on") || contains(kAttributesLeftOut, key)) continue;
      if (key == "href" || key == "xlink:href") write_target(name, key, attribute.value);
      else if (key == "src" || key == "poster" || key == "background")
        has_source |= write_source(name, key, attribute.value);
      else write_attribute(key, attribute.value);
    }
    if (name == "img" && !lazy.empty() && !has_source) write_source(name, "src", lazy);
  }

  void write_attribute(std::string_view key, std::string_view value) {
    out_ += fmt::format(" {}=\"{}\"", key, escape_html(value));
  }

  // Links look like links and lead nowhere; styles come from the archive; parts of this page stay.
  void write_target(std::string_view name, std::string_view key, std::string_view value) {
    if (name == "a" || name == "area") write_attribute(key, "#");
    else if (name == "link" || name == "image" || name == "feimage") write_source(name, key, value);
    else if (value.starts_with('#')) write_attribute(key, value);
  }

  // True if the picture is there at once, not by a script that waits for the person to scroll.
  bool write_source(std::string_view name, std::string_view key, std::string_view value) {
    if (key == "src" && name != "img" && name != "input") return false;
    if (lower_ascii(value.substr(0, 11)).starts_with("data:image/")) {
      write_attribute(key, value);
      return value.size() > kPlaceholder;
    }
    const std::string address = resource(value);
    if (address.empty()) return false;
    write_attribute(key, address);
    return true;
  }

  std::string resource(std::string_view value) const {
    if (!base_.empty() || looks_like_url(value) || value.starts_with("//")) {
      const std::string whole = resolve_url(value, base_.empty() ? "http://localhost/" : base_);
      const std::string_view scheme = split_url(whole).scheme;
      if (scheme != "http" && scheme != "https") return "";
      return options_.resources + "w/" + escaped_path(resource_path(whole));
    }
    const std::string_view path = value.substr(0, std::min(value.find('?'), value.find('#')));
    if (path.empty() || path.find(':') != std::string_view::npos) return "";
    const std::filesystem::path folder = std::filesystem::path(options_.page).parent_path();
    if (path.starts_with('/'))
      return options_.resources + "f/" + escaped_path((folder / "~").generic_string() + decode_percent(path));
    const std::string whole = (folder / decode_percent(path)).lexically_normal().generic_string();
    return whole.starts_with("..") ? "" : options_.resources + "f/" + escaped_path(whole);
  }

  // a data: picture that is shorter stands for one that is loaded later
  static constexpr size_t kPlaceholder = 200;

  const Tree& tree_;
  const FrameOptions& options_;
  const std::string base_;
  std::string out_;
  std::vector<NodeId> open_;
  std::vector<html::Attribute> scratch_;
};

}  // namespace

std::string escaped_path(std::string_view path) { return encode_percent(path, "-_.~/@:,;=+"); }

std::string frame_html(const Document& page, const FrameOptions& options) {
  return FrameWriter(page, options).run();
}

std::string content_policy(const std::string& host, const FrameOptions& options) {
  const std::string from = "http://" + host + options.resources + " https://" + host + options.resources;
  return fmt::format(
      "default-src 'none'; img-src {0} data:; style-src {0} 'unsafe-inline'; script-src 'nonce-{1}'; "
      "base-uri 'none'; form-action "
      "'none'; frame-ancestors 'self'; sandbox allow-scripts",
      from, options.nonce);
}

Result<std::string> pdf_frame(const std::string& bytes, const FrameOptions& options) {
  GLEANER_TRY(const layout::Read read, pdf::convert(bytes, options.page, {}));
  std::map<uint32_t, std::pair<double, double>> sizes;
  pdf::ReadOptions how;
  GLEANER_TRY(const pdf::FileFacts facts,
              pdf::read_pdf(bytes, options.page, how, [&](layout::Sheet&& sheet, const pdf::Picture*) {
                sizes[sheet.number] = {sheet.width, sheet.height};
                return true;
              }));
  std::string out = fmt::format(
      "<!doctype html><html><head><script nonce=\"{}\" src=\"/picker.js\" data-secret=\"{}\" "
      "data-mode=\"spans\"></script><title>{}</title>{}</head><body>",
      options.nonce, options.secret, escape_html(facts.title), kPdfStyle);
  size_t next = 0;
  for (const auto& [number, size] : sizes) {
    out += fmt::format(
        "<div class=\"sheet\" style=\"width:{:.1f}px;height:{:.1f}px\">"
        "<img alt=\"sheet {}\" loading=\"lazy\" src=\"{}p/{}/{}\">",
        size.first * kPixels, size.second * kPixels, number, options.resources, number,
        web::escape_url(options.page));
    for (; next < read.places.size() && read.places[next].sheet <= number; ++next) {
      const layout::Place& place = read.places[next];
      if (place.sheet != number) continue;
      out += fmt::format(
          "<span data-b=\"{}\" data-e=\"{}\" style=\"left:{:.1f}px;top:{:.1f}px;width:{:.1f}px;"
          "height:{:.1f}px;font-size:{:.1f}px\">{}</span>",
          place.span.begin, place.span.end, place.box.x0 * kPixels, place.box.y0 * kPixels,
          place.box.width() * kPixels, place.box.height() * kPixels, place.box.height() * kPixels,
          std::string(place.span.of(read.xhtml)));  // escaped already
    }
    out += "</div>";
  }
  return out + "</body></html>";
}

Result<std::string> pdf_picture(const std::string& bytes, const std::string& name, uint32_t sheet) {
  pdf::ReadOptions how;
  how.first = how.last = sheet;
  how.picture_dpi = kPictureDpi;
  std::string png;
  GLEANER_TRY(const pdf::FileFacts facts,
              pdf::read_pdf(bytes, name, how, [&](layout::Sheet&&, const pdf::Picture* picture) {
                if (picture) png = pdf::png_of(*picture);
                return false;
              }));
  if (png.empty()) return error(Code::not_found, fmt::format("there is no sheet {}", sheet), {name});
  return png;
}

}  // namespace gleaner::studio
