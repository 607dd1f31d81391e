// The family as front ends see it: template sets from .tpl files and wrapper files, and the learner.
#include "templates/induce.h"
#include "templates/wrapper.h"

namespace gleaner::templates {

void register_family(wrap::Registry& registry, MakeCaller make_caller) {
  wrap::Registry::Family family;
  family.kind = kKind;
  family.purpose = "token templates: patterns over the tokens of a page, written by hand (.tpl) or learned";
  family.load = [make_caller](const wrap::Config& config) {
    return TemplateWrapper::load(config, make_caller);
  };
  family.extension = ".tpl";
  family.load_file = [make_caller](const std::string& path) {
    return TemplateWrapper::load(path, make_caller);
  };
  family.learner = make_learner();
  registry.add(std::move(family));
}

}  // namespace gleaner::templates
