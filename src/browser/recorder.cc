// See recorder.h.
#include "browser/recorder.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/contains.h"
#include "base/json.h"
#include "base/text.h"
#include "html/names.h"

namespace gleaner::browser {
namespace {

constexpr const char* kListener =
#include "browser/recorder_js.h"
    ;
// A page that comes so soon after an action is its effect.
constexpr Milliseconds kEffect{5'000};

bool is_action(std::string_view word) { return word != "scroll"; }

std::string secret_name(const std::string& field) {
  std::string out;
  for (char c : field) out += is_alnum(c) ? char(c >= 'a' && c <= 'z' ? c - 32 : c) : '_';
  return out.empty() || is_digit(out[0]) ? "PASSWORD" : out;
}

}  // namespace

Status Recorder::begin(const std::string& url) {
  listen(context_.tab());
  GLEANER_CHECK(context_.tab().load(url));
  steps_.clear();
  RecordedStep load;
  load.word = "load";
  load.value = load.url = url;
  add(std::move(load));
  last_action_ = Clock::now();
  last_url_ = context_.tab().url();
  return {};
}

void Recorder::listen(Tab& tab) {
  listened_.push_back(&tab);
  tab.on_binding = [this](const std::string&, const std::string& payload) { take(payload); };
  (void)tab.add_script(kListener, "gleanerTell");
}

bool Recorder::poll(Milliseconds wait) {
  if (!context_.connection().pump(wait)) return false;
  (void)context_.follow_windows();
  if (context_.tab().dead()) return false;
  if (!contains(listened_, &context_.tab())) listen(context_.tab());
  return true;
}

void Recorder::finish() {
  Tab& tab = context_.tab();
  for (const FrameState& frame : tab.frames())
    if (frame.context && !tab.dead())
      (void)tab.evaluate("globalThis.gleanerFlush?.()", frame.context, Milliseconds(1'000));
  (void)context_.connection().pump(Milliseconds(0));
}

void Recorder::add(RecordedStep step) {
  // Typing twice into one field is typing once; scrolling on is scrolling.
  if (!steps_.empty()) {
    const RecordedStep& last = steps_.back();
    if (step.word == last.word &&
        ((step.word == "type" && step.element.path == last.element.path && step.url == last.url) ||
         step.word == "scroll"))
      steps_.pop_back();
  }
  if (is_action(step.word)) last_action_ = Clock::now();
  steps_.push_back(std::move(step));
  if (on_step) on_step(steps_.back());
}

// A page that nobody's click or key has brought was gone to by hand.
void Recorder::take_page(const json::Value& said) {
  const std::string url = text_at(said, "url");
  if (!true_at(said, "top") || url == "about:blank" || url == last_url_) return;
  const bool came_back = text_at(said, "how") == "back_forward";
  const bool effect = Clock::now() - last_action_ < kEffect;
  last_url_ = url;
  if (steps_.empty() || (effect && !came_back)) return;
  RecordedStep step;
  step.word = came_back ? "back" : "load";
  if (!came_back) step.value = url;
  step.url = url;
  add(std::move(step));
}

void Recorder::take(const std::string& payload) {
  auto parsed = json::parse(payload, {.control_characters = true, .max_depth = 64});
  if (!parsed.ok()) return;
  const json::Value& said = parsed->root;
  const std::string type = text_at(said, "type");
  if (type == "page") return take_page(said);
  RecordedStep step;
  step.word = type;
  step.url = text_at(said, "url");
  step.value = text_at(said, type == "press" ? "key" : "value");
  if (const json::Value* ways = said.find("ways"); ways && ways->is_array()) step.ways = read_ways(*ways);
  step.element.tag = text_at(said, "element.tag");
  step.element.role = text_at(said, "element.role");
  step.element.name = text_at(said, "element.name");
  step.element.path = text_at(said, "element.path");
  if (true_at(said, "secret")) step.secret = secret_name(text_at(said, "name"));
  step.list = text_at(said, "list.css");
  step.member = int(number_at(said, "list.index", -1));
  step.inside = {.kind = text_at(said, "inside.kind"), .text = text_at(said, "inside.text")};
  if (const json::Value* names = member_at(said, "list.names"); names && names->is_array())
    for (const json::Value& name : names->items) step.list_names.emplace_back(name.text);
  add(std::move(step));
}

std::string words_of(const RecordedStep& step) {
  const std::string target = step.element.name.empty() ? "" : " " + step.element.words();
  const std::string value = !step.secret.empty() ? step.secret : step.value;
  if (step.word == "type" || step.word == "upload" || step.word == "choose")
    return fmt::format("{} {} {}{}", step.word, step.secret.empty() ? json::quote(value) : value,
                       step.word == "choose" ? "in" : "into",
                       target.empty() ? " " + step.element.tag : target);
  return step.word + (!target.empty() ? target : value.empty() ? "" : " " + value);
}

// --- the script

namespace {

std::string target_text(const std::vector<Alternative>& ways) {
  std::string out;
  for (size_t i = 0; i < ways.size(); ++i)
    out += (i ? (i == 1 ? "\n    or " : " or ") : "") + ways[i].to_string();
  return out;
}

std::string step_text(const RecordedStep& step, const std::map<std::string, std::string>& variables) {
  const std::string target = target_text(choose_ways(step.ways));
  const auto known = variables.find(step.value);
  const std::string value = !step.secret.empty()       ? fmt::format("secret({})", json::quote(step.secret))
                            : known != variables.end() ? known->second
                                                       : json::quote(step.value);
  const std::string& word = step.word;
  if (word == "load" || word == "press") return fmt::format("{} {}", word, json::quote(step.value));
  if (word == "back") return "back";
  if (word == "scroll") return "scroll to end";
  if (word == "type" || word == "upload") return fmt::format("{} {} into {}", word, value, target);
  if (word == "choose") return fmt::format("choose {} in {}", value, target);
  return fmt::format("{} {}", word, target);
}

// Texts that were typed more than once become variables.
std::map<std::string, std::string> repeated_texts(const std::vector<RecordedStep>& steps) {
  std::map<std::string, size_t> counts;
  for (const RecordedStep& step : steps)
    if (step.word == "type" && step.secret.empty() && step.value.size() > 1) ++counts[step.value];
  std::map<std::string, std::string> out;
  for (const auto& [value, count] : counts)
    if (count > 1) out.emplace(value, fmt::format("text{}", out.size() + 1));
  return out;
}

// The second of two clicks on members of one list: what lies between them, done for all members.
std::string loop_for(const std::vector<RecordedStep>& steps, size_t second,
                     const std::map<std::string, std::string>& variables) {
  const RecordedStep& now = steps[second];
  if (now.list.empty() || now.inside.text.empty() || now.word != "click") return {};
  if (std::ranges::any_of(now.list_names, html::looks_generated)) return {};
  for (size_t first = second; first-- > 0;) {
    const RecordedStep& before = steps[first];
    if (before.word != "click" || before.list != now.list || before.member == now.member) continue;
    const bool same = before.inside.text == now.inside.text;  // else the text is the member's own
    const std::string inside =
        same ? now.inside.to_string() : fmt::format("css {}", json::quote(now.element.tag));
    std::string out =
        fmt::format("for member in page().css({}) do\n  click {} in member\n", json::quote(now.list), inside);
    bool went_back = false;
    for (size_t i = first + 1; i < second; ++i) {
      went_back = went_back || steps[i].word == "back";
      std::string inner = step_text(steps[i], variables);
      for (size_t at = 0; (at = inner.find('\n', at)) != std::string::npos; at += 3)
        inner.replace(at, 1, "\n  ");
      out += "  " + inner + "\n";
    }
    if (!went_back && second == first + 1 && before.url != now.url) out += "  back\n";
    return out + "end\n";
  }
  return {};
}

bool is_next(const RecordedStep& step) {
  const std::string name = lower_ascii(step.element.name);
  return step.word == "click" &&
         (name == "next" || name.starts_with("next ") || name == "›" || name == "»" || name == ">" ||
          name.starts_with("load more") || name.starts_with("show more"));
}

void append_comment(std::string& out, std::string_view text) {
  for (std::string_view line : split(text, '\n'))
    if (!line.empty()) out += fmt::format("// {}\n", line);
}

}  // namespace

std::string to_script(const std::vector<RecordedStep>& steps) {
  std::string out;
  const std::map<std::string, std::string> variables = repeated_texts(steps);
  for (const auto& [value, name] : variables) out += fmt::format("{} = {};\n", name, json::quote(value));
  std::set<std::string> proposed;
  size_t nexts = 0;
  for (size_t i = 0; i < steps.size(); ++i) {
    out += step_text(steps[i], variables) + "\n";
    if (is_next(steps[i]) && ++nexts == 2) {
      append_comment(out, "The next page was asked for more than once. For all pages:");
      append_comment(
          out,
          "  more = true;\n  while more do\n    ... extract(\"NAME.wrapper\") ...\n    more = next_page();\n  end");
      continue;
    }
    const std::string loop = loop_for(steps, i, variables);
    if (loop.empty() || !proposed.insert(steps[i].list).second || is_next(steps[i])) continue;
    append_comment(out, "The same was done for two members of one list. For all of them:");
    append_comment(out, loop);
  }
  return out;
}

}  // namespace gleaner::browser
