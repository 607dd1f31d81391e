// See help.h.
#include "help.h"

#include <fmt/format.h>

#include <vector>

#include "base/text.h"

namespace gleaner::cli {
namespace {

constexpr size_t kLeft = 26;    // width of the column of names
constexpr size_t kWidth = 110;  // where descriptions are broken

void append_entry(std::string& out, const std::string& left, const std::string& right) {
  std::string line = "  " + left;
  if (line.size() + 2 > kLeft) {
    out += line + "\n";
    line.clear();
  }
  line.resize(kLeft, ' ');
  for (std::string_view word : words(right)) {
    if (line.size() + word.size() > kWidth) {
      while (line.ends_with(' ')) line.pop_back();
      out += line + "\n";
      line.assign(kLeft, ' ');
    }
    line.append(word).append(" ");
  }
  while (line.ends_with(' ')) line.pop_back();
  out += line + "\n";
}

std::vector<const CLI::App*> verbs_of(const CLI::App& app) {
  std::vector<const CLI::App*> found;
  for (const CLI::App* sub :
       app.get_subcommands([](const CLI::App* one) { return !one->get_name().empty(); }))
    if (!sub->get_group().empty()) found.push_back(sub);
  return found;
}

std::string name_of(const CLI::Option& option) {
  std::string name;
  for (const std::string& one : option.get_snames()) name += (name.empty() ? "-" : ", -") + one;
  for (const std::string& one : option.get_lnames()) name += (name.empty() ? "    --" : ", --") + one;
  if (option.get_items_expected_max() > 0 && !option.get_type_name().empty())
    name += " " + option.get_type_name();
  return name;
}

class HelpFormat : public CLI::FormatterBase {
 public:
  std::string make_help(const CLI::App* app, std::string, CLI::AppFormatMode) const override {
    std::string out = app->get_description() + "\n\n  " + call(*app) + "\n";
    const auto positional = app->get_options([](const CLI::Option* o) { return o->get_positional(); });
    if (!positional.empty()) out += "\n";
    for (const CLI::Option* option : positional)
      append_entry(out, option->get_type_name(), option->get_description());
    const std::vector<const CLI::App*> verbs = verbs_of(*app);
    if (!verbs.empty()) out += app->get_parent() ? "\nForms:\n" : "\nVerbs:\n";
    for (const CLI::App* verb : verbs) append_entry(out, verb->get_name(), verb->get_description());
    for (const std::string& group : app->get_groups()) {
      const auto options = app->get_options(
          [&](const CLI::Option* o) { return o->nonpositional() && o->get_group() == group; });
      if (options.empty() || group.empty()) continue;
      out += "\n" + group + ":\n";
      for (const CLI::Option* option : options)
        append_entry(out, name_of(*option), option->get_description());
    }
    if (!app->get_footer().empty()) out += "\n" + app->get_footer() + "\n";
    return out;
  }

 private:
  static std::string call(const CLI::App& app) {
    std::string line = path_of(app);
    if (!app.get_parent()) return line + " VERB ...";
    if (!verbs_of(app).empty()) line += " FORM FILE";
    for (const CLI::Option* option :
         app.get_options([](const CLI::Option* o) { return o->get_positional(); }))
      line += option->get_required() ? " " + option->get_type_name() : " [" + option->get_type_name() + "]";
    if (app.get_options([](const CLI::Option* o) { return o->nonpositional(); }).size() > 1)
      line += " [options]";
    return line;
  }
};

}  // namespace

std::shared_ptr<CLI::FormatterBase> make_help_format() { return std::make_shared<HelpFormat>(); }

std::string path_of(const CLI::App& app) {
  return app.get_parent() ? path_of(*app.get_parent()) + " " + app.get_name() : "gleaner";
}

}  // namespace gleaner::cli
