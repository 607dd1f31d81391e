// Templates: matching, files, learning, the paper's examples, and that wrappers and Prolog see the same
// facts.
#include <gtest/gtest.h>

#include <filesystem>
#include <random>
#include <set>
#include <sstream>

#include <fmt/format.h>

#include "base/seed_test.h"
#include "html/slice_text.h"
#include "logic/relations.h"
#include "logic/why.h"
#include "page/load.h"
#include "page/made_page_test.h"
#include "templates/bridge.h"
#include "templates/facts.h"
#include "templates/induce.h"
#include "templates/parse.h"
#include "templates/wrapper.h"

namespace gleaner::templates {
namespace {

// Records as "field=text@source, ..." lines; every span must cut to what the text says.
std::string records(const std::string& source, const std::string& text, Diagnostics* notes = nullptr) {
  auto set = parse_templates(source, "test.tpl");
  if (!set.ok()) return set.error().to_string();
  auto wrapper = TemplateWrapper::make(std::move(set).value(), own_code_caller).value();
  DocumentPtr document = page_of(text);
  wrap::RecordList list;
  Budget budget;
  auto scratch = wrapper->make_scratch();
  EXPECT_TRUE(wrapper->extract(*document, *scratch, list, budget).ok());
  if (notes) *notes = list.notes;
  std::string out;
  for (const wrap::Record& record : list.records) {
    for (const wrap::Field& field : record.fields) {
      if (field.value.is_absent()) continue;
      if (field.value.span) {
        EXPECT_EQ(html::slice_text(*document, *field.value.span), field.value.text);
      }
      out += field.name + "=" + field.value.text + " ";
      for (const wrap::Value& item : field.value.items) out += item.text + "|";
    }
    out += "\n";
  }
  return out;
}

TEST(Templates, the_papers_advertisement) {
  EXPECT_EQ(records("use basic.\n"
                    "template price(P) := word(\"DM\"), int(P).\n"
                    "template advert(Doc, Item, Description, Price) := any*?, html(img), html(b), Item = "
                    "not(html_end)+, html_end(b),\n"
                    "    Description = not(html)*?, price(Price).\n",
                    "<img src=\"bmp_priv.gif\"> <b>Pentium 90</b> 48 MB RAM, Soundblaster AWE 64 DM 650 Tel. "
                    "06743/1582<br>"),
            "item=Pentium 90 description=48 MB RAM, Soundblaster AWE 64 price=650 \n");
}

TEST(Templates, all_links) {
  EXPECT_EQ(
      records(
          "template link(Doc, Link, Desc) := any*?, html(tag: a, href: Link), Desc = not(html_end(a))*, "
          "html_end(a).",
          "<a href='x.html'>One <b>bold</b></a> <a name=no>none</a> <A HREF=\"y?a&amp;b\">Caf&eacute;</A>"),
      "link=x.html desc=One bold \nlink=y?a&b desc=Café \n");
}

TEST(Templates, alternatives_are_united_in_page_order) {
  EXPECT_EQ(
      records(
          "template x(Doc, A) := any*?, html(i), word(A).\ntemplate x(Doc, A) := any*?, html(b), word(A).",
          "<b>one <i>two <b>three"),
      "a=one \na=two \na=three \n");
}

TEST(Templates, recursion) {
  const std::string parentheses =
      "template paren := punct(\"(\"), (word ; paren)*, punct(\")\").\n"
      "template group(Doc, G) := any*?, G = paren.\nextract group.\n";
  EXPECT_EQ(records(parentheses, "a (b (c) d) (e"), "g=(b (c) d) \ng=(c) \n");
  const std::string tables =
      "template cell := html(td), (table ; not(html(td), html_end(td), html(table), html_end(table)))*, "
      "html_end(td).\n"
      "template table := html(table), (html(tr), cell*, html_end(tr))*, html_end(table).\n"
      "template found(Doc, T) := any*?, T = table.\nextract found.\n";
  EXPECT_EQ(records(tables, "<table><tr><td>a<table><tr><td>b</td></tr></table></td></tr></table>"),
            "t=a b \nt=b \n");
}

TEST(Templates, code_calls) {
  EXPECT_EQ(records("template cheap(Doc, N, P) := any*?, word(N), int(P), {P < 100}.", "a 50 b 150 c 99"),
            "n=a p=50 \nn=c p=99 \n");
  EXPECT_EQ(records("template twice(Doc, N, D) := any*?, int(N), {D is N * 2, D > 5}.", "1 2 3 4"),
            "n=3 d=6 \nn=4 d=8 \n");
  // Prolog's own.
  EXPECT_EQ(records("template up(Doc, W, U) := any*?, word(W), {upcase_atom(W, U)}.", "one two"),
            "w=one u=ONE \nw=two u=TWO \n");
  // All solutions, each once; infinitely many are cut by what is asked for.
  EXPECT_EQ(records("template all(Doc, W, X) := any*?, word(W), {member(X, [a, b, a])}.", "one two"),
            "w=one x=a \nw=one x=b \nw=two x=a \nw=two x=b \n");
  EXPECT_EQ(records("template first(Doc, W, X) := any*?, word(W), once({between(1, inf, X)}).", "one"),
            "w=one x=1 \n");
  EXPECT_EQ(records("template nth(Doc, W, X) := any*?, word(W), {between(1, 500, X)}, {X > 498}.", "one"),
            "w=one x=499 \nw=one x=500 \n");
  Diagnostics notes;
  EXPECT_EQ(records("template bad(Doc, W) := any*?, word(W),\n {upcase_atom(W, }.", "one", &notes), "");
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_EQ(notes[0].where.file, "test.tpl");  // the template's fault, not the page's
  EXPECT_EQ(notes[0].where.line, 2u);
  notes.clear();
  EXPECT_EQ(records("template bad(Doc, W) := any*?, word(W), {shell(W)}.", "one", &notes), "");
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_NE(notes[0].message.find("not allowed"), std::string::npos);
}

TEST(Templates, one_record_a_page) {
  EXPECT_EQ(
      records("page title, bold.\ntemplate title(Doc, T) := any*?, html(h1), T = not(html_end)+, html_end.\n"
              "template bold(Doc, W) := any*?, html(b), W = word.",
              "<h1>A B</h1><b>one</b><b>two</b>"),
      "t=A B w= one|two|\n");
}

TEST(Templates, lexer_files_and_whitespace) {
  auto read = [](const std::string&) -> Result<std::string> { return std::string("isbn /97[89]-\\d+/\n"); };
  auto set = parse_templates(
      "lexer \"x.lex\".\nkeep whitespace.\ntemplate t(Doc, I) := any*?, isbn(I), whitespace, word.", "t.tpl",
      read);
  ASSERT_TRUE(set.ok()) << set.error().to_string();
  auto wrapper = TemplateWrapper::make(*set).value();
  auto found = wrap::extract_all(*wrapper, *page_of("978-1 a 979-2<b> 978-3"));
  ASSERT_EQ(found->size(), 1u);
  EXPECT_EQ((*found)[0].fields[0].value.text, "978-1");
}

TEST(Templates, exploding_patterns_end_with_a_diagnostic) {
  std::string text;
  for (int i = 0; i < 400; ++i) text += "a ";
  Diagnostics notes;
  records("template t(Doc, X) := (((word+)+)+)+, X = html.", text, &notes);
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_EQ(notes[0].code, Code::budget);
  notes.clear();
  records("template t(Doc) := t, word.\ntemplate u(Doc, X) := t, X = word.", "a b", &notes);
  ASSERT_GE(notes.size(), 1u);
  EXPECT_EQ(notes[0].code, Code::budget);
}

// Loops one after another stay linear where no bound variable is in use.
TEST(Templates, failures_are_remembered) {
  std::string text;
  for (int i = 0; i < 20000; ++i) text += "a b c ";
  Diagnostics notes;
  EXPECT_EQ(records("template t(Doc, X) := any*?, word(a), any*?, word(b), any*?, word(c), any*?, X = html.",
                    text, &notes),
            "");
  EXPECT_TRUE(notes.empty());
}

TEST(Parse, errors_have_line_and_column) {
  auto place = [](const std::string& source) {
    auto set = parse_templates(source, "x.tpl");
    return set.ok() ? std::string("ok")
                    : std::to_string(set.error().where.line) + ":" +
                          std::to_string(set.error().where.column) + " " + set.error().message;
  };
  EXPECT_EQ(place("template a(Doc, X) := word(X)."), "ok");
  EXPECT_EQ(place(""), "1:1 no template in this file");
  EXPECT_EQ(place("template a := word\n"), "2:1 expected . after the pattern");
  EXPECT_EQ(place("template a :=\n  word(x,\n"), "3:1 a value is missing");
  EXPECT_EQ(place("template a := nosuch(X)."), "1:15 no template or token type is called \"nosuch\"");
  EXPECT_EQ(place("template a := X."), "1:15 X alone is no pattern");
  EXPECT_EQ(place("template a := \"abc."), "1:15 the text that begins here is not closed by \"");
  EXPECT_EQ(place("template a := {x."), "1:15 the code call that begins here is not closed by }");
  EXPECT_EQ(place("template a := word(/(/)."), "1:22 regular expression: missing closing parenthesis");
  EXPECT_EQ(place("template A := word."), "1:10 a template's name begins with a small letter: A");
  EXPECT_EQ(place("foo bar."), "1:1 unknown directive: foo");
  EXPECT_EQ(place("template a(Doc, X) := word(X).\ntemplate b := a(1, 2, 3)."),
            "2:15 a takes 1 arguments, not 3");
  EXPECT_EQ(place("template a(Doc, X) := word(X).\ntemplate a(Doc) := word."),
            "2:1 template a has 0 parameters here and 1 in line 1");
  EXPECT_EQ(place("template a := times(x)."), "1:15 times(n) takes a whole number");
  EXPECT_EQ(place(std::string("template a := ") + std::string(2000, '(')).substr(0, 2), "1:");
  TemplateSet set;
  EXPECT_EQ(parse("template a := ).\ntemplate b := word.\ntemplate c := ;.\n", "x.tpl", set).size(), 2u);
}

TEST(Parse, wrapper_files_keep_everything) {
  auto set =
      parse_templates("% a comment\ntemplate a(Doc, X) := any*?, html(tag: a, \"data-x\": X, href: /^x/i).\n",
                      "x.tpl")
          .value();
  auto wrapper = TemplateWrapper::make(set).value();
  wrap::Config config;
  wrapper->save(config);
  auto again = TemplateWrapper::load(config).value();
  auto found = wrap::extract_all(*again, *page_of("<a href=Xy data-x=1><a href=y data-x=2>"));
  ASSERT_EQ(found->size(), 1u);
  EXPECT_EQ((*found)[0].fields[0].value.text, "1");
}

// --- learning

wrap::LabelledPage labelled(DocumentPtr document, std::vector<wrap::Record> records) {
  wrap::LabelledPage made;
  made.document = std::move(document);
  made.label.complete = true;
  made.label.records = std::move(records);
  return made;
}

TEST(Learn, rows_of_advertisements) {
  const std::string folder = GLEANER_SOURCE_DIR "/samples/logic/ads/";
  auto teacher = TemplateWrapper::load(folder + "ads.tpl").value();
  std::vector<wrap::LabelledPage> pages;
  for (const char* name : {"page002.html", "page003.html"}) {
    DocumentPtr document = load_document(folder + name).value();
    std::vector<wrap::Record> records = wrap::extract_all(*teacher, *document).value();
    for (wrap::Record& record : records)
      std::erase_if(record.fields, [](const wrap::Field& field) {
        return field.name == "price" || field.name == "description";
      });
    pages.push_back(labelled(document, std::move(records)));
  }
  Budget budget;
  auto learned = make_learner()->learn(pages, {}, budget);
  ASSERT_TRUE(learned.ok()) << learned.error().to_string();
  // What is learned may also find the advertisements without a price: those that have one must be found.
  auto found = wrap::extract_all(*learned->wrapper, *load_document(folder + "page005.html").value()).value();
  auto wanted = wrap::extract_all(*teacher, *load_document(folder + "page005.html").value()).value();
  size_t right = 0;
  for (const wrap::Record& record : wanted)
    for (const wrap::Record& mine : found)
      right += mine.find("article")->span == record.find("article")->span &&
               mine.find("telephone")->span == record.find("telephone")->span;
  EXPECT_EQ(right, wanted.size());
}

TEST(Learn, a_field_of_a_page_from_one_example) {
  auto text = [](const std::string& name, const std::string& price) {
    return "<html><title>Shop</title><div class=menu><a href=x>Home</a></div><h1 class=name>" + name +
           "</h1><p>Price: <b>" + price + "</b></p></html>";
  };
  DocumentPtr document = page_of(text("Blue cup", "EUR 5"));
  wrap::Record record;
  for (const std::string value : {"Blue cup", "EUR 5"}) {
    uint32_t at = uint32_t(document->text().find(value));
    record.add(value == "EUR 5" ? "priceNow" : "name",
               wrap::Value::make_text(value, {at, at + uint32_t(value.size())}));
  }
  Budget budget;
  auto learned = make_learner()->learn({labelled(document, {record})}, {}, budget);
  ASSERT_TRUE(learned.ok()) << learned.error().to_string();
  wrap::Config config;
  learned->wrapper->save(config);
  auto found = wrap::extract_all(*TemplateWrapper::load(config).value(),
                                 *page_of(text("Red plate, large", "EUR 12.50")))
                   .value();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].find("name")->text, "Red plate, large");
  EXPECT_EQ(found[0].find("priceNow")->text, "EUR 12.50");
}

TEST(Learn, says_why_it_cannot) {
  DocumentPtr document = page_of("<p>abcdef</p><p>abcdef</p>");
  wrap::Record record;
  record.add("x", wrap::Value::make_text("bc", {4, 6}));
  Budget budget;
  auto learned = make_learner()->learn({labelled(document, {record, record})}, {}, budget);
  ASSERT_FALSE(learned.ok());
  EXPECT_EQ(learned.error().code, Code::cannot_learn);
  EXPECT_NE(learned.error().message.find("inside a token"), std::string::npos);
}

// --- with logic: the paper's worked examples, on pages of our own

struct Program {
  std::unique_ptr<logic::Session> session;
  std::string all(const std::string& goal, bool proofs = false) {
    std::string out;
    logic::AskOptions options;
    options.proofs = proofs;
    session->forget_pages();
    Status done = session->ask(goal, options, [&](logic::Answer&& answer) {
      for (auto& [name, value] : answer.values) out += value.to_text() + "|";
      out += "\n";
      answers.push_back(std::move(answer));
      return true;
    });
    return done.ok() ? out : "! " + done.error().message;
  }
  std::vector<logic::Answer> answers;
};

Program open(const std::string& sample) {
  const std::filesystem::path folder = std::filesystem::path(GLEANER_SOURCE_DIR) / "samples/logic" / sample;
  logic::SessionOptions options;
  options.fetcher = std::make_shared<logic::FileFetcher>(folder.string(), true);
  options.use = [folder](const std::string&, const std::string& path, logic::Session& into) -> Status {
    GLEANER_TRY(TemplateSet set, load_templates((folder / path).string()));
    GLEANER_TRY(auto compiled, compile(std::move(set)));
    return add_templates(into, std::move(compiled));
  };
  Program made;
  made.session = logic::Session::create(options).value();
  EXPECT_TRUE(logic::add_page_relations(*made.session).ok());
  Status loaded =
      made.session->load_program(read_file((folder / (sample + ".pl")).string()).value(), sample + ".pl");
  EXPECT_TRUE(loaded.ok()) << loaded.error().to_string();
  return made;
}

TEST(Examples, shoe_suppliers_and_producers) {
  Program shoes = open("shoes");
  EXPECT_EQ(shoes.all("article(_, 'Doc Martens 1460', P), P < 140"), "139|\n");
  EXPECT_EQ(shoes.all("compared(A, _, X, _, Y)"),
            "Doc Martens 1460|149|139|\nHiking boot \"Alp\"|219|229|\n");
  EXPECT_EQ(shoes.all("product(S, 'Ballerina', P, Producer, Address)"),
            "Schuhland|59|Bergschuh|Talweg 3, Garmisch|\n");
  EXPECT_EQ(shoes.all("product(_, 'Slippers', _, _, _)"), "");  // a dead link
}

TEST(Examples, source_descriptions_prune_fetches) {
  Program cars = open("cars");
  EXPECT_EQ(cars.all("offer(N, P, american, 50000, 70000)"), "Ford Mustang|52900|\nDodge Neon|61900|\n");
  EXPECT_EQ(cars.session->fetched(), 1u);
  EXPECT_EQ(cars.all("offer(N, P, C, 50000, 70000)"),
            "Ford Mustang|52900|american|\nDodge Neon|61900|american|\n");
  EXPECT_EQ(cars.session->fetched(), 1u);
  EXPECT_EQ(cars.all("offer(N, P, C, 30000, 45000)"),
            "BMW 320i|38500|german|\nHonda Accord|31000|japanese|\n");
  EXPECT_EQ(cars.session->fetched(), 3u);
  EXPECT_EQ(cars.all("offer(_, _, german, 90000, 99000)"), "");
  EXPECT_EQ(cars.session->fetched(), 0u);
}

TEST(Examples, concepts_widen_keywords) {
  Program computers = open("computers");
  EXPECT_EQ(computers.all("found(computer, T, P), P < 900"),
            "Toshiba Satellite, used,|850|\nPentium 90 with monitor,|650|\n");
  EXPECT_EQ(computers.all("found(desktop, T, P)"), "Pentium 90 with monitor,|650|\n");
}

TEST(Examples, institutes_of_a_university) {
  Program institutes = open("institutes");
  EXPECT_EQ(
      institutes.all("institute_of(D, I)"),
      "Computer Science|Software Technology|\nComputer Science|Artificial Intelligence|\nPhysics|Optics|\n");
}

TEST(Examples, advertisements) {
  Program ads = open("ads");
  std::string found = ads.all("advertisement(C, A, D, P, T)");
  EXPECT_EQ(std::count(found.begin(), found.end(), '\n'), 1090);
  EXPECT_EQ(ads.session->fetched(), 101u);
}

// Every leaf cuts to the stated text, and a proof replays: each fact in it is an answer again.
void check_proof(Program& program, const logic::Proof& proof) {
  if (proof.source && proof.source->document)
    for (const logic::PrologValue& cell : proof.source->cells)
      if (cell.span) {
        EXPECT_EQ(html::slice_text(*proof.source->document, *cell.span), cell.text);
      }
  if (proof.kind == logic::Proof::Kind::fact) {
    std::string again = program.all(proof.goal.to_prolog());
    EXPECT_FALSE(again.empty() || again[0] == '!') << proof.goal.to_prolog() << again;
  }
  for (const logic::Proof& part : proof.parts) check_proof(program, part);
}

TEST(Examples, proofs_cut_and_replay) {
  Program shoes = open("shoes");
  std::string plain = shoes.all("product(S, A, P, X, Y)");
  shoes.answers.clear();
  EXPECT_EQ(shoes.all("product(S, A, P, X, Y)", true), plain);
  std::vector<logic::Answer> answers = std::move(shoes.answers);
  ASSERT_EQ(answers.size(), 6u);
  for (const logic::Answer& answer : answers) check_proof(shoes, *answer.proof);
  EXPECT_NE(logic::why_html(answers, "<goal>").find("<mark>Cobbs Lane, Wollaston</mark>"), std::string::npos);
  EXPECT_NE(logic::why_json(answers[0]).find("\"span\": [292, 308]"), std::string::npos);
}

// Completeness (paper, section 4.3): whatever follows from the program is found, whichever arguments are
// bound. Random concepts, random pages; the oracle looks at every word and every fact.
TEST(Theory, code_calls_are_complete) {
  std::mt19937 random(test_seed(20260));
  const std::vector<std::string> words{"notebook", "desktop", "sofa", "lamp"},
      concepts{"computer", "portable", "thing"};
  for (int round = 0; round < 60; ++round) {
    std::set<std::pair<std::string, std::string>> isa;
    std::string program = ":- use_templates(x).\n:- dynamic isa/2.\n", text;
    for (int i = 0; i < 6; ++i) {
      const auto pair = std::pair(words[random() % words.size()], concepts[random() % concepts.size()]);
      isa.insert(pair);
      program += "isa(" + pair.first + ", " + pair.second + ").\n";
    }
    std::vector<std::string> on_page;
    for (int i = 0; i < 4; ++i)
      text += (i ? " " : "") + (on_page.emplace_back(words[random() % words.size()]), on_page.back());
    logic::SessionOptions options;
    struct Given : logic::Fetcher {
      DocumentPtr page;
      std::string resolve(const std::string& reference, const std::string&) const override {
        return reference;
      }
      Result<DocumentPtr> fetch(const std::string&) const override { return page; }
    };
    auto fetcher = std::make_shared<Given>();
    fetcher->page = page_of(text);
    options.fetcher = fetcher;
    const bool before = random() % 2;  // the code call before or behind its word
    options.use = [&](const std::string&, const std::string&, logic::Session& into) -> Status {
      GLEANER_TRY(TemplateSet set,
                  parse_templates(before ? "template kind(D, W, C) := any*?, {isa(W, C)}, word(W)."
                                         : "template kind(D, W, C) := any*?, word(W), {isa(W, C)}.",
                                  "x.tpl"));
      GLEANER_TRY(auto compiled, compile(std::move(set)));
      return add_templates(into, std::move(compiled));
    };
    Program made;
    made.session = logic::Session::create(options).value();
    ASSERT_TRUE(made.session->load_program(program, "x.pl").ok());
    for (const std::string& concept_ : concepts) {
      std::set<std::string> expected, found;
      for (const std::string& word : on_page)
        if (isa.count({word, concept_})) expected.insert(word + "|");
      const std::string all = made.all("kind(page, W, " + concept_ + ")");
      std::istringstream lines(all);
      for (std::string line; std::getline(lines, line);) found.insert(line);
      EXPECT_EQ(found, expected) << "round " << round << "\n" << program << text;
      std::set<std::string> open;
      std::istringstream other(made.all("kind(page, W, C), C == " + concept_));
      for (std::string line; std::getline(other, line);) open.insert(line);
      EXPECT_EQ(open.size(), expected.size()) << "round " << round << "\n" << program << text;
    }
  }
}

// Template theory: the wrapper's records and the facts seen from Prolog are the same, in the same order.
TEST(Theory, extract_and_prolog_agree) {
  for (const std::string sample : {"shoes", "cars", "computers", "institutes", "ads"}) {
    Program program = open(sample);
    const std::filesystem::path folder = std::filesystem::path(GLEANER_SOURCE_DIR) / "samples/logic" / sample;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      if (entry.path().extension() != ".tpl") continue;
      auto compiled = compile(load_templates(entry.path().string()).value()).value();
      int pages = 0;
      for (const auto& file : std::filesystem::directory_iterator(folder)) {
        if (file.path().extension() != ".html" || ++pages > 10) continue;
        auto document = load_document(file.path().string()).value();
        PageTokens tokens(*document, compiled->set);
        for (size_t o = 0; o < compiled->outputs.size(); ++o) {
          const auto& output = compiled->outputs[o];
          Budget budget;
          FactStream stream(*compiled, o, *document, tokens, budget);
          std::string mine, goal = output.name + "('" + file.path().filename().string() + "'";
          for (size_t i = 0; i < output.parameters.size(); ++i) goal += ", V" + std::to_string(i);
          Fact fact;
          while (stream.next(fact)) {
            for (const auto& value : fact.values) {
              logic::PrologValue cell;
              if (!value) cell.set_atom("null");
              else if (value->numeric) cell.set_number(value->number, value->text);
              else cell.set_atom(value->text);
              mine += (cell.kind == logic::PrologValue::Kind::integer ? std::to_string(cell.integer)
                       : cell.kind == logic::PrologValue::Kind::real  ? fmt::format("{}", cell.real)
                                                                      : cell.text) +
                      "|";
            }
            mine += "\n";
          }
          EXPECT_EQ(program.all(goal + ")"), mine) << goal;
        }
      }
    }
  }
}

}  // namespace
}  // namespace gleaner::templates
