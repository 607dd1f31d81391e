// Interpreter: runs a Script by walking its tree.
//
// Names are slots already, numbers need no allocation, and a frame is a piece of one stack, so a simple
// operation takes a few nanoseconds. What a script may touch is decided by its caller (Access); what it may
// use is a Budget. Errors inside are C++ exceptions (Thrown), because a script's own `throw` is one and must
// cross any depth of calls; they end at the public functions, which return a Diagnostic with the place and
// the script's stack. Threads: one thread at a time; a `parallel for` makes an interpreter for each round.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/budget.h"
#include "base/result.h"
#include "browser/tab.h"
#include "grammar/reader.h"
#include "grammar/scanner.h"
#include "page/load.h"
#include "script/ast.h"
#include "wrap/wrapper.h"

namespace gleaner::script {

class Interpreter;
class Navigation;

// What a script may reach. Empty: nothing.
struct Access {
  std::vector<std::string> read;  // folders and files it may read
  std::vector<std::string> net;   // hosts
  std::string folder;             // what relative paths start from; "": the working folder
  bool options = true;            // whether the caller has --allow-read and --allow-net, for hints
};

struct RunOptions {
  Access access;
  std::function<void(std::string_view)> out;  // print and println
  using Load = std::function<Result<DocumentPtr>(const std::string& name, const LoadOptions&)>;
  Load load;   // of files; null: load_document
  Load fetch;  // of URLs; null: no network in this program
  size_t jobs = 1;
  std::function<void(const std::string&)> note;  // what a person should know, each thing once
  uint64_t duckdb_from = 4u << 20;  // bytes of CSV from which on a query runs in DuckDB, where it can
  const wrap::Registry* registry = nullptr;  // families of wrappers for extract(); null: none
  std::shared_ptr<Navigation> navigation;    // a browser; null: none in this program
  std::function<void(const Value&)> emit;    // records that the script emits
};

// A function of the language itself.
struct Builtin {
  std::string_view name;
  size_t least, most;    // arguments
  std::string_view how;  // it is written, for messages
  Value (*run)(Interpreter&, std::vector<Value>& arguments);
};

struct Function : Container {
  Function() : Container(Kind::function) {}
  std::string name;
  std::shared_ptr<const Unit> unit;
  std::vector<Value> captured;
  const Builtin* builtin = nullptr;
  std::function<Value(Interpreter&, std::vector<Value>& arguments)> native;  // from a shared library
  uint32_t rule = grammar::kNone;
  std::shared_ptr<const ObjectType> type;  // makes objects of it
};
inline Function& Value::as_function() const { return static_cast<Function&>(*bits_.object); }

// A script's error on its way up.
struct Thrown {
  Value value;
  Diagnostic why;
};

// The text that a rule reads, or the part of it that is still needed.
struct SourceText {
  std::string_view text;
  uint64_t base = 0;  // position of its first byte
  DocumentPtr page;   // what spans refer to, if it is a page
  std::string of(uint64_t begin, uint64_t end) const {
    return std::string(text.substr(begin - base, end - begin));
  }
};

// A piece of it as a value, which knows where it stood.
Value source_text(const SourceText& source, uint64_t begin, uint64_t end);

class Interpreter final : public Payer {
 public:
  Interpreter(std::shared_ptr<const Script> script, RunOptions options, Budget& budget);
  ~Interpreter();

  Result<Value> run();  // the statements of the script; the value of the last expression
  Result<Value> call(std::string_view function, std::vector<Value> arguments);
  Result<Value> view(std::string_view name);
  Result<Value> parse(std::string_view rule, const Value& source);

  const Script& script() const { return *script_; }
  std::shared_ptr<const grammar::Program> program(uint32_t rule);
  Budget& budget() { return budget_; }
  const RunOptions& options() const { return options_; }
  const Value* global(std::string_view name) const;
  size_t skipped() const { return skipped_; }  // items and steps that `on error skip` passed over
  void set_global(std::string_view name, Value value);

  // --- for the parts of the interpreter
  enum class Flow : uint8_t { next, break_, continue_, return_ };
  Value eval(const Ast& n, Value* frame);
  Flow execute(const Ast& n, Value* frame);
  Value call_value(const Value& function, std::vector<Value>& arguments, uint32_t offset);
  Value call_unit(const Unit& unit, const std::vector<Value>& captured, std::vector<Value>& arguments,
                  uint32_t offset);
  Value call_method(const Value& self, const std::string& name, std::vector<Value>& arguments);
  Value member(const Value& self, const std::string& name);
  Value select(const Query& query, Value* frame);
  Value run_rule(uint32_t rule, const Value& source);
  // An object of the type: from a source by its conversion, else from a record.
  Value make_object(const std::shared_ptr<const ObjectType>& type, std::vector<Value>& arguments);
  bool test_code(uint32_t code, Value text);
  void run_code(uint32_t code, Value* frame);
  Value load(const std::string& path,
             const struct Pushed* pushed = nullptr);  // a table by the ending of its name
  // `charset`: as a server would say it; "": as the page says.
  Value load_html(const Value& from, const std::string& charset = {});
  Value load_xml(const Value& from);                                                // the root element
  DocumentPtr load_page(const std::string& from, const std::string& charset = {});  // a file or a url
  std::vector<DocumentPtr> load_pages(const Value& from);    // a name, a folder, a glob, or a list of such
  std::string checked_path(const std::string& path);         // throws if it may not be read
  std::string checked_database(const std::string& address);  // ... reached
  void check_host(const std::string& host);
  void write(std::string_view text);
  void check_owner(const Value& object);
  [[noreturn]] void fail(std::string message, std::string hint = {});
  // What is wrong with something that the script calls `name`.
  [[noreturn]] void fail(const Diagnostic& why, const std::string& name);
  // What it holds, or fails so.
  template <class T>
  T take(Result<T> result, const std::string& name = "") {
    if (!result.ok()) fail(result.error(), name);
    if constexpr (!std::is_void_v<T>) return std::move(*result);
  }
  void step() {
    if (--fuel_ == 0) refuel();
  }
  void pay() override { refuel(); }
  void too_large() override { fail("this text grows too large"); }
  // Before something of so many bytes is made: throws if there is no room for it.
  void need_room(uint64_t bytes);
  // What ends a script that has run out of its budget.
  [[noreturn]] void out_of_budget();
  uint64_t round() const { return round_; }
  // Two values that cannot be compared, or one that an aggregate leaves out: said
  // once for each place, at the end.
  void not_comparable(const Ast& n, const Value& a, const Value& b);
  void left_out(const Ast& n, const std::string& why, const Value& value);
  Value aggregate_value(uint32_t index) const { return (*aggregates_)[index]; }

  struct FramePiece {  // locals of a call, given back when it ends
    FramePiece(Interpreter& i, size_t count);
    ~FramePiece();
    Interpreter& interpreter;
    size_t before;
    std::unique_ptr<Value[]> own;
    Value* locals;
    size_t count;
  };
  struct CallMark {
    CallMark(Interpreter& i, const std::string& name, uint32_t offset);
    ~CallMark() { interpreter.calls_.pop_back(); }
    Interpreter& interpreter;
  };
  // --- navigation (navigate.cc)
  Navigation& navigation();  // throws where there is none
  Value live_page();
  bool next_page();
  Value secret(const std::string& name);
  // The live element of a record or node of a page in the browser.
  browser::NodeRef live_node(const Value& value);
  void tell_step(struct NavigationStep step);

  uint32_t here = 0;       // offset of what is being evaluated, for messages
  uint64_t in_duckdb = 0;  // queries that DuckDB has answered

 private:
  friend class QueryRun;
  Value eval_global(const Ast& n, Value* frame);
  Value eval_binary(const Ast& n, Value* frame);
  Value eval_concat(const Ast& n, Value* frame);
  Value eval_negated(const Ast& n, Value* frame);
  Value eval_like(const Ast& n, Value* frame);
  Value eval_in(const Ast& n, Value* frame);
  Value eval_logic(const Ast& n, Value* frame);
  Value eval_between(const Ast& n, Value* frame);
  Value eval_case(const Ast& n, Value* frame);
  Value ordered(const Ast& n, AK kind, const Value& a, const Value& b);
  Value equality(const Ast& n, const Value& a, const Value& b);
  const Value* column(const Ast& n, Value* frame, Value& made);
  void say_left_out();
  Value eval_method(const Ast& n, Value* frame);
  Value eval_index(const Ast& n, Value* frame);
  Value eval_literal(const Ast& n, Value* frame);   // list, record, function
  Value& element(const Value& list, double index);  // counted from the end where it is negative
  Value arithmetic(AK kind, const Value& a, const Value& b);
  Value call_node(const Ast& n, Value* frame);
  Value parallel(const Ast& n, Value* frame);
  void assign(const Ast& target, Value value, Value* frame);
  Flow execute_for(const Ast& n, Value* frame);
  Flow execute_item(const Ast& body, const Ast& loop, const std::string& key, Value* frame, size_t round = 0);
  // Variables that a loop changes, for a job that goes on (navigation_variables.cc).
  struct Changed {
    std::string name;
    bool global;
    uint32_t slot;
  };
  const std::vector<Changed>& changed_in(const Ast& loop);
  void keep_variables(const Ast& loop, Value* frame, class NavigationJob& job);
  void take_variables(const Ast& loop, Value* frame, const class NavigationJob& job);
  Flow navigate(const Ast& n, Value* frame);
  void perform(const Ast& n, Value* frame);
  Status act(const Ast& n, Value* frame, browser::Tab& tab, struct NavigationStep& step);
  Status act_on(const Ast& n, Value* frame, browser::Tab& tab, browser::NodeRef ref);
  Status wait(const Ast& n, Value* frame, browser::Tab& tab, struct NavigationStep& step);
  Result<browser::NodeRef> reach(const Ast& target, Value* frame, browser::Tab& tab,
                                 struct NavigationStep& step, std::optional<browser::Milliseconds> most = {});
  browser::Alternative alternative(const Ast& n, Value* frame);
  browser::NodeRef pattern_node(const std::string& rule);
  browser::Target target(const Ast& n, Value* frame);
  Value test_target(const Ast& n, Value* frame);
  [[noreturn]] void fail_step(const Ast& n, struct NavigationStep& step, Diagnostic why);
  void emit(const Value& value);
  Where where_of(uint32_t offset) const;  // file and line
  DocumentPtr page_of(const std::string& text, MediaType type);
  bool skips() const;  // what fails is passed over, as `on error` says
  void execute_add(const Ast& n, Value* frame);
  Flow execute_while(const Ast& n, Value* frame);
  Flow execute_try(const Ast& n, Value* frame);
  void refuel();
  // Where a script's errors end.
  template <class F>
  Result<Value> guarded(F&& work) {
    const size_t calls = calls_.size();
    const AtWork at_work(round_, this, heap_.get());
    const Budget::Scope scope(budget_);
    if (calls == 0) stack_base_ = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
    try {
      Result<Value> done(work());
      if (calls == 0) say_left_out();
      return done;
    } catch (Thrown& thrown) {
      calls_.resize(calls);
      return std::move(thrown.why);
    }
  }

  static constexpr size_t kStack = 1u << 12;  // values in frames before frames get memory of their own

  // the rounds share it; freed behind everything below
  std::shared_ptr<Heap> heap_ = std::make_shared<Heap>();
  std::shared_ptr<const Script> script_;
  RunOptions options_;
  Budget& budget_;
  std::vector<Value> globals_;
  std::vector<const Unit*> view_of_;  // by global slot
  std::unique_ptr<Value[]> stack_;
  size_t stack_used_ = 0;
  Value returned_;
  uint32_t fuel_;
  uint64_t resident_before_ = 0;  // bytes of the process when the script began, if they are limited
  uintptr_t stack_base_ = 0;      // where the machine's stack stood when the script was entered
  uint64_t round_ = 0;
  // how many there were, of this interpreter and those it made
  std::shared_ptr<std::atomic<uint64_t>> rounds_;
  struct CallPlace {
    const std::string* name;
    uint32_t offset;
  };
  std::vector<CallPlace> calls_;
  std::map<const Ast*, std::vector<Changed>> changed_;  // by loop
  bool told_large_ = false, told_order_ = false;
  std::vector<std::shared_ptr<const grammar::Program>> programs_;
  std::vector<std::vector<std::unique_ptr<grammar::Scanner>>> scanners_;  // idle ones, by rule
  const std::vector<Value>* aggregates_ = nullptr;
  uint32_t selects_ = 0;         // queries inside one another
  const Ast* policy_ = nullptr;  // the `on error` in force; null: stop
  uint32_t loops_ = 0;           // around what runs
  size_t skipped_ = 0;
  struct LeftOut {
    std::string why;
    size_t count = 0;
    std::vector<std::string> examples;
  };
  std::map<uint32_t, LeftOut> left_out_;  // by place in the script
};

// Runs the code of rules for the events of a parse, and makes their results.
class CodeRunner : public grammar::EventSink {
 public:
  // `result`: whether the entry rule's own value is wanted (its text may be the whole source).
  CodeRunner(Interpreter& interpreter, const grammar::Program& program, const SourceText& source,
             bool result);
  void take(const grammar::Event* events, size_t count) override;  // throws Thrown
  Value result;
  uint64_t keep_from(uint64_t otherwise) const;

 private:
  struct Open {
    uint32_t rule;
    uint64_t begin;
    bool wanted;
    std::vector<Value> locals;
  };
  struct OpenVariable {
    uint32_t binding;
    size_t depth;
    uint64_t begin;
  };
  void enter(uint32_t rule, uint64_t position);
  void exit(uint64_t position);
  void assign(uint32_t binding, uint64_t position);
  Value text(uint64_t begin, uint64_t end) const;

  Interpreter& interpreter_;
  const grammar::Program& program_;
  const SourceText& source_;
  bool want_result_;
  std::vector<Open> open_;
  std::vector<OpenVariable> variables_;
  Value last_;
};

const Builtin* find_builtin(std::string_view name);  // null: there is none

}  // namespace gleaner::script
