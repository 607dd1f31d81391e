// Types of fields: as a person names them, and as the labelled values suggest them.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "wrap/label.h"
#include "wrap/schema.h"
#include "wrap/type_guess.h"

namespace gleaner::run {

// "offers.price" is read as "money". Fails where there is no such field or type.
Status set_type(const std::string& path, std::string_view type, wrap::Schema& schema);
Status set_types(const std::vector<std::string>& types, wrap::Schema& schema);  // FIELD=TYPE each

// The types of fields that are still there by name. True if any field has one.
bool keep_types(const std::vector<wrap::FieldSchema>& from, std::vector<wrap::FieldSchema>& to);

// Types that the labelled values all have, for fields that have none: somebody may want them.
struct TypeOffer {
  std::string path;
  wrap::TypeGuess guess;
};
std::vector<TypeOffer> type_offers(const std::vector<wrap::LabelledPage>& pages, const wrap::Schema& schema);

}  // namespace gleaner::run
