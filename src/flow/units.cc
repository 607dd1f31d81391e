// See units.h. Sources: SI brochure (9th edition), IEC 80000-13 for storage, NIST handbook 44 for the rest.
#include "flow/units.h"

#include "base/text.h"

namespace gleaner::flow {
namespace {

constexpr Unit kUnits[] = {
    {"m", "length", 1},
    {"km", "length", 1000},
    {"dm", "length", 0.1},
    {"cm", "length", 0.01},
    {"mm", "length", 0.001},
    {"µm", "length", 1e-6},
    {"μm", "length", 1e-6},
    {"um", "length", 1e-6},
    {"nm", "length", 1e-9},
    {"in", "length", 0.0254},
    {"inch", "length", 0.0254},
    {"inches", "length", 0.0254},
    {"\"", "length", 0.0254},
    {"″", "length", 0.0254},
    {"zoll", "length", 0.0254},
    {"ft", "length", 0.3048},
    {"feet", "length", 0.3048},
    {"foot", "length", 0.3048},
    {"'", "length", 0.3048},
    {"yd", "length", 0.9144},
    {"mi", "length", 1609.344},
    {"mile", "length", 1609.344},
    {"miles", "length", 1609.344},
    {"meter", "length", 1},
    {"metre", "length", 1},
    {"meters", "length", 1},
    {"metres", "length", 1},
    {"g", "mass", 1},
    {"kg", "mass", 1000},
    {"mg", "mass", 0.001},
    {"µg", "mass", 1e-6},
    {"μg", "mass", 1e-6},
    {"t", "mass", 1e6},
    {"gr", "mass", 1},
    {"gramm", "mass", 1},
    {"gram", "mass", 1},
    {"grams", "mass", 1},
    {"kilo", "mass", 1000},
    {"kilogramm", "mass", 1000},
    {"kilogram", "mass", 1000},
    {"kilograms", "mass", 1000},
    {"oz", "mass", 28.349523125},
    {"ounce", "mass", 28.349523125},
    {"ounces", "mass", 28.349523125},
    {"lb", "mass", 453.59237},
    {"lbs", "mass", 453.59237},
    {"pound", "mass", 453.59237},
    {"pounds", "mass", 453.59237},
    {"st", "mass", 6350.29318},
    {"zentner", "mass", 50000},
    {"pfund", "mass", 500},
    {"l", "volume", 1},
    {"L", "volume", 1},
    {"dl", "volume", 0.1},
    {"cl", "volume", 0.01},
    {"ml", "volume", 0.001},
    {"hl", "volume", 100},
    {"liter", "volume", 1},
    {"litre", "volume", 1},
    {"liters", "volume", 1},
    {"litres", "volume", 1},
    {"m³", "volume", 1000},
    {"m3", "volume", 1000},
    {"cm³", "volume", 0.001},
    {"cm3", "volume", 0.001},
    {"ccm", "volume", 0.001},
    {"gal", "volume", 3.785411784},
    {"qt", "volume", 0.946352946},
    {"pt", "volume", 0.473176473},
    {"fl oz", "volume", 0.0295735295625},
    {"m²", "area", 1},
    {"m2", "area", 1},
    {"qm", "area", 1},
    {"sqm", "area", 1},
    {"km²", "area", 1e6},
    {"km2", "area", 1e6},
    {"cm²", "area", 1e-4},
    {"cm2", "area", 1e-4},
    {"mm²", "area", 1e-6},
    {"ha", "area", 10000},
    {"a", "area", 100},
    {"ft²", "area", 0.09290304},
    {"sq ft", "area", 0.09290304},
    {"sqft", "area", 0.09290304},
    {"acre", "area", 4046.8564224},
    {"acres", "area", 4046.8564224},
    {"B", "storage", 1},
    {"byte", "storage", 1},
    {"bytes", "storage", 1},
    {"bit", "storage", 0.125},
    {"kB", "storage", 1e3},
    {"KB", "storage", 1e3},
    {"MB", "storage", 1e6},
    {"GB", "storage", 1e9},
    {"TB", "storage", 1e12},
    {"PB", "storage", 1e15},
    {"KiB", "storage", 1024},
    {"MiB", "storage", 1048576},
    {"GiB", "storage", 1073741824},
    {"TiB", "storage", 1099511627776},
    {"W", "power", 1},
    {"kW", "power", 1000},
    {"MW", "power", 1e6},
    {"mW", "power", 0.001},
    {"PS", "power", 735.49875},
    {"hp", "power", 745.69987158227022},
};

}  // namespace

const Unit* find_unit(std::string_view name) {
  for (const Unit& unit : kUnits)
    if (unit.name == name) return &unit;
  const Unit* found = nullptr;
  for (const Unit& unit : kUnits)
    if (equals_ignoring_case(unit.name, name)) {
      if (found && (found->dimension != unit.dimension || found->factor != unit.factor))
        return nullptr;  // MW or mW?
      found = &unit;
    }
  return found;
}

std::vector<std::string> unit_names() {
  std::vector<std::string> out;
  for (const Unit& unit : kUnits)
    if (unit.name.size() <= 3) out.emplace_back(unit.name);
  return out;
}

}  // namespace gleaner::flow
