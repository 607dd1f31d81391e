// See crawl_store.h.
#include "crawl/crawl_store.h"

#include <cmath>

namespace gleaner::crawl {
namespace {

constexpr const char* kCrawlSchema =
    "create table if not exists crawl_meta (key text primary key, value text not null);"
    "create table if not exists crawl_sites (id integer primary key, site text not null unique, start text not null);"
    "create table if not exists crawl_templates (site integer not null, name text not null, skeleton not null);"
    "create table if not exists crawl_pages (site integer, id integer, url text not null, depth integer not null, found integer not null,"
    " parent integer not null, origin integer not null, primary key (site, id)) without rowid;"
    "create table if not exists crawl_visits (site integer, number integer, after integer not null, page integer not null, via integer not null, place integer not null,"
    " pattern integer not null, hub integer not null, rank integer not null, yield integer not null, fresh integer not null,"
    " kind integer not null, distance integer, nearest integer, skeleton_group integer, copy_of integer,"
    " text_hash integer, near_hash integer, heading_hash integer, text_size integer, links, primary key (site, number)) without rowid;"
    "create index if not exists crawl_visits_page on crawl_visits (site, page);"
    "create table if not exists crawl_groups (site integer, number integer, skeleton not null, url text not null, primary key (site, number)) without rowid;";

constexpr const char* kVisitColumns =
    "number, page, via, place, pattern, hub, rank, yield, fresh, kind, distance, nearest, skeleton_group, copy_of, text_hash, near_hash, heading_hash, text_size, links, after";

// Terms are kept to a millionth.
int64_t packed(double term) { return std::llround(term * 1e6); }
double unpacked(int64_t term) { return double(term) / 1e6; }
int64_t number_of(PageId page) { return page == kNoPage ? -1 : int64_t(page); }
PageId page_of_number(int64_t number) { return number < 0 ? kNoPage : PageId(number); }

void put_number(std::string& into, uint32_t value) {
  for (; value >= 0x80; value >>= 7) into += char(value | 0x80);
  into += char(value);
}

uint32_t get_number(std::string_view bytes, size_t& at) {
  uint32_t value = 0;
  for (int shift = 0; at < bytes.size() && shift < 35; shift += 7) {
    const uint8_t byte = uint8_t(bytes[at++]);
    value |= uint32_t(byte & 0x7f) << shift;
    if (byte < 0x80) break;
  }
  return value;
}

}  // namespace

// Links of one place that follow each other: the place, how many, the difference of each target to the one
// before.
std::string pack_links(const std::vector<PlacedLink>& links) {
  std::string out;
  uint32_t before = 0;
  for (size_t i = 0; i < links.size();) {
    size_t end = i;
    while (end < links.size() && links[end].place == links[i].place) ++end;
    put_number(out, links[i].place);
    put_number(out, uint32_t(end - i));
    for (; i < end; ++i) {
      const int32_t step = int32_t(links[i].target - before);
      put_number(out, uint32_t(step) << 1 ^ uint32_t(step >> 31));
      before = links[i].target;
    }
  }
  return out;
}

std::vector<PlacedLink> unpack_links(std::string_view bytes) {
  std::vector<PlacedLink> out;
  uint32_t before = 0;
  for (size_t at = 0; at < bytes.size();) {
    const uint32_t place = get_number(bytes, at);
    for (uint32_t n = get_number(bytes, at); n > 0 && at < bytes.size(); --n) {
      const uint32_t folded_step = get_number(bytes, at);
      before += folded_step >> 1 ^ (~(folded_step & 1) + 1);
      out.push_back({before, place});
    }
  }
  return out;
}

Result<std::unique_ptr<CrawlStore>> CrawlStore::open(store::State& state) {
  std::unique_ptr<CrawlStore> out(new CrawlStore(state));
  GLEANER_CHECK(state.run(kCrawlSchema));
  GLEANER_CHECK(out->prepare());
  return out;
}

Status CrawlStore::prepare() {
  GLEANER_TRY(insert_page_, state_.prepare("insert into crawl_pages values (?1, ?2, ?3, ?4, ?5, ?6, ?7)"));
  GLEANER_TRY(
      select_page_,
      state_.prepare(
          "select id, url, depth, found, parent, origin from crawl_pages where site = ?1 and id = ?2"));
  GLEANER_TRY(
      insert_visit_,
      state_.prepare(
          "insert into crawl_visits (site, number, page, via, place, pattern, hub, rank, yield, fresh, after, kind)"
          " values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, 0)"));
  GLEANER_TRY(
      update_visit_,
      state_.prepare(
          "update crawl_visits set kind = ?3, distance = ?4, nearest = ?5, skeleton_group = ?6, copy_of = ?7, text_hash = ?8,"
          " near_hash = ?9, heading_hash = ?10, text_size = ?11, links = ?12 where site = ?1 and number = ?2"));
  GLEANER_TRY(visit_of_, state_.prepare((std::string("select ") + kVisitColumns +
                                         " from crawl_visits where site = ?1 and page = ?2"
                                         " order by number desc limit 1")
                                            .c_str()));
  GLEANER_TRY(insert_group_, state_.prepare("insert or ignore into crawl_groups values (?1, ?2, ?3, ?4)"));
  return {};
}

Result<std::string> CrawlStore::meta(const std::string& key) {
  GLEANER_TRY(store::Statement row, state_.prepare("select value from crawl_meta where key = ?1"));
  GLEANER_TRY(const bool found, row.bind_all(key).step());
  return found ? std::string(row.text(0)) : std::string();
}

Status CrawlStore::set_meta(const std::string& key, const std::string& value) {
  GLEANER_TRY(store::Statement row, state_.prepare("insert or replace into crawl_meta values (?1, ?2)"));
  return row.bind_all(key, value).run();
}

Result<int64_t> CrawlStore::add_site(const std::string& site, const std::string& start) {
  GLEANER_TRY(store::Statement row, state_.prepare("insert into crawl_sites (site, start) values (?1, ?2)"));
  GLEANER_CHECK(row.bind_all(site, start).run());
  return state_.last_row();
}

Result<std::vector<StoredSite>> CrawlStore::sites() {
  GLEANER_TRY(store::Statement all, state_.prepare("select id, site, start from crawl_sites order by id"));
  std::vector<StoredSite> out;
  GLEANER_CHECK(
      all.each([&] { out.push_back({all.integer(0), std::string(all.text(1)), std::string(all.text(2))}); }));
  return out;
}

Status CrawlStore::add_template(int64_t site, const std::string& name, const std::string& structure) {
  GLEANER_TRY(store::Statement row, state_.prepare("insert into crawl_templates values (?1, ?2, ?3)"));
  return row.bind_all(site, name, structure).run();
}

Result<std::vector<StoredTemplate>> CrawlStore::templates(int64_t site) {
  GLEANER_TRY(store::Statement all,
              state_.prepare("select name, skeleton from crawl_templates where site = ?1 order by rowid"));
  std::vector<StoredTemplate> out;
  GLEANER_CHECK(
      all.bind_all(site).each([&] { out.push_back({std::string(all.text(0)), std::string(all.text(1))}); }));
  return out;
}

Status CrawlStore::add_page(int64_t site, const StoredPage& page) {
  return insert_page_
      .bind_all(site, page.page, page.url, page.depth, page.found, number_of(page.parent), page.origin)
      .run();
}

StoredPage CrawlStore::read_page(const store::Statement& row) {
  return {PageId(row.integer(0)),   std::string(row.text(1)),       uint32_t(row.integer(2)),
          uint64_t(row.integer(3)), page_of_number(row.integer(4)), Origin(row.integer(5))};
}

Result<std::optional<StoredPage>> CrawlStore::page(int64_t site, PageId page) {
  GLEANER_TRY(const bool found, select_page_.bind_all(site, page).step());
  if (!found) return std::optional<StoredPage>();
  std::optional<StoredPage> out = read_page(select_page_);
  select_page_.reset();
  return out;
}

Status CrawlStore::each_url(int64_t site, const std::function<void(std::string_view)>& take) {
  GLEANER_TRY(store::Statement all,
              state_.prepare("select url from crawl_pages where site = ?1 order by id"));
  return all.bind_all(site).each([&] { take(all.text(0)); });
}

Status CrawlStore::take(int64_t site, uint64_t number, uint64_t after, const Choice& choice) {
  const Terms& terms = choice.terms;
  return insert_visit_
      .bind_all(site, number, choice.page, number_of(choice.from), choice.place, packed(terms.pattern),
                packed(terms.hub), packed(terms.rank), packed(terms.yield), packed(terms.fresh), after)
      .run();
}

Status CrawlStore::finish(int64_t site, uint64_t number, const Facts& facts) {
  const std::string links = pack_links(facts.links);
  return update_visit_
      .bind_all(site, number, facts.kind, facts.distance, facts.nearest, facts.group,
                number_of(facts.copy_of), facts.print.text, facts.print.near, facts.print.heading,
                facts.print.size, links)
      .run();
}

StoredVisit CrawlStore::read_visit(const store::Statement& row, bool links) {
  StoredVisit out;
  out.number = uint64_t(row.integer(0));
  out.choice.page = out.facts.page = PageId(row.integer(1));
  out.choice.from = page_of_number(row.integer(2));
  out.choice.place = uint32_t(row.integer(3));
  out.choice.terms = {unpacked(row.integer(4)), unpacked(row.integer(5)), unpacked(row.integer(6)),
                      unpacked(row.integer(7)), unpacked(row.integer(8))};
  out.facts.kind = Kind(row.integer(9));
  out.facts.distance = uint32_t(row.integer(10));
  out.facts.nearest = uint32_t(row.integer(11));
  out.facts.group = uint32_t(row.integer(12));
  if (out.facts.kind != Kind::taken) out.facts.copy_of = page_of_number(row.integer(13));
  out.facts.print = {uint64_t(row.integer(14)), uint64_t(row.integer(15)), uint64_t(row.integer(16)),
                     uint32_t(row.integer(17))};
  if (links) out.facts.links = unpack_links(row.text(18));
  out.after = uint64_t(row.integer(19));
  return out;
}

Result<std::optional<StoredVisit>> CrawlStore::visit_of(int64_t site, PageId page) {
  GLEANER_TRY(const bool found, visit_of_.bind_all(site, page).step());
  if (!found) return std::optional<StoredVisit>();
  std::optional<StoredVisit> out = read_visit(visit_of_, true);
  visit_of_.reset();
  return out;
}

Status CrawlStore::add_group(int64_t site, uint32_t number, const PageGroup& group) {
  return insert_group_.bind_all(site, number, packed(group.leader), group.url).run();
}

Result<std::vector<PageGroup>> CrawlStore::groups(int64_t site) {
  GLEANER_TRY(store::Statement all,
              state_.prepare("select skeleton, url from crawl_groups where site = ?1 order by number"));
  std::vector<PageGroup> out;
  GLEANER_CHECK(all.bind_all(site).each(
      [&] { out.push_back({unpacked(all.text(0)), std::string(all.text(1)), 0, 0}); }));
  return out;
}

Status CrawlStore::each_visit(int64_t site, bool links,
                              const std::function<Status(const StoredVisit&)>& take) {
  GLEANER_TRY(store::Statement all, state_.prepare((std::string("select ") + kVisitColumns +
                                                    " from crawl_visits where site = ?1 order by number")
                                                       .c_str()));
  return all.bind_all(site).each([&] { return take(read_visit(all, links)); });
}

}  // namespace gleaner::crawl
