// Records as XML, and back.
//
//   <records>
//     <record page="a.html">
//       <name>Cup</name>
//       <price value="6.9" currency="EUR" begin="8812" end="8820">EUR 6.90</price>
//       <offers><record>...</record><record>...</record></offers>
//       <tags><item>red</item><item>large</item></tags>
//     </record>
//   </records>
// A name that XML does not allow is written <field name="...">. The reader understands what the writer gives,
// no more.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "base/text.h"
#include "wrap/schema.h"
#include "wrap/writer_internal.h"

namespace gleaner::wrap {
namespace {

bool is_xml_name(std::string_view name) {
  if (name.empty() || name == "record" || name == "item" || name == "field" || name == "null") return false;
  if (!is_alpha(name[0]) && name[0] != '_') return false;
  for (char c : name)
    if (!is_alpha(c) && !is_digit(c) && c != '_' && c != '-' && c != '.') return false;
  return !lower_ascii(name).starts_with("xml");
}

// U+FFFE and U+FFFF are no characters of XML.
bool is_xml_character(uint32_t c) { return c != 0xfffe && c != 0xffff; }

void append_escaped(std::string& out, std::string_view text) {
  for (size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (static_cast<unsigned char>(c) >= 0x80) {  // a character of UTF-8, or (in a file's name) none
      const bool valid = valid_utf8_prefix(text.substr(at, 4)) > 0;
      const CodePoint read = code_point_at(text, at);
      if (valid && is_xml_character(read.value)) out += text.substr(at, read.length);
      else out += "\xef\xbf\xbd";
      at += (valid ? read.length : 1) - 1;
      continue;
    }
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\r': out += "&#13;"; break;
      case '\n': out += "&#10;"; break;
      case '\t': out += "&#9;"; break;
      default:
        // XML 1.0 has no way to write other control characters.
        if (static_cast<unsigned char>(c) < 0x20) out += "\xef\xbf\xbd";
        else out += c;
    }
  }
}

class XmlWriter : public Writer {
 public:
  XmlWriter(const WriteOptions& options, Out out) : options_(options), out_(std::move(out)) {}

  Status page(const std::string& name, const Document* document,
              const std::vector<Record>& records) override {
    std::string lines;
    for (const Record& record : records) {
      lines += open();
      lines += "  <record";
      if (options_.page) {
        lines += " page=\"";
        append_escaped(lines, name);
        lines += '"';
      }
      if (record.partial) lines += " partial=\"true\"";
      lines += ">\n";
      append_fields(lines, record.fields, document, 4);
      lines += "  </record>\n";
    }
    return lines.empty() ? Status() : out_(lines);
  }

  Status finish() override { return out_(open() + "</records>\n"); }

 private:
  std::string open() {
    if (opened_) return "";
    opened_ = true;
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<records>\n";
  }

  void append_fields(std::string& out, const std::vector<Field>& fields, const Document* document,
                     int indent) const {
    for (const Field& field : fields) {
      if (field.value.is_absent()) continue;
      out.append(size_t(indent), ' ');
      std::string start = field.name, end = field.name;
      if (!is_xml_name(field.name)) {
        start = "field name=\"";
        append_escaped(start, field.name);
        start += '"';
        end = "field";
      }
      append_value(out, field.value, start, end, document, indent);
      out += '\n';
    }
  }

  void append_value(std::string& out, const Value& value, const std::string& start, const std::string& end,
                    const Document* document, int indent) const {
    const std::string pad(size_t(indent), ' ');
    out += '<';
    out += start;
    switch (value.kind) {
      case Value::Kind::absent:
      case Value::Kind::null: out += " null=\"true\"/>"; return;
      case Value::Kind::text:
        append_attributes(out, value, document);
        out += '>';
        append_escaped(out, value.text);
        break;
      case Value::Kind::record:
        out += ">\n" + pad + "  <record>\n";
        append_fields(out, value.fields, document, indent + 4);
        out += pad + "  </record>\n" + pad;
        break;
      case Value::Kind::list:
        if (value.items.empty()) {
          out += " list=\"true\"/>";
          return;
        }
        out += " list=\"true\">\n";
        for (const Value& item : value.items) append_item(out, item, document, indent + 2);
        out += pad;
        break;
    }
    out += "</" + end + ">";
  }

  void append_item(std::string& out, const Value& item, const Document* document, int indent) const {
    const std::string pad(size_t(indent), ' ');
    out += pad;
    if (item.is_record()) {
      out += "<record>\n";
      append_fields(out, item.fields, document, indent + 2);
      out += pad + "</record>";
    } else {
      append_value(out, item, "item", "item", document, indent);
    }
    out += '\n';
  }

  void append_attributes(std::string& out, const Value& value, const Document* document) const {
    if (options_.typed && value.typed && value.typed->type != Type::text) {
      out += fmt::format(" type=\"{}\" value=\"", name_of(value.typed->type));
      append_escaped(out, typed_value(*value.typed));
      out += '"';
      if (const std::string_view second = second_part(value.typed->type);
          !second.empty() && !value.typed->normal.empty())
        out += fmt::format(" {}=\"{}\"", second, value.typed->normal);
    }
    if (options_.spans && value.span) {
      const Span at = document ? document->to_bytes(*value.span) : *value.span;
      out += fmt::format(" begin=\"{}\" end=\"{}\"", at.begin, at.end);
    }
  }

  WriteOptions options_;
  Out out_;
  bool opened_ = false;
};

// --- reading

struct Element {
  std::string name;
  std::vector<std::pair<std::string, std::string>> attributes;
  std::vector<Element> children;
  std::string text;

  const std::string* attribute(std::string_view key) const {
    for (const auto& [name_, value] : attributes)
      if (name_ == key) return &value;
    return nullptr;
  }
};

std::string unescaped(std::string_view text) {
  std::string out;
  for (size_t at = 0; at < text.size(); ++at) {
    const size_t end = text[at] == '&' ? text.find(';', at) : std::string_view::npos;
    if (end == std::string_view::npos) {
      out += text[at];
      continue;
    }
    const std::string_view name = text.substr(at + 1, end - at - 1);
    if (name == "amp") out += '&';
    else if (name == "lt") out += '<';
    else if (name == "gt") out += '>';
    else if (name == "quot") out += '"';
    else if (name == "apos") out += '\'';
    else if (name.starts_with("#x"))
      append_utf8(out, uint32_t(std::strtoul(std::string(name.substr(2)).c_str(), nullptr, 16)));
    else if (name.starts_with("#"))
      append_utf8(out, uint32_t(std::strtoul(std::string(name.substr(1)).c_str(), nullptr, 10)));
    else {
      out += '&';
      continue;
    }
    at = end;
  }
  return out;
}

class XmlReader {
 public:
  XmlReader(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  Result<Element> read() {
    std::vector<Element> open(1);  // [0] holds the root
    while (at_ < text_.size()) {
      if (text_[at_] != '<') {
        const size_t end = std::min(text_.find('<', at_), text_.size());
        open.back().text += unescaped(text_.substr(at_, end - at_));
        at_ = end;
        continue;
      }
      if (text_.substr(at_, 4) == "<!--") {
        const size_t end = text_.find("-->", at_);
        if (end == std::string_view::npos) return wrong("a comment that does not end");
        at_ = end + 3;
        continue;
      }
      const size_t end = text_.find('>', at_);
      if (end == std::string_view::npos) return wrong("a tag that does not end");
      const std::string_view tag = text_.substr(at_ + 1, end - at_ - 1);
      if (tag.starts_with('?') || tag.starts_with('!')) {
        at_ = end + 1;
        continue;
      }
      if (tag.starts_with('/')) {
        if (open.size() < 2 || open.back().name != trim(tag.substr(1)))
          return wrong(fmt::format("</{}> closes nothing", tag.substr(1)));
        Element done = std::move(open.back());
        open.pop_back();
        open.back().children.push_back(std::move(done));
      } else {
        if (open.size() > kDepth) return wrong("nested too deeply");
        GLEANER_TRY(Element element, read_tag(tag));
        if (tag.ends_with('/')) open.back().children.push_back(std::move(element));
        else open.push_back(std::move(element));
      }
      at_ = end + 1;
    }
    if (open.size() != 1) return wrong(fmt::format("<{}> is not closed", open.back().name));
    if (open[0].children.empty()) return wrong("this is not XML");
    return std::move(open[0].children[0]);
  }

 private:
  static constexpr size_t kDepth = 500;

  Diagnostic wrong(std::string message) const {
    const auto line =
        1 + std::count(text_.begin(), text_.begin() + ptrdiff_t(std::min(at_, text_.size())), '\n');
    return error(Code::bad_input, "damaged XML: " + std::move(message),
                 Where{.file = file_, .line = uint32_t(line)});
  }

  Result<Element> read_tag(std::string_view tag) const {
    Element element;
    size_t at = 0;
    while (at < tag.size() && !is_space(tag[at]) && tag[at] != '/') ++at;
    element.name = tag.substr(0, at);
    while (at < tag.size()) {
      while (at < tag.size() && (is_space(tag[at]) || tag[at] == '/')) ++at;
      if (at == tag.size()) break;
      const size_t equals = tag.find('=', at);
      if (equals == std::string_view::npos || equals + 1 >= tag.size())
        return wrong("an attribute without a value");
      const char quote = tag[equals + 1];
      const size_t end = quote == '"' || quote == '\'' ? tag.find(quote, equals + 2) : std::string_view::npos;
      if (end == std::string_view::npos) return wrong("an attribute without quotes");
      element.attributes.emplace_back(std::string(trim(tag.substr(at, equals - at))),
                                      unescaped(tag.substr(equals + 2, end - equals - 2)));
      at = end + 1;
    }
    return element;
  }

  std::string_view text_;
  const std::string& file_;
  size_t at_ = 0;
};

std::vector<Field> fields_of(const Element& record);

Value value_of(const Element& element) {
  if (element.name == "record") return Value::make_record(fields_of(element));
  if (element.attribute("null")) return Value::make_null();
  if (element.attribute("list")) {
    Value value = Value::make_list({});
    for (const Element& child : element.children) value.items.push_back(value_of(child));
    return value;
  }
  if (element.children.size() == 1 && element.children[0].name == "record")
    return value_of(element.children[0]);
  Value value = Value::make_text(element.text);
  const std::string* begin = element.attribute("begin");
  const std::string* end = element.attribute("end");
  if (begin && end)
    value.span = Span{uint32_t(std::strtoul(begin->c_str(), nullptr, 10)),
                      uint32_t(std::strtoul(end->c_str(), nullptr, 10))};
  const std::string* type = element.attribute("type");
  const std::string* reading = element.attribute("value");
  const std::optional<Type> known = type ? type_of_name(*type) : std::nullopt;
  if (known && reading) {
    Typed typed = typed_from(*known, *reading);
    if (const std::string_view second = second_part(*known); !second.empty())
      if (const std::string* said = element.attribute(std::string(second))) typed.normal = *said;
    value.typed = typed;
  }
  return value;
}

std::vector<Field> fields_of(const Element& record) {
  std::vector<Field> fields;
  for (const Element& child : record.children) {
    const std::string* name = child.name == "field" ? child.attribute("name") : nullptr;
    fields.push_back({name ? *name : child.name, value_of(child)});
  }
  return fields;
}

}  // namespace

std::unique_ptr<Writer> make_xml_writer(const Schema&, const WriteOptions& options, Writer::Out out) {
  return std::make_unique<XmlWriter>(options, std::move(out));
}

Result<std::vector<PageRecords>> read_xml(std::string_view text, const std::string& file) {
  GLEANER_TRY(const Element root, XmlReader(text, file).read());
  std::vector<PageRecords> pages;
  for (const Element& child : root.children) {
    if (child.name != "record") continue;
    const std::string* page = child.attribute("page");
    add_record(pages, page ? *page : "", {fields_of(child), {}, 0, child.attribute("partial") != nullptr});
  }
  return pages;
}

}  // namespace gleaner::wrap
