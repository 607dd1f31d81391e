// Survey: what lines a text has, without labels.
//
// The head that most lines share (head.h) is labelled on a few of them, and the learner makes a grammar of
// these labels, as of a person's. Lines that it does not read are surveyed again: a text with several kinds
// of lines has several regions, the biggest first. What stands behind the head, the message, is grouped into
// kinds (kinds.h). Lines without a head in common are one region of whole lines.
#pragma once

#include <memory>
#include <vector>

#include "base/budget.h"
#include "lines/head.h"
#include "lines/kinds.h"
#include "lines/wrapper.h"
#include "page/document.h"

namespace gleaner::lines {

struct LineRegion {
  std::shared_ptr<const LinesWrapper> wrapper;
  std::vector<HeadColumn> columns;
  std::vector<uint32_t> lines;  // those it reads: indices into Survey::lines
  Kinds kinds;                  // of their messages
};

struct Survey {
  std::vector<std::string_view> lines;  // of all pages, blank ones left out; views of the documents
  std::vector<LineRegion> regions;      // the biggest first
  std::vector<uint32_t> rest;           // lines that no region reads
};

// REQUIRES: the documents outlive the survey.
Survey survey(const std::vector<DocumentPtr>& pages, Budget& budget);

}  // namespace gleaner::lines
