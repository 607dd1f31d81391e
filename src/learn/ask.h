// Questions across families: the place whose label would decide most among the wrappers that still fit.
//
// Every candidate wrapper answers on every page. Where all say the same, a label teaches nothing; where they
// differ, it decides. A candidate's word counts by how often it otherwise says what the best one says: a
// family that nearly always agrees and dissents here is evidence, one that always dissents is noise. To this
// comes the best wrapper's own doubt, where its family can tell (a vote with a close second). Two independent
// doubts add up as chances do. Idea: query by committee (Seung, Opper, Sompolinsky 1992); seed 002, section
// 2.2 for the interaction. Cost: one extraction a page and candidate, then linear in the values.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "learn/portfolio.h"

namespace gleaner::learn {

// What a wrapper says of one field of a page, what it nearly said, and how near: 0 is far, 1 as near as what
// it said.
struct Doubt {
  std::string field;
  std::string text, rival;   // empty: absent
  std::optional<Span> span;  // of the text, else of the rival
  double doubt = 0;
};
// A wrapper's own doubts about a page; empty for families that have none.
using OwnDoubts = std::function<std::vector<Doubt>(const wrap::Wrapper& wrapper, const Document& page)>;

struct Question : Doubt {
  size_t page = 0;                         // index into the pages given
  std::vector<std::string> says, objects;  // kinds of the candidates that give the text, and the rival
  std::vector<std::string> texts;          // all that the best gives, if it is several values of one record
  bool list = false;  // the page has several records: the answer is whether this one text is a value
};

using PageField = std::pair<size_t, std::string>;

// The question that decides most, or nothing when doubt is below kAskDoubt everywhere. `given` is
// give(candidates, pages); the first candidate is the best.
std::optional<Question> next_question(const std::vector<Contestant>& candidates, const Given& given,
                                      const std::vector<DocumentPtr>& pages,
                                      const std::set<PageField>& answered, const OwnDoubts& own_doubts = {});

// When no doubt is left: the value that is least sure all the same. A learner that is wrong is often sure, so
// it is worth a look where a value is unlike the labelled ones, of a kind that is rare on these pages, or
// absent though most pages have it; first on the page that is built least like the labelled ones. Nothing on
// pages of several records, or when all is answered.
std::optional<Question> least_sure(const std::vector<Contestant>& candidates, const Given& given,
                                   const std::vector<DocumentPtr>& pages, const std::set<PageField>& answered,
                                   const std::vector<wrap::LabelledPage>& labelled,
                                   const OwnDoubts& own_doubts = {});

// "label "price" on p7.html: pattern says "118", template says "98"".
std::string question_text(const Question& question, const Document& page);

}  // namespace gleaner::learn
