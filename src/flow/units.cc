// See units.h. Sources: SI brochure (9th edition), IEC 80000-13 for storage, NIST handbook 44 for the rest.
#include "flow/units.h"

#include "base/text.h"

namespace gleaner::flow {
namespace {

// Names that mean the same stand together, with | between them.
constexpr Unit kUnits[] = {
    {"m", "length", 1},
    {"km", "length", 1000},
    {"dm", "length", 0.1},
    {"cm", "length", 0.01},
    {"mm", "length", 0.001},
    {"µm|μm|um", "length", 1e-6},
    {"nm", "length", 1e-9},
    {"in|inch|inches|\"|″|zoll", "length", 0.0254},
    {"ft|feet|foot|'", "length", 0.3048},
    {"yd", "length", 0.9144},
    {"mi|mile|miles", "length", 1609.344},
    {"meter|metre|meters|metres", "length", 1},
    {"g", "mass", 1},
    {"kg", "mass", 1000},
    {"mg", "mass", 0.001},
    {"µg|μg", "mass", 1e-6},
    {"t", "mass", 1e6},
    {"gr|gramm|gram|grams", "mass", 1},
    {"kilo|kilogramm|kilogram|kilograms", "mass", 1000},
    {"oz|ounce|ounces", "mass", 28.349523125},
    {"lb|lbs|pound|pounds", "mass", 453.59237},
    {"st", "mass", 6350.29318},
    {"zentner", "mass", 50000},
    {"pfund", "mass", 500},
    {"l|L", "volume", 1},
    {"dl", "volume", 0.1},
    {"cl", "volume", 0.01},
    {"ml", "volume", 0.001},
    {"hl", "volume", 100},
    {"liter|litre|liters|litres", "volume", 1},
    {"m³|m3", "volume", 1000},
    {"cm³|cm3|ccm", "volume", 0.001},
    {"gal", "volume", 3.785411784},
    {"qt", "volume", 0.946352946},
    {"pt", "volume", 0.473176473},
    {"fl oz", "volume", 0.0295735295625},
    {"m²|m2|qm|sqm", "area", 1},
    {"km²|km2", "area", 1e6},
    {"cm²|cm2", "area", 1e-4},
    {"mm²", "area", 1e-6},
    {"ha", "area", 10000},
    {"a", "area", 100},
    {"ft²|sq ft|sqft", "area", 0.09290304},
    {"acre|acres", "area", 4046.8564224},
    {"B|byte|bytes", "storage", 1},
    {"bit", "storage", 0.125},
    {"kB|KB", "storage", 1e3},
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

// Each name by itself.
const std::vector<Unit>& all_units() {
  static const std::vector<Unit> all = [] {
    std::vector<Unit> out;
    for (const Unit& unit : kUnits)
      for (const std::string_view name : split(unit.name, '|'))
        out.push_back({name, unit.dimension, unit.factor});
    return out;
  }();
  return all;
}

}  // namespace

const Unit* find_unit(std::string_view name) {
  for (const Unit& unit : all_units())
    if (unit.name == name) return &unit;
  const Unit* found = nullptr;
  for (const Unit& unit : all_units())
    if (equals_ignoring_case(unit.name, name)) {
      if (found && (found->dimension != unit.dimension || found->factor != unit.factor))
        return nullptr;  // MW or mW?
      found = &unit;
    }
  return found;
}

std::vector<std::string> unit_names() {
  std::vector<std::string> out;
  for (const Unit& unit : all_units())
    if (unit.name.size() <= 3) out.emplace_back(unit.name);
  return out;
}

}  // namespace gleaner::flow
