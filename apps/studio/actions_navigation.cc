// Studio's page of navigations: recording one, and the pictures of its replay. See studio.h.
#include <fmt/format.h>

#include "base/base64.h"
#include "base/contains.h"
#include "base/shell_words.h"
#include "base/text.h"
#include "studio.h"
#include "web/sources.h"

namespace gleaner::studio {
namespace {

constexpr browser::Milliseconds kLookWait{1'000};
constexpr std::string_view kGestures[] = {"move", "down", "up", "wheel", "key", "text", "back"};

Result<std::vector<Gesture>> gestures_of(const json::Value* list) {
  std::vector<Gesture> out;
  if (!list || !list->is_array()) return error(Code::usage, "gestures are a list");
  for (const json::Value& one : list->items) {
    if (!one.is_object()) return error(Code::usage, "a gesture is an object");
    Gesture made{text_of(one, "what"),
                 text_of(one, "text"),
                 number_of(one, "x"),
                 number_of(one, "y"),
                 number_of(one, "right"),
                 number_of(one, "down"),
                 int(number_of(one, "clicks", 1))};
    if (!contains(kGestures, made.what))
      return error(Code::usage, fmt::format("there is no gesture {}", json::quote(made.what)));
    out.push_back(std::move(made));
  }
  return out;
}

}  // namespace

Answer Studio::record_view(const Asked& asked) {
  const Recording::View view = recording_.look(number_asked(asked("after"), 0), kLookWait);
  JsonOut out;
  out.object()
      .members("state", view.state, "ended", view.ended, "url", view.url)
      .texts("steps", view.steps)
      .members("script", view.script, "picture", double(view.picture), "jpeg", base64(view.jpeg));
  return out.end().take();
}

Answer Studio::record(const json::Value& request) {
  const std::string op = text_of(request, "op");
  if (op == "start") {
    std::string url(trim(text_of(request, "url")));
    if (url.find("://") == std::string::npos && url.find('.') != std::string::npos) url = "https://" + url;
    if (!web::is_web_address(url))
      return error(Code::usage, "an address is needed", {}, "https://shop.example/");
    GLEANER_CHECK(recording_.start(url));
    return std::string("{}");
  }
  if (op == "act") {
    GLEANER_TRY(std::vector<Gesture> gestures, gestures_of(request.find("gestures")));
    GLEANER_CHECK(recording_.act(std::move(gestures)));
    return std::string("{}");
  }
  if (op == "drop") return recording_.drop(), std::string("{}");
  if (op != "save") return error(Code::usage, "a recording is started, acted on, saved or dropped");
  const std::string name = text_of(request, "name");
  if (!name.ends_with(".gln") || name.starts_with(".gleaner"))
    return error(Code::usage, "a script is kept in a file NAME.gln", {}, "scripts/visit.gln");
  GLEANER_TRY([[maybe_unused]] const std::string path, project_.path(name));
  if (project_.read(name))
    return error(Code::drift, name + " is there already", {name}, "choose another name");
  const std::string script = recording_.stop();
  if (script.empty()) return error(Code::usage, "nothing was recorded");
  GLEANER_CHECK(history_.take("recorded " + name,
                              command_line({"gleaner", "record", recording_.first_url(), "-o", name}), "",
                              {{name, std::nullopt, script}}));
  recording_.drop();
  events_.send("files", "{}");
  return json_object("name", name);
}

// A picture that a replay made.
Answer Studio::replay_picture(const Asked& asked, std::string& type) {
  const std::string name = asked("name");
  auto picture =
      name.starts_with(".gleaner/replay/") && name.ends_with(".png") ? project_.read(name) : std::nullopt;
  if (!picture) return error(Code::not_found, "there is no such picture");
  type = "image/png";
  return std::move(*picture);
}

}  // namespace gleaner::studio
