// See flat.h.
#include "wrap/flat.h"

#include <algorithm>

namespace gleaner::wrap {

static bool names_field(const std::vector<FieldSchema>& fields, const std::string& name) {
  return std::ranges::any_of(fields, [&](const FieldSchema& field) {
    return field.name == name || names_field(field.fields, name);
  });
}

Flattener::Flattener(const Schema& schema, bool table_column, const KeyNames& keys)
    : table_column_(table_column), id_(keys.id), parent_(keys.parent), position_(keys.position) {
  for (std::string* name : {&id_, &parent_, &position_, &table_})  // a field of that name keeps it
    while (names_field(schema.fields, *name)) *name = "_" + *name;
  root_ = make_plan(schema.fields, "", nullptr, "records", 0);
}

Flattener::Plan Flattener::make_plan(const std::vector<FieldSchema>& fields, const std::string& path,
                                     const FieldSchema* plain, const std::string& name, size_t above) {
  Plan plan;
  plan.table = tables_.size();
  tables_.push_back({path.empty() ? name : path, {}, above});
  next_.push_back(1);
  auto column = [&](const std::string& key) {
    tables_[plan.table].schema.fields.push_back({key, Type::text, false, {}});
  };
  if (table_column_) column(table_);
  column(id_);
  if (plan.table > 0) {
    column(parent_);
    column(position_);
  }
  if (plain)
    tables_[plan.table].schema.fields.push_back({name, plain->type, false, {}, plain->order, plain->plain});
  plan.fields = fields;
  add_columns(plan, fields, "", path);
  return plan;
}

void Flattener::add_columns(Plan& plan, const std::vector<FieldSchema>& fields, const std::string& column,
                            const std::string& path) {
  for (const FieldSchema& field : fields) {
    const std::string inner = path.empty() ? field.name : path + "." + field.name;
    if (field.list) {
      plan.lists.push_back(
          make_plan(field.fields, inner, field.fields.empty() ? &field : nullptr, field.name, plan.table));
    } else if (!field.fields.empty()) {
      add_columns(plan, field.fields, column + field.name + ".", inner);
    } else {
      tables_[plan.table].schema.fields.push_back(
          {column + field.name, field.type, false, {}, field.order, field.plain});
    }
  }
}

std::vector<std::vector<Record>> Flattener::flatten(const std::vector<Record>& records) {
  std::vector<std::vector<Record>> rows(tables_.size());
  for (size_t i = 0; i < records.size(); ++i) {
    add_row(root_, records[i].fields, 0, i + 1, rows);
    rows[0].back().partial = records[i].partial;
  }
  return rows;
}

void Flattener::add_row(const Plan& plan, const std::vector<Field>& fields, uint64_t parent, size_t position,
                        std::vector<std::vector<Record>>& rows) {
  const uint64_t id = next_[plan.table]++;
  Record row;
  if (table_column_) row.fields.push_back({table_, Value::make_text(tables_[plan.table].name)});
  row.fields.push_back({id_, Value::make_text(std::to_string(id))});
  if (plan.table > 0) {
    row.fields.push_back({parent_, Value::make_text(std::to_string(parent))});
    row.fields.push_back({position_, Value::make_text(std::to_string(position))});
  }
  const size_t at = rows[plan.table].size();
  rows[plan.table].emplace_back();  // parents before their children
  size_t list = 0;
  if (plan.fields.empty())
    for (const Field& field : fields) row.fields.push_back(field);  // the one plain value of a list
  add_fields(plan, plan.fields, fields, "", id, list, row, rows);
  rows[plan.table][at] = std::move(row);
}

void Flattener::add_fields(const Plan& plan, const std::vector<FieldSchema>& schema,
                           const std::vector<Field>& fields, const std::string& column, uint64_t id,
                           size_t& list, Record& row, std::vector<std::vector<Record>>& rows) {
  for (const FieldSchema& field : schema) {
    const Value* value = find(fields, field.name);
    if (field.list) {
      const Plan& below = plan.lists[list++];
      if (!value) continue;
      const std::vector<Value> one = value->is_list() ? std::vector<Value>{} : std::vector<Value>{*value};
      size_t position = 0;
      for (const Value& item : value->is_list() ? value->items : one) {
        ++position;
        if (item.is_record()) add_row(below, item.fields, id, position, rows);
        else if (!item.is_absent()) add_row(below, {{field.name, item}}, id, position, rows);
      }
    } else if (!field.fields.empty()) {
      static const std::vector<Field> kNone;
      add_fields(plan, field.fields, value ? value->fields : kNone, column + field.name + ".", id, list, row,
                 rows);
    } else if (value) {
      row.fields.push_back({column + field.name, *value});
    }
  }
}

namespace {

class FlatWriter : public Writer {
 public:
  FlatWriter(Flattener flattener, std::vector<std::unique_ptr<Writer>> writers)
      : flattener_(std::move(flattener)), writers_(std::move(writers)) {}

  Status page(const std::string& name, const Document* document,
              const std::vector<Record>& records) override {
    const auto rows = flattener_.flatten(records);
    for (size_t t = 0; t < writers_.size(); ++t) GLEANER_CHECK(writers_[t]->page(name, document, rows[t]));
    return {};
  }
  Status finish() override {
    for (auto& writer : writers_) GLEANER_CHECK(writer->finish());
    return {};
  }

 private:
  Flattener flattener_;
  std::vector<std::unique_ptr<Writer>> writers_;
};

}  // namespace

std::unique_ptr<Writer> make_flat_writer(Flattener flattener, std::vector<std::unique_ptr<Writer>> writers) {
  return std::make_unique<FlatWriter>(std::move(flattener), std::move(writers));
}

}  // namespace gleaner::wrap
