// Rows to a SOAP service, 1.1 or 1.2. The envelope comes from a template, or is made from a WSDL.
//
// A template is the XML of the message. What stands between <!--rows--> and <!--/rows--> is repeated for each
// row; {column} is replaced by the row's value, {flow} {run} {date} {rows} {id} outside of rows; values are
// escaped. {?column}...{/column} stands only where the row has a value. From a WSDL (1.1, document/literal,
// wrapped) the elements of the operation's input are read: the one that repeats (maxOccurs) takes the rows,
// its children the columns of their names; a simple element outside takes {run}, {date}, ... where it is
// called so. An answer with a Fault is an error that quotes it, with any status.
#include <fmt/format.h>

#include <map>

#include "base/lists.h"
#include "base/text.h"
#include "flow/deliver.h"
#include "html/xml.h"
#include "page/load.h"
#include "web/send.h"

namespace gleaner::flow {
namespace {

constexpr std::string_view kSoap11 = "http://schemas.xmlsoap.org/soap/envelope/",
                           kSoap12 = "http://www.w3.org/2003/05/soap-envelope";
constexpr std::string_view kRows = "<!--rows-->", kRowsEnd = "<!--/rows-->";

// {column} and {?column}..{/column} of one row.
std::string fill_row(std::string_view text, const Package& package, const Row& row) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const size_t end = text[at] == '{' ? text.find('}', at) : std::string_view::npos;
    if (end == std::string_view::npos) {
      out += text[at++];
      continue;
    }
    std::string_view name = text.substr(at + 1, end - at - 1);
    const bool optional = name.starts_with('?');
    if (optional) name.remove_prefix(1);
    const size_t column = package.table->column(name);
    if (column == Table::npos) {
      out += text[at++];
      continue;
    }
    at = end + 1;
    if (!optional) {
      append_html(out, shown(row.cells[column]));
      continue;
    }
    const std::string closing = fmt::format("{{/{}}}", name);
    const size_t close = text.find(closing, at);
    if (close == std::string_view::npos) continue;
    if (!row.cells[column].is_null()) out += fill_row(text.substr(at, close - at), package, row);
    at = close + closing.size();
  }
  return out;
}

std::string fill_template(std::string_view text, const Package& package) {
  const size_t begin = text.find(kRows), end = text.find(kRowsEnd);
  if (begin == std::string_view::npos || end == std::string_view::npos || end < begin) {
    // no rows of its own: the whole for the first row
    const std::string one = package.rows.empty()
                                ? std::string(text)
                                : fill_row(text, package, package.table->rows[package.rows[0]]);
    return filled(one, package);
  }
  std::string out = filled(text.substr(0, begin), package);
  for (const uint32_t row : package.rows)
    out += fill_row(text.substr(begin + kRows.size(), end - begin - kRows.size()), package,
                    package.table->rows[row]);
  return out + filled(text.substr(end + kRowsEnd.size()), package);
}

// --- WSDL

// An element with its attributes, as far as a WSDL needs it.
struct XmlNode {
  std::string name;  // without its prefix
  std::map<std::string, std::string> attributes;
  std::vector<XmlNode> kids;
  const XmlNode* kid(std::string_view wanted) const { return find_by(kids, &XmlNode::name, wanted); }
  std::string attribute(const std::string& key) const {
    const auto found = attributes.find(key);
    return found == attributes.end() ? std::string() : found->second;
  }
};

std::string local_name(std::string_view name) {
  const size_t colon = name.rfind(':');
  return std::string(colon == std::string_view::npos ? name : name.substr(colon + 1));
}

XmlNode node_of(const html::Xml& xml, html::Xml::Node at) {
  XmlNode out;
  out.name = xml.local_name(at);
  for (const html::Xml::Attribute& one : xml.attributes(at)) out.attributes[one.name] = one.value;
  for (html::Xml::Node kid = at + 1; kid < xml.end(at); kid = xml.is_element(kid) ? xml.end(kid) : kid + 1)
    if (xml.is_element(kid)) out.kids.push_back(node_of(xml, kid));
  return out;
}

Result<XmlNode> read_wsdl(std::string_view text) {
  GLEANER_TRY(const DocumentPtr document, Document::from_bytes(std::string(text), {"the WSDL", "", "", {}}));
  GLEANER_TRY(const auto xml, html::Xml::parse(document));
  for (html::Xml::Node n = 1; n < xml->size(); ++n)
    if (xml->is_element(n) && xml->local_name(n) == "definitions") return node_of(*xml, n);
  return error(Code::bad_input, "this is no WSDL: it has no <definitions>");
}

const XmlNode* named(const XmlNode& parent, std::string_view kind, std::string_view name) {
  for (const XmlNode& one : parent.kids)
    if (one.name == kind && one.attribute("name") == name) return &one;
  return nullptr;
}

// What is looked up in a WSDL for one operation.
struct Operation {
  std::string action, endpoint, space;
  const XmlNode* element = nullptr;  // of the request
};

class WsdlReader {
 public:
  explicit WsdlReader(const XmlNode& root) : root_(root) {
    for (const XmlNode& types : root.kids)
      if (types.name == "types")
        for (const XmlNode& schema : types.kids) schemas_.push_back(&schema);
  }

  Result<Operation> find(const std::string& name) {
    Operation out;
    std::vector<std::string> names;
    const XmlNode* operation = nullptr;
    for (const XmlNode& port : root_.kids)
      if (port.name == "portType")
        for (const XmlNode& one : port.kids)
          if (one.name == "operation") {
            names.push_back(one.attribute("name"));
            if (names.back() == name) operation = &one;
          }
    if (!operation)
      return error(Code::bad_input, fmt::format("the WSDL has no operation \"{}\"", name), {},
                   fmt::format("operations: {}", fmt::join(names, ", ")));
    const XmlNode* input = operation->kid("input");
    const XmlNode* message =
        input ? named(root_, "message", local_name(input->attribute("message"))) : nullptr;
    const XmlNode* part = message ? message->kid("part") : nullptr;
    if (!part || part->attribute("element").empty())
      return error(Code::bad_input, fmt::format("the operation {} is not document/literal", name), {},
                   "use a template instead");
    for (const XmlNode* schema : schemas_)
      if (const XmlNode* element = named(*schema, "element", local_name(part->attribute("element")));
          element && !out.element)
        out.element = element, out.space = schema->attribute("targetNamespace");
    if (!out.element)
      return error(Code::bad_input,
                   fmt::format("the WSDL does not say what {} looks like", part->attribute("element")), {},
                   "use a template instead");
    find_binding(name, out);
    return out;
  }

  // Types may stand in other schemas of the file.
  const XmlNode* type_of(const XmlNode& element) const {
    if (const XmlNode* own = element.kid("complexType")) return own;
    const std::string type =
        local_name(element.attribute("type").empty() ? element.attribute("ref") : element.attribute("type"));
    for (const XmlNode* schema : schemas_) {
      if (const XmlNode* found = named(*schema, "complexType", type)) return found;
      if (!element.attribute("ref").empty())
        if (const XmlNode* found = named(*schema, "element", type)) return type_of(*found);
    }
    return nullptr;
  }
  // The namespace that a type's children are in.
  std::string space_of(const XmlNode* type, const std::string& otherwise) const {
    for (const XmlNode* schema : schemas_)
      for (const XmlNode& one : schema->kids)
        if (&one == type) return schema->attribute("targetNamespace");
    return otherwise;
  }

 private:
  void find_binding(const std::string& name, Operation& out) const {
    for (const XmlNode& binding : root_.kids)
      if (binding.name == "binding")
        for (const XmlNode& one : binding.kids)
          if (one.name == "operation" && one.attribute("name") == name)
            for (const XmlNode& soap : one.kids)
              if (soap.name == "operation" && out.action.empty()) out.action = soap.attribute("soapAction");
    for (const XmlNode& service : root_.kids)
      if (service.name == "service")
        for (const XmlNode& port : service.kids)
          for (const XmlNode& address : port.kids)
            if (address.name == "address" && out.endpoint.empty())
              out.endpoint = address.attribute("location");
  }
  const XmlNode& root_;
  std::vector<const XmlNode*> schemas_;
};

const XmlNode* sequence_of(const XmlNode* type) {
  if (!type) return nullptr;
  for (const char* group : {"sequence", "all"})
    if (const XmlNode* found = type->kid(group)) return found;
  return nullptr;
}

bool repeats(const XmlNode& element) {
  const std::string most = element.attribute("maxOccurs");
  return most == "unbounded" || (!most.empty() && most != "0" && most != "1");
}

// The XML of an element for the rows of a package.
class EnvelopeWriter {
 public:
  EnvelopeWriter(const WsdlReader& wsdl, const Package& package) : wsdl_(wsdl), package_(package) {}

  std::string body(const Operation& operation) {
    std::string out =
        fmt::format("<{} xmlns=\"{}\">", operation.element->attribute("name"), escape_html(operation.space));
    content(out, *operation.element, nullptr, operation.space, 0);
    return out + fmt::format("</{}>", operation.element->attribute("name"));
  }
  bool wrote_rows() const { return wrote_rows_; }

 private:
  void content(std::string& out, const XmlNode& element, const Row* row, const std::string& around,
               int depth) {
    constexpr int kMostDepth = 30;  // a type may hold itself
    const XmlNode* type = wsdl_.type_of(element);
    const XmlNode* sequence = sequence_of(type);
    if (!sequence || depth > kMostDepth) return;
    const std::string space = wsdl_.space_of(type, around);
    for (const XmlNode& kid : sequence->kids) {
      if (kid.name != "element") continue;
      const std::string name =
          kid.attribute("name").empty() ? local_name(kid.attribute("ref")) : kid.attribute("name");
      const bool nested = sequence_of(wsdl_.type_of(kid)) != nullptr;
      if (repeats(kid) && !row) {
        wrote_rows_ = true;
        for (const uint32_t r : package_.rows)
          one(out, kid, name, &package_.table->rows[r], nested, space, around, depth);
      } else {
        one(out, kid, name, row, nested, space, around, depth);
      }
    }
  }
  void one(std::string& out, const XmlNode& element, const std::string& name, const Row* row, bool nested,
           const std::string& space, const std::string& around, int depth) {
    const std::string mark = space == around ? "" : fmt::format(" xmlns=\"{}\"", escape_html(space));
    if (nested) {
      out += fmt::format("<{}{}>", name, mark);
      content(out, element, row, space, depth + 1);
      out += fmt::format("</{}>", name);
      return;
    }
    const size_t column = package_.table->column(name);
    std::string value;
    bool there = false;
    if (row && column != Table::npos)
      there = !row->cells[column].is_null(), value = shown(row->cells[column]);
    else if (const std::string said = filled("{" + name + "}", package_); said != "{" + name + "}")
      there = true, value = said;
    else if (!row && column != Table::npos && !package_.rows.empty())
      there = true, value = shown(package_.table->rows[package_.rows[0]].cells[column]);
    if (!there && element.attribute("minOccurs") == "0") return;
    out += fmt::format("<{}{}>", name, mark);
    append_html(out, value);
    out += fmt::format("</{}>", name);
  }
  const WsdlReader& wsdl_;
  const Package& package_;
  bool wrote_rows_ = false;
};

// The reason in a Fault; empty where there is none.
std::string fault_in(std::string_view body) {
  if (body.find("Fault") == std::string_view::npos) return {};
  for (const std::string_view tag : {"faultstring", "Text", "Reason"}) {
    for (size_t at = 0; (at = body.find(tag, at)) != std::string_view::npos; ++at) {
      const size_t open = body.find('>', at), close = body.find('<', open);
      if (open == std::string_view::npos || close == std::string_view::npos) break;
      if (const std::string words = collapse(body.substr(open + 1, close - open - 1)); !words.empty())
        return words;
    }
  }
  return "the service answered with a fault";
}

}  // namespace

Result<std::string> soap_envelope(const Package& package, std::string_view tmpl, std::string_view wsdl,
                                  std::string& action, std::string& endpoint) {
  if (!tmpl.empty()) return fill_template(tmpl, package);
  GLEANER_TRY(const XmlNode root, read_wsdl(wsdl));
  WsdlReader reader(root);
  const bool twelve = package.delivery->soap_version == "1.2";
  GLEANER_TRY(const Operation operation, reader.find(package.delivery->operation));
  if (action.empty()) action = operation.action;
  if (endpoint.empty()) endpoint = operation.endpoint;
  EnvelopeWriter writer(reader, package);
  const std::string body = writer.body(operation);
  if (!writer.wrote_rows() && package.rows.size() > 1)
    return error(Code::usage, fmt::format("{} takes one row at a time", package.delivery->operation), {},
                 "say batch = 1");
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
      "<soap:Envelope xmlns:soap=\"{}\"><soap:Body>{}</soap:Body></soap:Envelope>\n",
      twelve ? kSoap12 : kSoap11, body);
}

Result<std::string> deliver_soap(const Package& package, const std::string& secret) {
  const Delivery& to = *package.delivery;
  std::string tmpl, wsdl, action = to.action, endpoint = to.to;
  if (!to.tmpl.empty()) {
    GLEANER_TRY(tmpl, read_program(package.flow->at(to.tmpl)));
  }
  if (!to.wsdl.empty()) {
    GLEANER_TRY(wsdl, read_program(package.flow->at(to.wsdl)));
  }
  web::SendRequest request;
  GLEANER_TRY(request.body, soap_envelope(package, tmpl, wsdl, action, endpoint));
  request.url = endpoint, request.timeout = to.timeout, request.headers = to.headers;
  const bool twelve = to.soap_version == "1.2";
  if (twelve) {
    request.headers.push_back(fmt::format("Content-Type: application/soap+xml; charset=utf-8{}",
                                          action.empty() ? "" : fmt::format("; action=\"{}\"", action)));
  } else {
    request.headers.emplace_back("Content-Type: text/xml; charset=utf-8");
    request.headers.push_back(fmt::format("SOAPAction: \"{}\"", action));
  }
  request.headers.push_back("Idempotency-Key: " + package.id);
  if (const std::string auth = auth_header(to, secret); !auth.empty()) request.headers.push_back(auth);
  GLEANER_TRY(const web::SendAnswer answer, web::send(request));
  if (const std::string fault = fault_in(answer.body); !fault.empty()) {
    // The sender's own fault will not pass; the server's may.
    const bool ours =
        answer.body.find("Client") != std::string::npos || answer.body.find("Sender") != std::string::npos;
    return error(ours ? Code::bad_input : Code::io, fmt::format("the service refused it: {}", fault));
  }
  GLEANER_CHECK(judge_answer(answer.status, answer.body, answer.retry_after));
  return fmt::format("{} rows accepted", package.rows.size());
}

}  // namespace gleaner::flow
