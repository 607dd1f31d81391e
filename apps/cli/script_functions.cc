// See functions.h. Arguments and answers cross the border as JSON.
#include "script_functions.h"

#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include "../../include/gleaner/functions.h"
#include "base/library.h"
#include "script/tables.h"

namespace gleaner::cli {

using script::Function;
using script::Interpreter;
using script::Value;

Result<std::vector<LoadedFunction>> load_functions(const std::string& path) {
  // A name without a folder would be looked for where the system keeps its libraries.
  const std::string whole = std::filesystem::absolute(path).string();
  GLEANER_TRY(Library library,
              Library::open({whole}, "the library " + path, "is it a shared library of this machine?"));
  const auto find = library.find<decltype(&gleaner_functions)>("gleaner_functions");
  if (!find)
    return error(Code::bad_input, path + " has no gleaner_functions()", {},
                 "see include/gleaner/functions.h");
  const gleaner_function_library* made = find();
  if (!made || made->version != GLEANER_FUNCTIONS_VERSION || !made->release)
    return error(
        Code::bad_input,
        fmt::format("{} is of version {}, not {}", path, made ? made->version : 0, GLEANER_FUNCTIONS_VERSION),
        {}, "build it again with this Gleaner's include/gleaner/functions.h");
  std::vector<LoadedFunction> out;
  for (size_t i = 0; i < made->count; ++i) {
    const gleaner_function& one = made->functions[i];
    Function* function = new Function();
    Value value(function);
    function->name = one.name;
    function->native = [one, made](Interpreter& in, std::vector<Value>& arguments) -> Value {
      const std::string json = script::to_json(Value::list(arguments));
      int failed = 0;
      const std::unique_ptr<char, void (*)(char*)> answer(one.call(json.data(), json.size(), &failed),
                                                          made->release);
      const std::string text = answer ? answer.get() : "null";
      if (failed) in.fail(fmt::format("{}: {}", one.name, text));
      auto read = script::read_json(text, one.name);
      if (!read.ok()) in.fail(fmt::format("{} answered no JSON: {}", one.name, read.error().message));
      return std::move(*read);
    };
    out.push_back({one.name, std::move(value)});
  }
  return out;
}

}  // namespace gleaner::cli
