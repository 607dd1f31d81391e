// Cookie banners: a rule file of those that are known, as a script for pages (ContextOptions::banners).
#pragma once

#include <string>
#include <string_view>

namespace gleaner::browser {

std::string_view known_banners();  // the rule file that comes along
// Presses what a rule names as soon as it is seen, each once.
std::string banner_script(std::string_view rules);

}  // namespace gleaner::browser
