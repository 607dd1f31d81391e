// See convert.h.
#include "run/convert.h"

#include "delimiter/family.h"
#include "delimiter/paper_file.h"
#include "page/load.h"
#include "pattern/convert.h"
#include "wrap/wrapper_file.h"

namespace gleaner::run {
namespace {

// A wrapper file of the wrapper-induction paper's own system; the ending names the class.
Conversion paper_wrapper(delimiter::Class kind, std::string ending) {
  const std::string purpose =
      "a delimiter wrapper of class " + std::string(title_of(kind)) + " written as a list of strings";
  const auto run = [kind](const std::string& path, const wrap::Registry&) -> Result<std::string> {
    GLEANER_TRY(const std::string text, read_program(path));
    GLEANER_TRY(delimiter::Delimiters read, delimiter::parse_paper_file(text, kind, path));
    delimiter::Shape shape = delimiter::unnamed_shape(read.attributes(), is_nested(kind));
    return wrap::format_wrapper(*delimiter::make_wrapper(std::move(read), std::move(shape)));
  };
  return {std::move(ending), "wrapper", purpose, run};
}

// The rules of a pattern wrapper in a language other tools read.
Conversion pattern_to(std::string name, pattern::QueryLanguage language, std::string purpose) {
  const auto run = [language](const std::string& path,
                              const wrap::Registry& registry) -> Result<std::string> {
    GLEANER_TRY(wrap::WrapperFile file, wrap::load_wrapper(path, registry));
    auto* wrapper = dynamic_cast<const pattern::PatternWrapper*>(file.wrapper.get());
    if (!wrapper) return error(Code::unsupported, "only pattern wrappers have selectors", Where{path});
    return pattern::convert(*wrapper, language);
  };
  return {"wrapper", std::move(name), std::move(purpose), run};
}

}  // namespace

const std::vector<Conversion>& conversions() {
  using delimiter::Class;
  static const std::vector<Conversion> kConversions = {
      paper_wrapper(Class::lr, "lr"),
      paper_wrapper(Class::hlrt, "hlrt"),
      paper_wrapper(Class::oclr, "oclr"),
      paper_wrapper(Class::hoclrt, "hoclrt"),
      paper_wrapper(Class::nlr, "n-lr"),
      paper_wrapper(Class::nhlrt, "n-hlrt"),
      pattern_to("css", pattern::QueryLanguage::css,
                 "a pattern wrapper's rules as CSS selectors, and what they cannot say"),
      pattern_to("xpath", pattern::QueryLanguage::xpath,
                 "a pattern wrapper's rules as XPath 1.0, and what it cannot say"),
  };
  return kConversions;
}

}  // namespace gleaner::run
