// Edits of labels: what a click on the page, an answer or a change of a field does to the label file.
//
// A label file is kept as its lines: only the line of the page that is edited is written anew. In a record a
// value belongs to the one that the person sees around it: by the records that the wrapper gives now, else by
// what repeats on the page, else by nearness in the tree.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "page/document.h"
#include "places.h"
#include "wrap/label.h"

namespace gleaner::studio {

// The last line of a label file that names the page; an empty label where there is none. Spans are bound to
// the text; values that do not stand there any more are left out.
wrap::Label label_of(const std::string& file_text, const std::string& file, const std::string& name_in_file,
                     const Document& page);
// The file's text with this label as the page's line; without the line where the label says nothing.
std::string with_label(const std::string& file_text, const wrap::Label& label, const Document& page);

// Ways to cut the page into records, the best first.
using Groupings = std::vector<std::vector<Span>>;

// Where a person put a value, where they said so: a record of the label, an item of a list
// in it (past its end: a new one).
struct Into {
  std::optional<size_t> record, item;
};

// A value of the field ("offers.price" is nested). `also`: beside what the record has there, as a list.
// Gives the record that has it now.
size_t add_value(wrap::Label& label, const Document& page, const std::string& field, const Picked& value,
                 bool also, const Groupings& groupings, const Into& into = {});
// A record that a click made is a row of a list that the person saw: what `shown` has of it beside
// the field stays as it was shown, until they say otherwise. Without this a row whose price nobody
// clicked would teach that it has none.
void keep_shown(wrap::Label& label, size_t record, const std::string& field, Span clicked,
                const std::vector<wrap::Record>& shown);
// It is none of this field ("": of no field).
void add_negative(wrap::Label& label, const std::string& field, const Picked& value);
// Takes the label at this place away. False: there was none.
bool remove_value(wrap::Label& label, const std::string& field, Span span);
// This record has no such field.
void set_absent(wrap::Label& label, const std::string& field, const wrap::Record& record);
// A record that somebody vouches for as it is; one that shares a value with it is replaced.
void add_record(wrap::Label& label, wrap::Record record);

// Its first value that stands on the page.
std::optional<Picked> first_value(const wrap::Record& record);
// It is no record: what was labelled of it goes, and its first value stands for it among those that
// are none. False: it has no value.
bool add_negative_record(wrap::Label& label, const wrap::Record& record);

// Of the whole file: fields renamed, moved into another ("price" to "offers.price"), dropped ("" as `to`).
Result<std::string> with_field(const std::string& file_text, const std::string& file, const std::string& from,
                               const std::string& to);

// Fields that labels name, in order of first appearance: "name", "offers", "offers.price".
std::vector<std::string> labelled_fields(const std::string& file_text, const std::string& file);

}  // namespace gleaner::studio
