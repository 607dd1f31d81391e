// FlowReader: a flow file's tables into a Flow. Internal to flow: file.cc reads the top and puts steps in
// order, file_steps.cc sources and steps, file_deliveries.cc deliveries and tests.
#pragma once

#include <string>

#include "flow/file.h"
#include "flow/key_reader.h"

namespace gleaner::flow {

bool is_address(std::string_view text);  // of a page or a service, not a file

class FlowReader {
 public:
  FlowReader(Flow& flow, Diagnostics& found) : flow_(flow), found_(found) {}
  void read(const wrap::Config& whole);

 private:
  std::string name_of_file() const;
  void read_problems(const wrap::Config& config);
  void read_section(std::string_view section, const wrap::Config& tables);
  void read_step(const std::string& name, const std::string& note, const wrap::Config& config, bool source);
  void read_source(KeyReader& in, Step& step);
  void need_file(KeyReader& in, const std::string& file);
  void read_operation(KeyReader& in, Step& step);
  void read_integrate(KeyReader& in, Step& step);
  void read_query(KeyReader& in, Step& step);
  void read_match(KeyReader& in, Step& step);
  void read_normalise(KeyReader& in, Step& step);
  void read_rule(const std::string& column, const wrap::Config& config, Step& step);
  void read_rule_details(KeyReader& in, NormaliseRule& rule);
  void read_delivery(const std::string& name, const std::string& note, const wrap::Config& config);
  void read_target(KeyReader& in, Delivery& out);
  void need_url(KeyReader& in, const std::string& url);
  void read_webhook(KeyReader& in, Delivery& out);
  void read_soap(KeyReader& in, Delivery& out);
  void read_s3(KeyReader& in, Delivery& out);
  void read_mail(KeyReader& in, Delivery& out);
  void read_test(const std::string& name, const wrap::Config& config);
  void tell(uint32_t line, std::string message, std::string hint = {});
  void check_names();
  void check_targets();
  void warn_unused(const Step& step);
  void order_steps();

  Flow& flow_;
  Diagnostics& found_;
};

}  // namespace gleaner::flow
