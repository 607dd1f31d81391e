// See convert.h.
#include "convert.h"

#include "delimiter/family.h"
#include "delimiter/paper_file.h"
#include "page/load.h"
#include "wrap/wrapper_file.h"

namespace gleaner::cli {
namespace {

// A wrapper file of the wrapper-induction paper's own system; the ending names the class.
Conversion paper_wrapper(delimiter::Class kind, std::string ending) {
  Conversion conversion;
  conversion.from = std::move(ending);
  conversion.to = "wrapper";
  conversion.purpose = "a delimiter wrapper of class " + std::string(title_of(kind)) + " written as a list of strings";
  conversion.run = [kind](const std::string& path, const wrap::Registry&) -> Result<std::string> {
    GLEANER_TRY(const std::string text, read_file(path));
    GLEANER_TRY(delimiter::Delimiters read, delimiter::parse_paper_file(text, kind, path));
    delimiter::Shape shape = delimiter::unnamed_shape(read.attributes(), is_nested(kind));
    return wrap::format_wrapper(*delimiter::make_wrapper(std::move(read), std::move(shape)));
  };
  return conversion;
}

}  // namespace

const std::vector<Conversion>& conversions() {
  using delimiter::Class;
  static const std::vector<Conversion> kConversions = {
      paper_wrapper(Class::lr, "lr"),         paper_wrapper(Class::hlrt, "hlrt"), paper_wrapper(Class::oclr, "oclr"),
      paper_wrapper(Class::hoclrt, "hoclrt"), paper_wrapper(Class::nlr, "n-lr"),  paper_wrapper(Class::nhlrt, "n-hlrt"),
  };
  return kConversions;
}

}  // namespace gleaner::cli
