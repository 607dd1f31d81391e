// Settings as a readable file (TOML) that a user can copy, change and give instead of the built-in ones.
#pragma once

#include <string>

#include "base/result.h"
#include "layout/settings.h"

namespace gleaner::layout {

// The settings with a comment on each.
std::string format_settings(const Settings& settings);
// What the file does not name stays as it is; an unknown name, a value out of range or a bad expression is an
// error with its line.
Result<Settings> parse_settings(std::string_view toml, const std::string& file);
Result<Settings> load_settings(const std::string& path);

}  // namespace gleaner::layout
