// See snapshot.h. The agent writes each frame down; here they are put into one
// another, and the marks become offsets.
#include "browser/snapshot.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/base64.h"
#include "base/json.h"
#include "browser/tab.h"
#include "page/load.h"

namespace gleaner::browser {

const SnapshotElement* Snapshot::element_of(html::NodeId node) const {
  const html::Tree& tree = page->view<html::Tree>();
  if (!tree.is_element(node)) return nullptr;
  const Span tag = tree.start_tag(node);
  if (tag.begin == tag.end) return nullptr;
  const uint32_t begin = page->to_bytes(tag).begin;
  const auto at = std::lower_bound(elements.begin(), elements.end(), begin,
                                   [](const SnapshotElement& e, uint32_t b) { return e.begin < b; });
  return at != elements.end() && at->begin == begin ? &*at : nullptr;
}

namespace {

bool is_page(const std::string& mime) {
  return mime.empty() || mime == "text/html" || mime == "application/xhtml+xml";
}

}  // namespace

// What the browser shows of a file that is no HTML is its own invention: the file itself is the page.
Result<DocumentPtr> Tab::raw_document() {
  DocumentOptions how;
  how.url = how.name = url();
  if (const Download* kept = file(); kept && kept->state == Download::State::done) {
    GLEANER_TRY(std::string bytes, read_file(kept->path));
    how.url = how.name = kept->url;
    return make_document(std::move(bytes), std::move(how));
  }
  GLEANER_TRY(const Reply body,
              call("Network.getResponseBody", fmt::format("{{\"requestId\":\"{}\"}}", loader_)));
  std::string bytes = true_at(body.result(), "base64Encoded") ? from_base64(body.text("body")).value_or("")
                                                              : body.text("body");
  if (!true_at(body.result(), "base64Encoded")) how.transport_charset = "utf-8";
  return make_document(std::move(bytes), std::move(how));
}

// The context of the page that the frame element `id` of another context shows; 0: not known.
int Tab::context_inside(int context, uint32_t id) {
  auto object = call("Runtime.evaluate",
                     fmt::format("{{\"expression\":\"gleaner.element({})\",\"contextId\":{}}}", id, context));
  if (!object.ok()) return 0;
  auto node = call("DOM.describeNode",
                   fmt::format("{{\"objectId\":{}}}", json::quote(object->text("result.objectId"))));
  if (!node.ok()) return 0;
  const auto child = frames_.find(node->text("node.frameId"));
  return child == frames_.end() ? 0 : child->second.context;
}

// Appends the frame's tree. `depth` counts frames in one another.
Status Tab::write_frame(int context, const SnapshotOptions& options, Point offset, size_t depth,
                        std::string& html, Snapshot& out) {
  GLEANER_TRY(const Reply reply, evaluate(fmt::format("gleaner.snapshot({}, {})",
                                                      options.boxes || options.marked, options.marked),
                                          context));
  const json::Value* value = reply.at("result.value");
  const json::Value* text = value ? value->find("html") : nullptr;
  const json::Value *ids = value ? value->find("ids") : nullptr,
                    *boxes = value ? value->find("boxes") : nullptr,
                    *inner = value ? value->find("frames") : nullptr;
  if (!text || !ids || !boxes || !inner) return error(Code::internal, "the page could not be written down");
  if (depth == 0) {
    out.width = int(number_at(*value, "width"));
    out.height = int(number_at(*value, "height"));
  }
  size_t element = 0, frame = 0;
  for (std::string_view rest = text->text; !rest.empty();) {
    const size_t mark = rest.find('\0');
    html += rest.substr(0, mark);
    if (mark == std::string_view::npos) break;
    rest.remove_prefix(mark + 1);
    if (rest.starts_with('B')) {
      rest.remove_prefix(1);
      const auto& [left, top, wide, high] = out.elements.back().box;
      html += fmt::format("{} {} {} {}", left, top, left + wide, top + high);
      continue;
    }
    if (rest.starts_with('F')) {
      rest.remove_prefix(1);
      if (frame >= inner->items.size() || depth > 5 || ++frames_written_ > kMostFrames) continue;
      const int child = context_inside(context, uint32_t(inner->items[frame++].number));
      if (!child || out.elements.empty()) continue;
      const auto& box = out.elements.back().box;
      (void)write_frame(child, options, {double(box[0]), double(box[1])}, depth + 1, html, out);
      continue;
    }
    SnapshotElement one;
    one.begin = uint32_t(html.size());
    if (element < ids->items.size()) one.ref = {context, uint32_t(ids->items[element].number)};
    if (element * 4 + 3 < boxes->items.size())
      for (size_t i = 0; i < 4; ++i)
        one.box[i] = int(boxes->items[element * 4 + i].number) + (i == 0   ? int(offset.x)
                                                                  : i == 1 ? int(offset.y)
                                                                           : 0);
    ++element;
    out.elements.push_back(one);
  }
  return {};
}

Result<Snapshot> Tab::snapshot(const SnapshotOptions& options) {
  GLEANER_CHECK(check_alive());
  Snapshot out;
  if (file() || !is_page(mime_)) {
    GLEANER_TRY(out.page, raw_document());
    return out;
  }
  if (options.scroll) GLEANER_CHECK(scroll_end());
  const int context = main_context();
  if (!context) return error(Code::io, fmt::format("{} cannot be looked into", url()));
  std::string html;
  frames_written_ = 0;
  GLEANER_CHECK(write_frame(context, options, {0, 0}, 0, html, out));
  DocumentOptions how;
  how.url = how.name = url();
  how.transport_charset = "utf-8";
  how.media_type = MediaType::html;
  GLEANER_TRY(out.page, Document::from_bytes(std::move(html), std::move(how)));
  return out;
}

Result<std::string> Tab::screenshot(std::optional<NodeRef> of, std::optional<NodeRef> marked) {
  std::string clip;
  if (of) {
    GLEANER_TRY(const Element element, describe(*of));
    GLEANER_TRY(const Point offset, frame_offset(frame_of(of->context)));
    clip = fmt::format(
        ",\"clip\":{{\"x\":{},\"y\":{},\"width\":{},\"height\":{},\"scale\":1}},"
        "\"captureBeyondViewport\":true",
        element.box[0] + offset.x, element.box[1] + offset.y, std::max(1, element.box[2]),
        std::max(1, element.box[3]));
  }
  if (marked) (void)on_element("mark", *marked, "true");
  auto shot =
      call("Page.captureScreenshot", fmt::format("{{\"format\":\"png\"{}}}", clip), Milliseconds(15'000));
  if (marked) (void)on_element("mark", *marked, "false");
  if (!shot.ok()) return shot.error();
  return from_base64(shot->text("data")).value_or("");
}

}  // namespace gleaner::browser
