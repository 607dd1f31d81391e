// PageKinds: which of the visited pages of a site are of the templates' kind.
//
// A page is, if its distance to the nearest template (structure.h) is within the threshold (threshold.h).
// Templates are few and pages vary, so more is learned from the pages that are seen:
// - the threshold moves into a valley between the distances (threshold.h);
// - pages built alike make groups, and a group near one of the kind is of it (single linkage), further away
//   where the links to it hardly lead to anything else: the nearest page of the kind tells more than the
//   nearest of five templates wherever pages vary in many parts;
// - what other kinds of pages have as well is the frame of the site: half of what a page has beyond it may
//   differ;
// - what all templates have is optional where enough candidates lack it, and a page that lacks most labels
//   that only the kind has is of another;
// - few templates are joined by the pages nearest to them;
// - where addresses tell kinds apart, near pages under addresses without any that is surely of the kind are
//   foreign.
// All of it is looked at again when the site has grown by a quarter; what pages are may change then.
//
// Cost: a comparison with each template and group a visit, most of them decided by counts; looking again
// compares groups with each other. Memory: the groups' leaders, at most kMostGroups, and 16 bytes a page.
// Threads: one at a time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "crawl/frontier.h"
#include "crawl/page_scan.h"
#include "crawl/structure.h"
#include "crawl/threshold.h"

namespace gleaner::crawl {

inline constexpr uint32_t kNoGroup = 0xffffffff;

// A kind of pages of the site, by their skeletons.
struct PageGroup {
  Structure leader;
  std::string url;  // of the first
  size_t pages = 0, candidates = 0;
  bool of_kind = false;    // near the templates, or near a group that is (PageKinds::take_groups)
  bool foreign = false;    // lacks the labels that only pages of the kind have (PageKinds::is_foreign)
  bool bridge = false;     // the same without a look at links: others may be near it
  uint32_t by = kNoGroup;  // the group that it is near to, if it is no template
  uint32_t most = 0;       // edits that leave enough of what its leader has beyond the site's frame
};

class PageKinds {
 public:
  // `links`: what is known of where pages stand and how they were reached.
  PageKinds(std::vector<Structure> templates, Threshold threshold, const Frontier& links);

  struct Judged {
    uint32_t distance = 0, nearest = 0, group = 0;
    bool wanted = false;
  };
  // A page that came. What the scan has of its structure is used up.
  Judged judge(PageId page, PageScan& scan, const std::string& url);
  // A visited page as the decision needs it.
  struct Seen {
    PageId page;
    uint32_t distance, nearest, group;
  };
  // What a visit changes, now and when it is replayed: first the group that was met, then the page.
  void meet(uint32_t group);
  void enter(const Seen& page, bool candidate);
  void add_group(Structure leader, std::string url);

  // After each visit that was entered: is it time to look again?
  bool is_due();
  using Correct = std::function<void(PageId page, bool wanted)>;
  // What pages are by what is known now; those that were taken for something else are told.
  void look_again(const Correct& correct);

  const Threshold& threshold() const { return threshold_; }
  // Up to which distance a page is a candidate, if that template is the nearest.
  uint32_t limit_of(uint32_t nearest) const;
  uint32_t furthest() const { return furthest_; }  // distances beyond are this and one more
  const std::vector<PageGroup>& groups() const { return groups_; }
  // Are pages under addresses like its own near the templates, but of another kind?
  bool has_foreign_address(PageId page) const;

 private:
  struct Distance {
    uint32_t distance = 0, nearest = 0, group = 0;
  };
  struct NearPages {
    std::vector<uint32_t> apart;  // from the templates
    size_t within(uint32_t most) const {
      return size_t(std::count_if(apart.begin(), apart.end(), [&](uint32_t one) { return one <= most; }));
    }
  };
  Distance measure(PageScan& scan, const std::string& url);
  uint32_t group_of(const Structure& page, const std::string& url);
  uint32_t nearest_group(const Structure& page) const;
  bool is_wanted(const Seen& one) const {
    return is_near(one) || (is_of_kind(one.group) && !has_foreign_address(one));
  }
  bool is_near(const Seen& one) const {
    return one.distance <= limit_of(one.nearest) && !has_foreign_address(one) &&
           !(one.group < groups_.size() && groups_[one.group].foreign);
  }
  bool has_foreign_address(const Seen& one) const {
    return one.distance > usual_ && has_foreign_address(one.page);
  }
  bool is_of_kind(uint32_t group) const { return group < groups_.size() && groups_[group].of_kind; }

  void judge_again(const Correct& correct);
  void see_frame();
  void see_labels();
  bool is_sure(const Structure& leader) const;
  bool lacks_own_labels(const Structure& leader) const;
  bool is_foreign(const Structure& leader) const;
  uint32_t most_of(const std::string& skeleton) const;
  void see_optional_parts();
  void adopt_templates();
  void judge_by_groups();
  std::map<uint64_t, NearPages> near_pages() const;
  void see_foreign_makes();
  std::vector<bool> kin_groups() const;
  void take_groups(const std::vector<bool>& kin);
  bool is_near_templates(const Structure& leader) const;
  bool joins(const PageGroup& group, const PageGroup& other, bool by_links) const;

  std::vector<Structure> templates_;  // those given, then those adopted
  size_t given_ = 0;
  Threshold threshold_;
  const Frontier& links_;
  uint32_t furthest_ = 0;
  std::vector<uint32_t>
      most_of_;        // by template: edits that leave enough of what it has beyond the site's frame
  uint32_t sure_ = 0;  // as far as templates are from each other
  // Up to this distance a page is of the kind, whatever its address is.
  uint32_t usual_ = 0;
  // Of makes of addresses with enough pages near the templates: they are of another kind.
  std::unordered_map<uint64_t, bool> foreign_makes_;
  std::vector<PageGroup> groups_;
  size_t groups_known_ =
      0;  // by the visits that were entered: when a crawl goes on, groups_ is ahead of them
  std::vector<uint32_t> others_;    // groups that are surely not of the templates' kind
  Parts own_labels_;                // of the templates' labels those that pages of other kinds hardly have,
  Parts frame_labels_;              // and those that most of them have
  std::vector<Seen> seen_;          // all pages that were judged
  std::vector<uint32_t> pages_at_;  // how many pages are at which distance to the nearest template
  size_t judged_pages_ = 0, next_review_ = kFirstReview;
  std::unordered_map<uint64_t, Distance> judged_;  // by structure: many pages have the same
};

}  // namespace gleaner::crawl
