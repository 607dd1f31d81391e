// See convert.h.
#include "convert.h"

namespace gleaner::cli {

const std::vector<Conversion>& conversions() {
  static const std::vector<Conversion> kConversions = {};
  return kConversions;
}

}  // namespace gleaner::cli
