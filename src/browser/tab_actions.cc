// See tab.h. Finding targets, and what a person does to them: the mouse, the keys, fields.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>

#include "base/contains.h"
#include "base/json.h"
#include "base/text.h"
#include "browser/tab.h"

namespace gleaner::browser {
namespace {

Element read_element(const json::Value& value, int context) {
  Element out;
  out.ref = {context, uint32_t(number_at(value, "id"))};
  out.tag = text_at(value, "tag");
  out.role = text_at(value, "role");
  out.name = text_at(value, "name");
  out.path = text_at(value, "path");
  out.shown = true_at(value, "shown");
  out.disabled = true_at(value, "disabled");
  out.score = number_at(value, "score");
  if (const json::Value* box = value.find("box"); box && box->items.size() == 4)
    for (size_t i = 0; i < 4; ++i) out.box[i] = int(box->items[i].number);
  if (const json::Value* list = value.find("attributes"); list && list->is_array())
    for (const json::Value& one : list->items)
      if (one.items.size() == 2) out.attributes.emplace_back(one.items[0].text, one.items[1].text);
  return out;
}

std::string bound(std::string text, size_t most) {
  return text.size() > most ? text.substr(0, most) + "..." : text;
}

}  // namespace

// --- targets

Result<Found> Tab::find(const Target& target) {
  Found out;
  out.by_alternative.resize(target.alternatives.size());
  for (const Alternative& one : target.alternatives) out.weak.push_back(one.nth || !one.near.empty());
  if (!main_context()) return error(Code::io, fmt::format("{} cannot be looked into", url()));
  std::optional<Diagnostic> wrong;
  for (const FrameState& frame : frames()) {
    if (!frame.context || (!only_frame_.empty() && frame.id != only_frame_)) continue;
    auto reply =
        evaluate(fmt::format("gleaner.find({}, {})", to_json(target.alternatives, frame.context), kMostFound),
                 frame.context);
    if (!reply.ok()) {
      GLEANER_CHECK(check_alive());
      if (reply.error().message.find("selector") != std::string::npos ||
          reply.error().message.find("XPath") != std::string::npos ||
          reply.error().message.find("SyntaxError") != std::string::npos)
        return error(Code::usage, fmt::format("{} is no selector that the browser knows", target.to_string()),
                     {}, reply.error().message);
      wrong = reply.error();
      continue;  // a frame that is just exchanged
    }
    const json::Value* found = reply->at("result.value.found");
    const json::Value* elements = reply->at("result.value.elements");
    if (!found || !elements) continue;
    for (const json::Value& one : elements->items) out.elements.push_back(read_element(one, frame.context));
    for (size_t i = 0; i < found->items.size() && i < out.by_alternative.size(); ++i)
      for (const json::Value& id : found->items[i].items)
        out.by_alternative[i].push_back({frame.context, uint32_t(id.number)});
  }
  return out;
}

Result<std::vector<Element>> Tab::nearest(const std::string& text) {
  std::vector<Element> out;
  for (const FrameState& frame : frames()) {
    if (!frame.context) continue;
    auto reply = evaluate(fmt::format("gleaner.nearest({}, {})", json::quote(text), kNearest), frame.context);
    if (!reply.ok()) continue;
    if (const json::Value* list = reply->at("result.value"))
      for (const json::Value& one : list->items) out.push_back(read_element(one, frame.context));
  }
  std::ranges::stable_sort(out, std::greater{}, &Element::score);
  if (out.size() > kNearest) out.resize(kNearest);
  return out;
}

Status Tab::enter_frame(std::optional<NodeRef> frame) {
  only_frame_.clear();
  if (!frame) return {};
  GLEANER_TRY(
      const Reply object,
      call("Runtime.evaluate", fmt::format("{{\"expression\":\"gleaner.element({})\",\"contextId\":{}}}",
                                           frame->id, frame->context)));
  GLEANER_TRY(const Reply node,
              call("DOM.describeNode",
                   fmt::format("{{\"objectId\":{}}}", json::quote(object.text("result.objectId")))));
  only_frame_ = node.text("node.frameId");
  if (only_frame_.empty()) return error(Code::bad_input, "this is no frame");
  return {};
}

Result<std::vector<Way>> Tab::ways_to(NodeRef ref) {
  GLEANER_TRY(const Reply reply, on_element("waysTo", ref));
  const json::Value* list = reply.at("result.value");
  return list ? read_ways(*list) : std::vector<Way>();
}

Result<Hit> Tab::locate(const Target& target, std::optional<Milliseconds> wait) {
  const Milliseconds most = wait.value_or(context_.options_.step_wait);
  const auto until = Clock::now() + most;
  Found found;
  Vote voted;
  for (;;) {
    auto look = find(target);
    GLEANER_CHECK(check_alive());
    if (!look.ok() && look.error().code == Code::usage) return look.error();
    if (look.ok()) {
      found = std::move(*look);
      voted = vote(found);
      if (voted.kind == Vote::Kind::one)
        return Hit{*found.of(voted.chosen), voted.agreed, target.alternatives.size()};
    }
    if (Clock::now() >= until) break;
    pump(kFindEvery);
  }
  std::string hint;
  const auto add = [&](const std::string& line) { hint += (hint.empty() ? "" : "\n  ") + line; };
  if (voted.kind == Vote::Kind::none) {
    std::string wanted;
    for (const Alternative& one : target.alternatives)
      if (wanted.empty() && one.kind != "css" && one.kind != "xpath") wanted = one.text;
    if (auto near = nearest(wanted); near.ok())
      for (const Element& one : *near)
        add(fmt::format(
            "near it: {}{}", one.words(),
            one.shown && !one.disabled && one.name != wanted ? fmt::format(" (its text is another)") : ""));
    return error(
        Code::not_found,
        fmt::format("{} is not on {} (waited {} s)", target.to_string(), url(), most.count() / 1000.0), {},
        hint);
  }
  for (const NodeRef& ref : voted.contenders) {
    if (const Element* one = found.of(ref)) {
      std::string by;
      for (size_t i = 0; i < found.by_alternative.size(); ++i)
        if (contains(found.by_alternative[i], ref))
          by += (by.empty() ? "by " : ", ") + target.alternatives[i].to_string();
      add(fmt::format("{} ({})", one->words(), by));
    }
    if (std::ranges::count(hint, '\n') > 8) break;
  }
  if (voted.kind == Vote::Kind::disagree)
    return error(Code::bad_input,
                 fmt::format("the ways to {} lead to different elements", target.to_string()), {}, hint);
  add("say which: 2nd ..., ... in NODE, ... near \"text\"");
  return error(Code::bad_input,
               fmt::format("{} fits {} elements of {}", target.to_string(), voted.contenders.size(), url()),
               {}, hint);
}

Result<Reply> Tab::on_element(std::string_view function, NodeRef ref, const std::string& more) {
  return evaluate(fmt::format("gleaner.{}({}{}{})", function, ref.id, more.empty() ? "" : ", ", more),
                  ref.context);
}

Result<Element> Tab::describe(NodeRef ref) {
  GLEANER_TRY(const Reply reply, on_element("sketch", ref));
  const json::Value* value = reply.at("result.value");
  if (!value || !value->is_object()) return error(Code::not_found, "the element is gone");
  return read_element(*value, ref.context);
}

// --- the mouse

// Coordinates in a frame count from its own corner.
Result<Tab::Point> Tab::frame_offset(const std::string& frame) {
  if (frame.empty() || frame == target_) return Point{0, 0};
  GLEANER_TRY(const Reply owner, call("DOM.getFrameOwner", fmt::format("{{\"frameId\":\"{}\"}}", frame)));
  GLEANER_TRY(const Reply model,
              call("DOM.getBoxModel",
                   fmt::format("{{\"backendNodeId\":{}}}", int64_t(owner.number("backendNodeId")))));
  const json::Value* content = model.at("model.content");
  if (!content || content->items.size() < 2)
    return error(Code::not_found, "a frame has no place on the page");
  return Point{content->items[0].number, content->items[1].number};
}

// In view, still, and with nothing else above it.
Result<Tab::Point> Tab::reach(NodeRef ref) {
  const auto until = Clock::now() + context_.options_.step_wait;
  std::string why;
  double last_x = -1e9, last_y = -1e9;
  for (;;) {
    GLEANER_TRY(const Reply reply, on_element("ready", ref));
    const json::Value& at = *reply.at("result.value");
    const json::Value* covered = at.find("covered");
    if (true_at(at, "gone")) return error(Code::not_found, "the element is gone from the page");
    if (true_at(at, "disabled")) why = "it is disabled";
    else if (true_at(at, "hidden")) why = "it is hidden";
    else {
      const double x = number_at(at, "x"), y = number_at(at, "y");
      const bool still = std::fabs(x - last_x) < 1 && std::fabs(y - last_y) < 1;
      last_x = x, last_y = y;
      if (covered && covered->is_object())
        why = fmt::format("{} stands above it", read_element(*covered, ref.context).words());
      else if (still) {
        GLEANER_TRY(const Point offset, frame_offset(frame_of(ref.context)));
        return Point{x + offset.x, y + offset.y};
      } else {
        why = "it does not stand still";
        if (!pump(Milliseconds(1))) break;
        if (Clock::now() < until) continue;
      }
    }
    if (Clock::now() >= until || !pump(kFindEvery)) break;
  }
  GLEANER_CHECK(check_alive());
  return error(Code::bad_input, fmt::format("the element cannot be reached: {} (waited {} s)", why,
                                            context_.options_.step_wait.count() / 1000.0));
}

Status Tab::mouse(std::string_view type, Point at, int buttons, int clicks) {
  auto done = call(
      "Input.dispatchMouseEvent",
      fmt::format("{{\"type\":\"{}\",\"x\":{},\"y\":{},\"button\":\"{}\",\"buttons\":{},\"clickCount\":{}}}",
                  type, at.x, at.y, clicks ? "left" : "none", buttons, clicks));
  GLEANER_CHECK(check_alive());
  return done.ok() ? Status() : Status(done.error());
}

Status Tab::pointer(std::string_view event, double x, double y, int clicks) {
  return mouse(event, {x, y}, event == "mousePressed", event == "mouseMoved" ? 0 : clicks);
}

Status Tab::wheel(double x, double y, double right, double down) {
  GLEANER_CHECK(call("Input.dispatchMouseEvent",
                     fmt::format("{{\"type\":\"mouseWheel\",\"x\":{},\"y\":{},\"deltaX\":{},\"deltaY\":{}}}",
                                 x, y, right, down)));
  return check_alive();
}

Status Tab::paste(const std::string& text) {
  GLEANER_CHECK(call("Input.insertText", fmt::format("{{\"text\":{}}}", json::quote(text))));
  return check_alive();
}

Status Tab::screencast(std::function<void(std::string)> take) {
  take_picture_ = std::move(take);
  GLEANER_CHECK(take_picture_ ? call("Page.startScreencast", R"({"format":"jpeg","quality":60})")
                              : call("Page.stopScreencast"));
  return {};
}

Status Tab::after_action() {
  last_busy_ = Clock::now();
  const Status settled = settle();
  if (dead_ && !hung_ && !opener_.empty()) return {};  // it closed itself: the one that opened it is the next
  return settled;
}

Status Tab::click(NodeRef ref) {
  dialogs_ = 0;
  file_.clear();
  GLEANER_TRY(const Point at, reach(ref));
  GLEANER_CHECK(mouse("mouseMoved", at, 0, 0));
  GLEANER_CHECK(mouse("mousePressed", at, 1, 1));
  const Status up = mouse("mouseReleased", at, 0, 1);
  if (!up.ok() && !dead_) return up;
  return after_action();
}

Status Tab::hover(NodeRef ref) {
  GLEANER_TRY(const Point at, reach(ref));
  GLEANER_CHECK(mouse("mouseMoved", at, 0, 0));
  return after_action();
}

// --- keys

namespace {

struct Key {
  std::string_view name;
  int number;
  std::string_view text;
};
constexpr Key kKeys[] = {{"Enter", 13, "\\r"},  {"Tab", 9, ""},        {"Escape", 27, ""},
                         {"Backspace", 8, ""},  {"Delete", 46, ""},    {"ArrowUp", 38, ""},
                         {"ArrowDown", 40, ""}, {"ArrowLeft", 37, ""}, {"ArrowRight", 39, ""},
                         {"Home", 36, ""},      {"End", 35, ""},       {"PageUp", 33, ""},
                         {"PageDown", 34, ""},  {"Space", 32, " "},    {"F5", 116, ""}};

}  // namespace

Status Tab::key(const std::string& name, std::string_view text) {
  const auto known =
      std::ranges::find_if(kKeys, [&](const Key& k) { return equals_ignoring_case(k.name, name); });
  const std::string what =
      known != std::end(kKeys)
          ? fmt::format("\"key\":\"{}\",\"code\":\"{}\",\"windowsVirtualKeyCode\":{}",
                        known->name == "Space" ? " " : known->name, known->name, known->number)
          : fmt::format("\"key\":{}", json::quote(text));
  const std::string typed = known != std::end(kKeys)
                                ? (known->text.empty() ? "" : fmt::format(",\"text\":\"{}\"", known->text))
                                : fmt::format(",\"text\":{}", json::quote(text));
  auto down =
      call("Input.dispatchKeyEvent",
           fmt::format("{{\"type\":\"{}\",{}{}}}", typed.empty() ? "rawKeyDown" : "keyDown", what, typed));
  GLEANER_CHECK(check_alive());
  if (!down.ok()) return down.error();
  (void)call("Input.dispatchKeyEvent", fmt::format("{{\"type\":\"keyUp\",{}}}", what));
  return check_alive();
}

Status Tab::stroke(const std::string& name) {
  const bool known =
      std::ranges::any_of(kKeys, [&](const Key& k) { return equals_ignoring_case(k.name, name); });
  if (!known && count_code_points(name) != 1) {
    std::string all;
    for (const Key& one : kKeys) all += (all.empty() ? "" : ", ") + std::string(one.name);
    return error(Code::usage, fmt::format("there is no key {}", json::quote(name)), {},
                 "known: " + all + ", and single characters");
  }
  dialogs_ = 0;
  return key(name, name);
}

Status Tab::press(const std::string& name) {
  GLEANER_CHECK(stroke(name));
  return after_action();
}

Status Tab::type(NodeRef ref, const std::string& text) {
  constexpr size_t kOneByOne = 200;  // longer texts are pasted
  GLEANER_CHECK(reach(ref));
  GLEANER_TRY(const Reply how, on_element("typing", ref));
  if (true_at(how.result(), "result.value.typed")) {  // dates and the like have editors of their own
    GLEANER_TRY(const Reply set, on_element("setValue", ref, json::quote(text)));
    if (set.text("result.value").empty() && !text.empty())
      return error(Code::usage, fmt::format("the field does not take {}", json::quote(text)), {},
                   "dates are written 2026-01-31, times 13:45");
    return after_action();
  }
  GLEANER_CHECK(key("Backspace", ""));  // what was selected
  if (text.size() > kOneByOne) {
    GLEANER_CHECK(call("Input.insertText", fmt::format("{{\"text\":{}}}", json::quote(text))));
  } else {
    for (size_t i = 0; i < text.size();) {
      const CodePoint one = code_point_at(text, i);
      GLEANER_CHECK(key(text[i] == '\n' ? "Enter" : "", text.substr(i, one.length)));
      i += one.length;
    }
  }
  return after_action();
}

// --- fields and forms

Status Tab::choose(NodeRef ref, const std::string& option) {
  GLEANER_TRY(const Reply reply, on_element("choose", ref, json::quote(option)));
  if (true_at(reply.result(),
              "result.value.custom")) {  // a list of the page's own making: opened, then its option
    GLEANER_CHECK(click(ref));
    GLEANER_TRY(
        const Hit hit,
        locate(Target{{{.kind = "css", .text = "[role=option]", .nth = 0}, {.kind = "", .text = option}}}));
    return click(hit.element.ref);
  }
  if (const json::Value* options = reply.at("result.value.options")) {
    std::string known;
    for (const json::Value& one : options->items)
      known += (known.empty() ? "" : ", ") + std::string(one.text);
    return error(Code::not_found, fmt::format("there is no option {}", json::quote(option)), {},
                 "there are: " + bound(known, 300));
  }
  return after_action();
}

Status Tab::check(NodeRef ref, bool on) {
  GLEANER_TRY(const Reply reply, on_element("checked", ref));
  if (true_at(reply.result(), "result.value.checked") == on) return {};
  const NodeRef box{ref.context, uint32_t(reply.number("result.value.id"))};
  // Boxes are often hidden behind their label.
  GLEANER_TRY(const Element seen, describe(box));
  GLEANER_CHECK(click(seen.shown ? box : ref));
  GLEANER_TRY(const Reply after, on_element("checked", ref));
  if (true_at(after.result(), "result.value.checked") != on)
    return error(Code::bad_input, fmt::format("the box does not become {}", on ? "checked" : "unchecked"));
  return {};
}

Status Tab::submit(std::optional<NodeRef> ref) {
  const int context = ref ? ref->context : main_context();
  GLEANER_TRY(const Reply reply, evaluate(fmt::format("gleaner.formOf({})", ref ? ref->id : 0), context));
  if (true_at(reply.result(), "result.value.none"))
    return error(Code::not_found, fmt::format("there is no one form to submit on {}", url()), {},
                 "name a field of it: submit field \"...\"");
  if (const double button = number_at(reply.result(), "result.value.button"); button > 0)
    return click({context, uint32_t(button)});
  return after_action();
}

Status Tab::upload(NodeRef ref, const std::string& path) {
  GLEANER_TRY(
      const Reply object,
      call("Runtime.evaluate",
           fmt::format("{{\"expression\":\"gleaner.element({})\",\"contextId\":{}}}", ref.id, ref.context)));
  std::error_code failed;
  const std::string whole = std::filesystem::absolute(path, failed).string();
  auto set =
      call("DOM.setFileInputFiles", fmt::format("{{\"files\":[{}],\"objectId\":{}}}", json::quote(whole),
                                                json::quote(object.text("result.objectId"))));
  if (!set.ok()) return error(Code::usage, "this is no field for files");
  return after_action();
}

// --- scrolling

Status Tab::scroll_to(NodeRef ref) {
  GLEANER_CHECK(on_element("ready", ref));
  return after_action();
}

Status Tab::scroll_by(double pixels) {
  GLEANER_CHECK(evaluate(fmt::format("scrollBy({{top: {}, behavior: 'instant'}})", pixels)));
  return after_action();
}

Status Tab::scroll_end() {
  double height = -1, elements = -1;
  int still = 0;
  for (int i = 0; i < kMostScrolls && still < 2; ++i) {
    GLEANER_TRY(const Reply at, evaluate("gleaner.scrollEnd()"));
    const double now = number_at(at.result(), "result.value.height"),
                 count = number_at(at.result(), "result.value.elements");
    still = now == height && count == elements ? still + 1 : 0;
    height = now, elements = count;
    GLEANER_CHECK(after_action());
  }
  return {};
}

// --- files

Result<Download> Tab::download(NodeRef ref) {
  GLEANER_CHECK(click(ref));
  const auto until = Clock::now() + context_.options_.load_wait;
  while (Clock::now() < until) {
    const Download* one = file();
    for (const auto& [id, other] : context_.downloads_)
      if (!one && other.state == Download::State::running) one = &other;
    if (one && one->state == Download::State::done) return *one;
    if (one && one->state == Download::State::failed)
      return error(Code::io, fmt::format("{} could not be downloaded", one->url));
    if (!pump(Milliseconds(20))) break;
    GLEANER_CHECK(check_alive());
  }
  return error(Code::not_found,
               fmt::format("no file came (waited {} s)", context_.options_.load_wait.count() / 1000.0));
}

}  // namespace gleaner::browser
